package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var storyCommand = regexp.MustCompile(`(?m)^go run \. (snippets .*)$`)

// TestTheStoryOfTheReadmeIsTrue holds what README.md tells first against the whole program further down: the declaration is
// a part of it, and the printed command prints the snippet.
func TestTheStoryOfTheReadmeIsTrue(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, story, _ := strings.Cut(string(text), "## Declare, run, copy\n")
	story, _, found := strings.Cut(story, "\n## ")
	declaration, command, snippet := fenced(story, "go"), storyCommand.FindStringSubmatch(fenced(story, "sh")), fenced(story, "python")
	program := goBlock.FindStringSubmatch(string(text))
	if !found || declaration == "" || command == nil || snippet == "" || program == nil {
		t.Fatal("README.md no longer tells the story under \"## Declare, run, copy\": a declaration, a command and a snippet")
	}
	if !strings.Contains(flat(program[1]), flat(declaration)) {
		t.Errorf("the declaration is no part of the program:\n%s", declaration)
	}
	args := append([]string{"run", "./" + saved(t, program[1])}, strings.Fields(command[1])...)
	out, err := exec.Command("go", args...).Output()
	if err != nil || !strings.Contains(string(out), snippet) {
		t.Errorf("%s prints, %v,\n%s\nand not\n%s", command[0], err, out, snippet)
	}
}

// fenced returns the first block of a language.
func fenced(text, language string) string {
	_, block, _ := strings.Cut(text, "```"+language+"\n")
	block, _, _ = strings.Cut(block, "```")
	return block
}

// flat is text with all space as one.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }
