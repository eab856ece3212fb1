package stdio

import (
	"os"
	"sync"
)

// Claim takes the process's stdin and stdout for the protocol and returns them. From then on whatever the program itself
// prints to stdout goes to stderr, where hosts show it as a log, and whatever reads stdin finds it empty: a line of
// either kind on the protocol's streams would break it.
//
// On Unix the file descriptors 0 and 1 are redirected, so that this also holds for a logger that kept os.Stdout from
// before, for C code, and for child processes that inherit them. On other systems the variables os.Stdin and os.Stdout
// are replaced, which a logger made earlier does not notice: call Claim before making one. On Unix, too, a write to the
// claimed stdout after the host has gone is an error, where a write to the original would end the process by SIGPIPE.
//
// restore undoes it, closes both files, and may be called more than once. Claim again only after restore. Neither is
// safe while other goroutines use os.Stdin or os.Stdout.
func Claim() (in, out *os.File, restore func()) {
	in, giveIn := claim(&os.Stdin, openNull)
	out, giveOut := claim(&os.Stdout, func() (*os.File, func()) { return os.Stderr, func() {} })
	return in, out, sync.OnceFunc(func() {
		giveOut()
		giveIn()
	})
}

// openNull opens the empty file, which is what stdin reads as while it is claimed.
func openNull() (null *os.File, done func()) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, func() {}
	}
	return null, func() { _ = null.Close() }
}

// claim puts another file in the place of std and returns what it was.
func claim(std **os.File, other func() (*os.File, func())) (taken *os.File, restore func()) {
	place, done := other()
	if place == nil {
		return *std, func() {}
	}
	if taken, giveBack, ok := redirect(*std, place); ok {
		return taken, func() {
			giveBack()
			done()
		}
	}
	was := *std
	*std = place
	return was, func() {
		*std = was
		done()
	}
}
