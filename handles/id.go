package handles

import (
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"regexp"
	"strings"
)

// idDigits is how many base32 digits hold 128 bits.
const idDigits = 26

var (
	lowerBase32 = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)
	prefixForm  = regexp.MustCompile(`^` + prefixPattern + `$`)
	idForm      = regexp.MustCompile(`^` + prefixPattern + `_` + digitPattern + `$`)
)

const (
	prefixPattern = "[a-z][a-z0-9]{0,15}"
	digitPattern  = "[a-z2-7]{26}"
)

// NewID returns a fresh handle: the prefix, an underscore and 128 random bits in lower-case base32
// (RFC 4648 section 6, without padding). The prefix is a letter and at most 15 more letters or digits,
// all lower case; another one panics, since a program chooses it and no caller does.
func NewID(prefix string) string {
	if !prefixForm.MatchString(prefix) {
		panic(fmt.Sprintf("handles: the prefix %q is not a lower-case letter followed by at most 15 lower-case letters or digits", prefix))
	}
	var bits [16]byte
	rand.Read(bits[:]) // never fails (crypto/rand)
	return prefix + "_" + lowerBase32.EncodeToString(bits[:])
}

// WellFormed says whether id looks like a handle of some prefix. It says nothing about whether there is
// such a handle.
func WellFormed(id string) bool {
	// The last digit carries three bits, so that it is one of eight.
	return idForm.MatchString(id) && strings.ContainsRune("aeimquy4", rune(id[len(id)-1]))
}

// A Kind is what an [ID] names, by a method of the type that is named. It is called on the zero value
// and must always say the same.
type Kind interface {
	// Handle returns the prefix, as [NewID] takes it, and what a person calls the thing: "basket".
	Handle() (prefix, noun string)
}

// An ID is a handle of an author's own state across calls, such as a basket or a draft: a string on the
// wire, whose schema says which. It is not bound to anyone by itself: keep the [Owner] beside the state,
// look it up by both, and give the same answer for a foreign handle and an unknown one.
type ID[K Kind] string

// New returns a fresh ID.
func New[K Kind]() ID[K] {
	prefix, _ := kind[K]()
	return ID[K](NewID(prefix))
}

// SchemaString is what package schema asks for the pattern and the description.
func (ID[K]) SchemaString() (pattern, description string) {
	prefix, noun := kind[K]()
	return "^" + prefix + "_" + digitPattern + "$",
		fmt.Sprintf("Handle of a %s, as an earlier call returned it, e.g. %s_ and %d letters or digits. Pass it on unchanged; it cannot be made up", noun, prefix, idDigits)
}

// WellFormed says whether the ID has the form of its kind.
func (id ID[K]) WellFormed() bool {
	prefix, _ := kind[K]()
	return WellFormed(string(id)) && strings.HasPrefix(string(id), prefix+"_")
}

func kind[K Kind]() (prefix, noun string) {
	var zero K
	return zero.Handle()
}
