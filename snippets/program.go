package snippets

import (
	"embed"
	"fmt"
	"strings"
	"text/template"
)

//go:embed programs/*.tmpl
var programs embed.FS

// slots are what the files under programs leave open, each ready to stand in the language of the file. A comment is
// whole lines, or empty.
type slots struct {
	Model, Question, Label string
	// Token is the comment that says which token the program needs, Approval the one that says which tools run at once.
	Token, Approval string
	// Server and Tools are values, Body the one of a request, Never the list of tools that run at once.
	Server, Tools, Body, Never string
	// Transport is the class that connects to the server.
	Transport string
	// Asks is whether a call can wait for an approval.
	Asks bool
	// Deferred is whether the model searches for tools.
	Deferred bool
}

// fill writes the program of that name.
func fill(program string, with any) (string, error) {
	t, err := template.ParseFS(programs, "programs/"+program+".tmpl")
	if err != nil {
		return "", fmt.Errorf("reading the program %s: %w", program, err)
	}
	var b strings.Builder
	if err := t.Execute(&b, with); err != nil {
		return "", fmt.Errorf("writing the program %s: %w", program, err)
	}
	return strings.ReplaceAll(b.String(), "= \n", "=\n"), nil // a value that begins on the next line; no literal has a line end
}

// question is what the programs ask the model.
func (v view) question() text {
	return text("What can " + strings.Join(strings.Fields(v.title), " ") + " do for me?")
}
