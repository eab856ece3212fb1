package server

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// caller returns file:line of the skip-th caller, relative to the working directory where that is
// shorter, otherwise the last two elements of the path.
func caller(skip int) string {
	_, file, line, ok := runtime.Caller(skip)
	if !ok {
		return ""
	}
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, file); err == nil && !strings.HasPrefix(rel, "..") {
			return fmt.Sprintf("%s:%d", filepath.ToSlash(rel), line)
		}
	}
	parent := filepath.Base(filepath.Dir(file))
	return fmt.Sprintf("%s/%s:%d", parent, filepath.Base(file), line)
}
