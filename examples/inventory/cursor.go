package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// A cursor is the last key of a page behind a digest of that key and of the question. Going on by key
// keeps pages stable while rows are added. The digest catches a cursor that was cut, altered or taken to
// another question; it is no signature, because a cursor gives no right that the question does not.

const digestSize = 8

// cursorAfter makes the cursor of the page after key.
func cursorAfter(key string, question string) string {
	return base64.RawURLEncoding.EncodeToString(append(digest(key, question), key...))
}

// afterCursor reads a cursor, and reports whether it belongs to the question.
func afterCursor(cursor string, question string) (key string, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(b) <= digestSize {
		return "", false
	}
	key = string(b[digestSize:])
	return key, string(b[:digestSize]) == string(digest(key, question))
}

func digest(key string, question string) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q", key, question))
	return sum[:digestSize]
}
