//go:build unix && !linux && !solaris && !illumos && !aix

package stdio

import "syscall"

// replace makes the descriptor at lead to where from leads.
func replace(from, at int) error { return syscall.Dup2(from, at) }
