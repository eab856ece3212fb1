package auth

import "github.com/comity-mcp/comity/fault"

// Rules returns the rules that [OAuth.Check] judges by. The slice is the caller's own.
func Rules() []fault.Rule { return nil }

// Check returns what is wrong with o.
func (o OAuth) Check() fault.Problems { return nil }
