package server

import (
	"reflect"
	"time"
)

// quickArguments is how many bytes of arguments are checked and decoded outside of the budget, where the tool is plain. A
// pattern can take a microsecond a byte.
const quickArguments = 64 << 10

// isPlain reports whether reading and writing a t calls no method that an author wrote, which might never return.
func isPlain(t reflect.Type) bool {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return true
	case t.Kind() == reflect.Interface || t.NumMethod() > 0 || reflect.PointerTo(t).NumMethod() > 0:
		return false
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return isPlain(t.Elem())
	case reflect.Map:
		return isPlain(t.Key()) && isPlain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); travels(f) && !isPlain(f.Type) {
				return false
			}
		}
	}
	return true
}
