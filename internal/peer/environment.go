package peer

import "os"

// handedOn are the variables that hosts hand on to the servers they start, as the official SDKs have it.
var handedOn = [...]string{
	"HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "USER",
	"APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT",
	"TEMP", "USERNAME", "USERPROFILE",
}

// Environment returns the part of this process's environment that hosts hand on to a server they start, and the named
// variables beside it. A variable that is not set is left out.
func Environment(names ...string) []string {
	env := []string{}
	for _, name := range append(handedOn[:], names...) {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}
