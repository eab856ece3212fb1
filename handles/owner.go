package handles

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// An Owner is whose a handle is: who may see and stop what it names. Two owners are the same when all
// fields are. It is never a token, and never taken from what a client says about itself.
type Owner struct {
	// Issuer and Subject are those of the verified caller; neither may be empty.
	Issuer  string `json:"issuer"`
	Subject string `json:"subject"`
	// Tenant tells organisations apart that share an issuer and its subjects; empty where there are none.
	Tenant string `json:"tenant,omitempty"`
}

// String returns a form that is different for every owner, for an index or a log.
func (o Owner) String() string {
	return strconv.Quote(o.Issuer) + " " + strconv.Quote(o.Subject) + " " + strconv.Quote(o.Tenant)
}

// maxOwner is the most bytes of one field of an owner.
const maxOwner = 1024

func (o Owner) check() error {
	if o.Issuer == "" || o.Subject == "" {
		return errors.New("the owner has no issuer or no subject, so that everyone would be the same; say who starts the job")
	}
	if !utf8.ValidString(o.Issuer + o.Subject + o.Tenant) {
		return errors.New("a field of the owner is not UTF-8, so that it would be stored as something else; encode it")
	}
	if most := max(len(o.Issuer), len(o.Subject), len(o.Tenant)); most > maxOwner {
		return fmt.Errorf("a field of the owner has %d bytes and at most %d are kept; shorten it", most, maxOwner)
	}
	return nil
}
