//go:build unix && !solaris && !illumos && !aix

package stdio

import (
	"os"
	"syscall"
)

// redirect makes the file descriptor of std lead to place, and returns a new one for what it led to. It does nothing and
// returns false when the system refuses, for example because one of the two is closed.
func redirect(std, place *os.File) (taken *os.File, restore func(), ok bool) {
	number := int(std.Fd())
	kept, err := duplicate(number)
	if err != nil {
		return nil, nil, false
	}
	given, err := duplicate(number)
	if err != nil {
		_ = syscall.Close(kept)
		return nil, nil, false
	}
	if err := replace(int(place.Fd()), number); err != nil {
		_ = syscall.Close(kept)
		_ = syscall.Close(given)
		return nil, nil, false
	}
	taken = os.NewFile(uintptr(given), std.Name())
	return taken, func() {
		_ = replace(kept, number)
		_ = syscall.Close(kept)
		_ = taken.Close()
	}, true
}

// duplicate returns a second descriptor for the same file, which child processes do not inherit.
func duplicate(number int) (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	second, err := syscall.Dup(number)
	if err == nil {
		syscall.CloseOnExec(second)
	}
	return second, err
}
