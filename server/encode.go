package server

import (
	"encoding/json"

	jsonv2 "github.com/go-json-experiment/json"
)

// marshal encodes an author's value as package schema does.
func marshal(v any) (json.RawMessage, error) {
	return jsonv2.Marshal(v, jsonv2.Deterministic(true))
}
