package plan

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// Target is a server to measure.
type Target struct {
	// Name is what results call it, Title what a reader does.
	Name, Title string
	// program is the name of a Go program, or a path to an interpreter with its script.
	program     string
	interpreter string
	// dashes begin a long flag.
	dashes string
	// stdio is the argument that makes it serve a pipe; empty when it cannot.
	stdio string
	// flags are further ones.
	flags []string
	// tokens is whether callers sign in.
	tokens bool
	// warm is how many times longer than a Go program it warms up.
	warm int
	// log is whether its log is kept in a file.
	log bool
}

// goes is whether it is a Go program, which has a meter.
func (t Target) goes() bool { return t.interpreter == "" }

// Comity in its several forms, and what it is measured against.
const (
	Floor         = "floor"
	Comity        = "comity"
	ComityQuiet   = "comity-no-audit"
	ComityFile    = "comity-audit-to-file"
	ComityTokens  = "comity-tokens"
	GoSDK         = "go-sdk"
	McpGo         = "mcp-go"
	TypeScriptSDK = "typescript-sdk"
	FastMCP       = "fastmcp"
)

// targets are all servers. Those that an interpreter or a package is missing for are left out by
// [Bench.Prepare].
var targets = []Target{
	{Name: Floor, Title: "net/http + encoding/json (floor)", program: "floor"},
	{Name: Comity, Title: "Comity, as it comes", program: "comity", stdio: "stdio"},
	{Name: ComityQuiet, Title: "Comity, audit off", program: "comity", flags: []string{"-quiet"}},
	{Name: ComityFile, Title: "Comity, audit to a file", program: "comity", log: true},
	{Name: ComityTokens, Title: "Comity, cached tokens and audit", program: "comity", tokens: true},
	{Name: GoSDK, Title: "go-sdk, typed", program: "gosdk", stdio: "-stdio"},
	{Name: McpGo, Title: "mcp-go, validating", program: "mcpgo", stdio: "-stdio"},
	{Name: TypeScriptSDK, Title: "TypeScript SDK 2", program: "typescript.mjs", interpreter: "node_modules/node/bin/node", dashes: "--", stdio: "--stdio", warm: 3},
	{Name: FastMCP, Title: "FastMCP (Python)", program: "fastmcp_server.py", interpreter: ".venv/bin/python", dashes: "-", stdio: "-stdio", warm: 2},
}

// Titles are what readers call the targets, in the order of tables.
func Titles() (names []string, titles map[string]string) {
	titles = map[string]string{}
	for _, t := range targets {
		names = append(names, t.Name)
		titles[t.Name] = t.Title
	}
	return names, titles
}

// missing says why it cannot run in dir; "" when it can.
func (t Target) missing(dir string) string {
	if t.goes() {
		return ""
	}
	if _, err := os.Stat(filepath.Join(dir, t.interpreter)); err != nil {
		return fmt.Sprintf("there is no %s; benchmarks/README.md says how to install it", t.interpreter)
	}
	return ""
}

// command is how it is started over HTTP, or over pipes when address is "".
func (t Target) command(bin, address, meter string, tools int, more ...string) (path string, args []string) {
	dashes := "-"
	if t.goes() {
		path = filepath.Join(bin, t.program)
	} else {
		path, dashes = t.interpreter, t.dashes
		args = append(args, "target/"+t.program)
	}
	if address == "" && t.stdio != "" && t.stdio[0] != '-' {
		args = append(args, t.stdio)
	}
	args = append(args, dashes+"tools", strconv.Itoa(tools))
	if address == "" && t.stdio[0] == '-' {
		args = append(args, t.stdio)
	}
	if address != "" {
		args = append(args, dashes+"addr", address)
	}
	if meter != "" && t.goes() {
		args = append(args, "-meter", meter)
	}
	return path, slices.Concat(args, t.flags, more)
}
