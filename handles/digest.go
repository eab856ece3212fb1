package handles

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Digest returns the SHA-256 of arguments in hex, the same for JSON texts that differ in spaces or in
// the order of members only. What is no JSON is taken as it stands.
func Digest(arguments []byte) string {
	sum := sha256.Sum256(canonical(arguments))
	return hex.EncodeToString(sum[:])
}

// canonical writes members sorted and without spaces. Numbers keep their spelling.
func canonical(text []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil || d.More() {
		return text
	}
	out, err := json.Marshal(value)
	if err != nil {
		return text
	}
	return out
}
