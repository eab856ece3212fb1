package server

import (
	"fmt"
	"io"
	"strings"

	"github.com/comity-mcp/comity/auth"
)

// welcome tells a person at a terminal what is running and what to do next.
func (s *Server) welcome(w io.Writer) {
	reads := 0
	for _, t := range s.tools {
		if t.reads {
			reads++
		}
	}
	fmt.Fprintf(w, "%s %s is running.\n\n", s.config.Title, s.config.Version)
	fmt.Fprintf(w, "  URL    %s\n", s.config.URL)
	fmt.Fprintf(w, "  Tools  %d, of which %d only read\n", len(s.tools), reads)
	switch p := s.config.Auth.(type) {
	case auth.Off:
		fmt.Fprintf(w, "  Auth   off: %s\n", p.Reason())
	case auth.OAuth:
		fmt.Fprintf(w, "  Auth   tokens for %s\n", s.config.URL)
	}
	if command, token := s.firstCall(); token {
		fmt.Fprintf(w, "\nCall a tool, with an access token in TOKEN:\n\n  %s\n", command)
	} else if command != "" {
		fmt.Fprintf(w, "\nCall a tool:\n\n  %s\n", command)
	}
	fmt.Fprintf(w, "\nStop with Ctrl-C.\n\n")
}

// firstCall is a command that calls the first read tool that has an example, and whether it needs a
// token.
func (s *Server) firstCall() (command string, token bool) {
	for _, d := range declarations(s.config.Tools) {
		if !d.reads {
			continue
		}
		args, err := d.example()
		if err != nil || args == nil {
			continue
		}
		header := "-H 'Content-Type: application/json'"
		if token = s.resource != nil && !d.spec.Access.Anonymous(); token {
			header += ` -H "Authorization: Bearer $TOKEN"`
		}
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, d.spec.Name, args)
		return fmt.Sprintf("curl -s %s %s -d '%s'", s.config.URL, header, strings.ReplaceAll(body, "'", `'\''`)), token
	}
	return "", false
}
