package command

import (
	"errors"
	"strings"
)

// A List is a flag that may be given more than once, or once with commas.
type List []string

// String returns the values with commas between.
func (l *List) String() string { return strings.Join(*l, ",") }

// Set adds the values of one use of the flag.
func (l *List) Set(value string) error {
	for _, one := range strings.Split(value, ",") {
		if one = strings.TrimSpace(one); one == "" {
			return errors.New("it is empty; leave the flag out, or give it a value")
		}
		*l = append(*l, one)
	}
	return nil
}
