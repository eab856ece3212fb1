package schema

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Fault is one thing wrong with a value. Its sentence is written for a model, which reads it and tries
// again.
type Fault struct {
	// Path leads to the place, for example "lines[2].sku"; empty for the value as a whole.
	Path string
	// Sent is what was found there, clipped; empty when nothing was.
	Sent string
	// Allowed is what may stand there, in words; empty when the sentence says all there is.
	Allowed string
	// Nearest is the valid name or value that was most likely meant; empty when none is close.
	Nearest string
	// Says is the whole of it as one sentence that begins with the path.
	Says string

	cause error
}

// Faults is everything wrong with one value, in the order of its bytes; members that are missing come
// where their object ends. At most 100 are collected. It is the error of [Core.Decode] and [Core.Encode]:
// find it with errors.AsType[schema.Faults].
type Faults []Fault

const (
	maxFaults    = 100
	maxErrorSize = 1000 // bytes of Faults.Error
	maxSent      = 60   // runes of a value that is quoted back
	maxListed    = 300  // bytes of a list of names or values
)

// Error lists the sentences, one a line, in at most 1000 bytes; what does not fit is counted.
func (fs Faults) Error() string {
	var b strings.Builder
	for i, f := range fs {
		rest := fmt.Sprintf("and %d more", len(fs)-i)
		line := f.Says
		last := i == len(fs)-1
		room := maxErrorSize - b.Len() - 1
		if !last {
			room -= len(rest) + 1
		}
		if len(line) > room {
			if i == 0 {
				b.WriteString(clipBytes(line, room))
				if !last {
					fmt.Fprintf(&b, "\nand %d more", len(fs)-1)
				}
			} else {
				fmt.Fprintf(&b, "\n%s", rest)
			}
			return b.String()
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line)
	}
	return b.String()
}

// Unwrap returns what the methods of declared types said against the values, each with its path, joined
// as by errors.Join; nil when none was asked or all were content. Such an error may hold anything, so it
// is for the log, and the sentences never have it.
func (fs Faults) Unwrap() error {
	var causes []error
	for _, f := range fs {
		if f.cause != nil {
			causes = append(causes, fmt.Errorf("%s: %w", f.Path, f.cause))
		}
	}
	return errors.Join(causes...)
}

// clip shortens text to n runes, saying so with three dots.
func clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	runes := 0
	for i := range text {
		if runes == n {
			return text[:i] + "..."
		}
		runes++
	}
	return text
}

// clipBytes shortens text to at most n bytes without cutting a rune in two.
func clipBytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	n -= len("...")
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "..."
}

// list writes names or values with commas, and how many were left out when there are too many.
func list(values []string) string {
	var b strings.Builder
	for i, v := range values {
		v = clip(v, maxSent)
		if i > 0 {
			if b.Len()+len(v) > maxListed {
				fmt.Fprintf(&b, " and %d more", len(values)-i)
				break
			}
			b.WriteString(", ")
		}
		b.WriteString(v)
	}
	return b.String()
}
