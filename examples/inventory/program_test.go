package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// asProgram makes this test binary behave as the example, so that the tests start the real thing.
const asProgram = "INVENTORY_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// program is the example with the command line.
func program(t *testing.T, commandLine ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self, commandLine...)
	c.Env = append(os.Environ(), asProgram+"=1")
	return c
}

// served is the example as it serves HTTP, and the command that it printed.
type served struct {
	process   *exec.Cmd
	url, body string
}

var printed = regexp.MustCompile(`curl -s (\S+) -H 'Content-Type: application/json' -d '(.*)'`)

func serve(t *testing.T, dir string) served {
	t.Helper()
	c := program(t, "-addr", "127.0.0.1:0", "-data", dir)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := printed.FindStringSubmatch(lines.Text()); m != nil {
			go io.Copy(io.Discard, out)
			return served{c, m[1], m[2]}
		}
	}
	t.Fatalf("the program ended without printing a command that calls a tool: %v", lines.Err())
	return served{}
}

// post sends a body as curl does, and decodes the structured result.
func (s served) post(t *testing.T, body string, result any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "*/*")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Result struct{ StructuredContent json.RawMessage }
	}
	if err := json.Unmarshal(b, &answer); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", res.Status, b)
	}
	if err := json.Unmarshal(answer.Result.StructuredContent, result); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
}

func TestThePrintedCommandCallsATool(t *testing.T) {
	s := serve(t, t.TempDir())
	var got StockLevel
	s.post(t, s.body, &got)
	if got.ProductSKU != "SKU-4421" || got.Warehouse != "Chicago" || got.OnHand == 0 || got.Available != got.OnHand-got.Reserved {
		t.Errorf("the printed command gives %+v", got)
	}
}

func TestWhatWasAnsweredSurvivesAKill(t *testing.T) {
	dir := t.TempDir()
	first := serve(t, dir)
	var made Reorder
	first.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_reorder","arguments":
		{"product_sku":"SKU-4421","warehouse":"Chicago","units":50,"request_key":"restock-1"}}}`, &made)
	if err := first.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	first.process.Wait()
	var got ReorderStatus
	serve(t, dir).post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_reorder_status","arguments":
		{"request_key":"restock-1"}}}`, &got)
	if got.Reorder != made {
		t.Errorf("after the kill: %+v, before: %+v", got.Reorder, made)
	}
}

func TestTheProgramStopsWhenItIsAsked(t *testing.T) {
	s := serve(t, t.TempDir())
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.process.Wait(); err != nil {
		t.Errorf("the program stopped with %v", err)
	}
}

func TestAHostCanStartItOnStdio(t *testing.T) {
	client := mcp.NewClient(&mcp.Implementation{Name: "host", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: program(t, "stdio", "-data", t.TempDir())}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "list_warehouses"})
	if err != nil || res.IsError {
		t.Fatalf("list_warehouses = %+v, %v", res, err)
	}
}

func TestDescribingOpensNoDatabase(t *testing.T) {
	for _, command := range []string{"tools", "lint"} {
		c := program(t, command)
		c.Dir = t.TempDir()
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
		if files, err := os.ReadDir(c.Dir); err != nil || len(files) > 0 {
			t.Errorf("%s left %v, %v", command, files, err)
		}
	}
}
