package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
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

// served is the example as it serves HTTP, and the commands that it printed: one gets a token, one calls a tool.
type served struct {
	process           *exec.Cmd
	tokenCommand, url string
	callCommand, body string
}

var (
	printedToken = regexp.MustCompile(`^  TOKEN=\$\(.*\)$`)
	printedCall  = regexp.MustCompile(`^  (curl -s (\S+) -H 'Content-Type: application/json'.* -d '(.*)')$`)
)

func serve(t *testing.T, dir string, more ...string) served {
	t.Helper()
	c := program(t, append([]string{"-addr", "127.0.0.1:0", "-data", dir}, more...)...)
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
	s := served{process: c}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if printedToken.MatchString(lines.Text()) {
			s.tokenCommand = strings.TrimSpace(lines.Text())
		}
		if m := printedCall.FindStringSubmatch(lines.Text()); m != nil {
			go io.Copy(io.Discard, out)
			s.callCommand, s.url, s.body = m[1], m[2], m[3]
			return s
		}
	}
	t.Fatalf("the program ended without printing a command that calls a tool: %v", lines.Err())
	return served{}
}

// token runs the printed command that gets one.
func (s served) token(t *testing.T) string {
	t.Helper()
	return shell(t, s.tokenCommand+`; printf %s "$TOKEN"`)
}

// shell runs a command as the person at the terminal would, with curl.
func shell(t *testing.T, command string) string {
	t.Helper()
	b, err := exec.CommandContext(t.Context(), "sh", "-c", command).Output()
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return string(b)
}

// post sends a body as curl does; an empty token is none.
func (s served) post(t *testing.T, token, body string) (*http.Response, []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "*/*")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, b
}

// structured decodes the structured result of an answer.
func structured(t *testing.T, b []byte, result any) {
	t.Helper()
	var answer struct {
		Result struct{ StructuredContent json.RawMessage }
	}
	if err := json.Unmarshal(b, &answer); err != nil || answer.Result.StructuredContent == nil {
		t.Fatalf("no structured result, %v: %s", err, b)
	}
	if err := json.Unmarshal(answer.Result.StructuredContent, result); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
}

func TestThePrintedCommandsGetATokenAndCallATool(t *testing.T) {
	s := serve(t, t.TempDir())
	var got StockLevel
	structured(t, []byte(shell(t, s.tokenCommand+"\n"+s.callCommand)), &got)
	if got.ProductSKU != "SKU-4421" || got.Warehouse != "Chicago" || got.OnHand == 0 || got.Available != got.OnHand-got.Reserved {
		t.Errorf("the printed commands give %+v", got)
	}
}

// addressToReturnTo is an address that is free, as is the port after it for the issuer, and stays so: no system
// hands ports this low out to whoever asks for any.
func addressToReturnTo(t *testing.T) string {
	t.Helper()
	for range 100 {
		port := 20_000 + rand.IntN(10_000)
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			continue
		}
		next, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port+1))
		l.Close()
		if err == nil {
			next.Close()
			return l.Addr().String()
		}
	}
	t.Fatal("no two ports in a row are free")
	return ""
}

func TestWhatWasAnsweredSurvivesAKill(t *testing.T) {
	dir, address := t.TempDir(), addressToReturnTo(t)
	first := serve(t, dir, "-addr", address)
	var made Reorder
	_, b := first.post(t, first.token(t), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_reorder","arguments":
		{"product_sku":"SKU-4421","warehouse":"Chicago","units":50,"request_key":"restock-1"}}}`)
	structured(t, b, &made)
	if err := first.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	first.process.Wait()
	var got ReorderStatus
	second := serve(t, dir, "-addr", address) // the issuer is next to it, and a key belongs to a caller of one issuer
	_, b = second.post(t, second.token(t), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_reorder_status","arguments":
		{"request_key":"restock-1"}}}`)
	structured(t, b, &got)
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
	for _, command := range []string{"tools", "lint", "snippets"} {
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
