package main

import (
	"fmt"
	"io"
	"os"

	"github.com/comity-mcp/comity/lint/probe"
)

// A progress shows on a terminal what is being done, in one line that goes when it is done.
type progress struct{ to io.Writer } // nil shows nothing

// progressOn is a progress on w when that is a terminal: in a log the lines would stay.
func progressOn(w io.Writer) progress {
	f, ok := w.(*os.File)
	if !ok {
		return progress{}
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return progress{}
	}
	return progress{w}
}

// clear is how a line of a terminal is emptied (ECMA-48, EL).
const clear = "\r\x1b[K"

func (p progress) step(s probe.Step) {
	if p.to != nil {
		fmt.Fprintf(p.to, "%s[%d/%d] %s", clear, s.Done+1, s.Of, s.Doing)
	}
}

func (p progress) end() {
	if p.to != nil {
		fmt.Fprint(p.to, clear)
	}
}
