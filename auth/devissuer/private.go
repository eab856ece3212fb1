package devissuer

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// readPrivate reads a file that only its owner may read, and refuses one that others can.
func readPrivate(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	// Windows keeps permissions elsewhere, so the bits say nothing there.
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("%s has mode %04o, so others can read or change it: chmod 600 it, or remove it and a new one is made", filepath.Base(name), mode)
	}
	return os.ReadFile(name)
}

// writePrivate writes a file for its owner only; whoever reads it sees the old content or the new.
func writePrivate(dir, name string, content []byte) error {
	f, err := os.CreateTemp(dir, name+".*") // 0600 from the first
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails when all went well
	_, err = f.Write(content)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(dir, name))
}

// secret is a new name that nobody can guess: 256 random bits in base64url.
func secret() string {
	b := make([]byte, 32)
	rand.Read(b) // never fails (crypto/rand)
	return base64.RawURLEncoding.EncodeToString(b)
}
