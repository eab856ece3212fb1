//go:build !unix || solaris || illumos || aix

package stdio

import "os"

// redirect is not possible here; the caller replaces the variable instead.
func redirect(_, _ *os.File) (taken *os.File, restore func(), ok bool) { return nil, nil, false }
