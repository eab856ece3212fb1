package peer_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/comity-mcp/comity/internal/peer"
)

// scripts are servers on stdio, each bad in its way.
var scripts = map[string]func(){
	"ends at once": func() {
		os.Stderr.WriteString("Traceback\nModuleNotFoundError: No module named 'fastmcp'\n")
		os.Exit(3)
	},
	"ends without a word": func() {},
	"ends at what it does not know": func() {
		each(func(a asked) string {
			if a.Method == "server/discover" {
				os.Exit(1)
			}
			return a.answer()
		})
	},
	"says nothing": func() { io.Copy(io.Discard, os.Stdin) },
	"says nothing of what it does not know": func() {
		each(func(a asked) string {
			if a.Method == "server/discover" {
				return ""
			}
			return a.answer()
		})
	},
	"is modern and wakes up late": func() {
		var first string
		each(func(a asked) string {
			answer := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"supportedVersions":["2026-07-28"],"tools":[{"name":"look"}],`+
				`"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"old","version":"1"}}}}`, a.ID)
			switch {
			case a.Method == "initialize":
				fmt.Println(first)
				return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32022,"message":"this connection is of 2026-07-28"}}`, a.ID)
			case first == "":
				first = answer
				return ""
			}
			return answer
		})
	},
	"takes its time to start": func() {
		time.Sleep(2 * quick.Timeout)
		each(asked.answer)
	},
	"prints what is no message": func() {
		fmt.Println("Server listening!")
		io.Copy(io.Discard, os.Stdin)
	},
	"prints a banner first": func() {
		fmt.Println("Server listening!")
		each(asked.answer)
	},
	"writes a line without end": func() {
		for {
			if _, err := os.Stdout.WriteString(strings.Repeat("x", 4096)); err != nil {
				return
			}
		}
	},
	"asks before it answers": func() {
		each(func(a asked) string {
			if a.Method != "tools/list" {
				return a.answer()
			}
			fmt.Println(`{"jsonrpc":"2.0","method":"notifications/progress"}`)
			fmt.Println(`{"jsonrpc":"2.0","id":"p","method":"ping"}`)
			lines := bufio.NewReader(os.Stdin)
			pong, _ := lines.ReadString('\n')
			fmt.Println(`{"jsonrpc":"2.0","id":"e","method":"elicitation/create"}`)
			no, _ := lines.ReadString('\n')
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"tools":[],"said":[%s,%s]}}`, a.ID, strings.TrimSpace(pong), strings.TrimSpace(no))
		})
	},
	"leaves a child behind": func() {
		child := exec.Command("sleep", "60")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			os.Exit(1)
		}
		pid := strconv.Itoa(child.Process.Pid)
		each(func(a asked) string { return strings.ReplaceAll(a.answer(), `"old"`, strconv.Quote(pid)) })
	},
	"does not read": func() {
		// It hears no end of its input either, and takes a child with it that hears nothing at all.
		child := exec.Command("sleep", "60")
		if err := child.Start(); err == nil {
			fmt.Fprintln(os.Stderr, child.Process.Pid)
		}
		time.Sleep(time.Minute)
	},
}

// each answers one request after another, of which it reads no more than it answers.
func each(answer func(asked) string) {
	for {
		var line []byte
		for one := make([]byte, 1); ; {
			if _, err := os.Stdin.Read(one); err != nil {
				return
			}
			if one[0] == '\n' {
				break
			}
			line = append(line, one[0])
		}
		var a asked
		if json.Unmarshal(line, &a) == nil && a.ID != nil {
			if said := answer(a); said != "" {
				fmt.Println(said)
			}
		}
	}
}

func TestAProcessThatDoesNotAnswerIsTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		options peer.Options
		want    string
	}{
		{"ends at once", peer.Options{}, " ended (exit status 3) without an answer; the end of its standard error:\n  Traceback\n  ModuleNotFoundError: No module named 'fastmcp'"},
		{"ends without a word", peer.Options{}, " ended (exit status 0) without an answer and without a word on standard error; run it by hand to see why"},
		{"says nothing", quick, "initialize was not answered in 300ms"},
		{"prints what is no message", quick, `wrote "Server listening!" on standard output, where only messages belong; log to standard error`},
		{"writes a line without end", quick, "initialize was not answered in 300ms"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := peer.Dial(t.Context(), script(t, c.name), c.options)
			if err == nil || !strings.HasSuffix(err.Error(), c.want) {
				t.Errorf("got  %v\nwant ...%s", err, c.want)
			}
		})
	}
}

func TestAProcessIsMetOnItsTerms(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ends at what it does not know", "says nothing of what it does not know", "prints a banner first",
		"is modern and wakes up late"} {
		t.Run(name, func(t *testing.T) {
			p := dial(t, script(t, name), peer.Options{Timeout: time.Second})
			c, err := p.Catalog(t.Context())
			if err != nil || len(c.Tools) != 1 || c.Server.Name != "old" {
				t.Errorf("got %+v, %v", c, err)
			}
			if strays := strings.Join(p.Strays(), "|"); (name == "prints a banner first") != (strays == "Server listening!") {
				t.Errorf("strays are %q", strays)
			}
		})
	}
}

func TestAProcessMayTakeLongerForItsFirstAnswer(t *testing.T) {
	t.Parallel()
	slow := script(t, "takes its time to start")
	o := peer.Options{Era: peer.Handshake, Timeout: quick.Timeout}
	if p, err := peer.Dial(t.Context(), slow, o); err == nil {
		p.Close()
		t.Error("it was waited for although nothing said so")
	}
	o.Start = time.Minute
	if p := dial(t, slow, o); p.Server().Name != "old" {
		t.Errorf("got %+v", p.Server())
	}
}

func TestWhatAProcessAsksIsAnswered(t *testing.T) {
	p := dial(t, script(t, "asks before it answers"), peer.Options{Era: peer.Handshake, Timeout: 10 * time.Second})
	r, err := p.Request(t.Context(), "tools/list", nil)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Said []struct {
			ID     string
			Result json.RawMessage
			Error  *peer.RPCError
		}
	}
	if err := json.Unmarshal(r.Result, &got); err != nil || len(got.Said) != 2 || string(got.Said[0].Result) != "{}" ||
		got.Said[1].Error == nil || got.Said[1].Error.Code != -32601 || len(r.Notifications) != 1 {
		t.Errorf("got %s, %d notifications, %v", r.Result, len(r.Notifications), err)
	}
}

func TestNothingOfAProcessIsLeftBehind(t *testing.T) {
	t.Parallel()
	target := script(t, "does not read")
	long := strings.Repeat("x", 1<<20) // more than a pipe holds
	_, err := peer.Dial(t.Context(), target, peer.Options{ClientName: long, Timeout: time.Second})
	if err == nil || !strings.Contains(err.Error(), "does not read its standard input") {
		t.Errorf("got %v", err)
	}
	_, err = peer.Dial(t.Context(), target, peer.Options{Timeout: time.Second, Era: peer.Handshake})
	if err == nil {
		t.Fatal("a server that says nothing was met")
	}
	_, said, _ := strings.Cut(err.Error(), "standard error:\n")
	child, wrong := strconv.Atoi(strings.TrimSpace(said))
	if wrong != nil {
		t.Fatalf("the child is not named in %v", err)
	}
	if !gone(child) {
		t.Error("the child of the server runs on")
	}
}

func TestWhatAProcessStartedEndsWithIt(t *testing.T) {
	t.Parallel()
	p := dial(t, script(t, "leaves a child behind"), peer.Options{})
	child, err := strconv.Atoi(p.Server().Name)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if !gone(child) {
		t.Error("the child of the server runs on")
	}
}

// gone says whether a process that was killed is dead; it dies in its own time, and one that nobody has reaped is a zombie.
func gone(pid int) bool {
	for until := time.Now().Add(5 * time.Second); time.Now().Before(until); runtime.Gosched() {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return true
		}
		b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if _, after, _ := strings.Cut(string(b), ") "); err == nil && strings.HasPrefix(after, "Z") {
			return true
		}
	}
	return false
}

func TestTheEndOfTheContextIsTheEndOfTheRequest(t *testing.T) {
	p := dial(t, script(t, "says nothing of what it does not know"), peer.Options{Era: peer.Handshake})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Request(ctx, "server/discover", nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if r, err := p.Request(t.Context(), "tools/list", nil); err != nil || r.Result == nil {
		t.Errorf("after it: got %+v, %v", r, err)
	}
}

func TestAProcessGetsTheEnvironmentOfAHost(t *testing.T) {
	t.Setenv("COMITY_SECRET", "hunter2")
	t.Setenv("COMITY_NAMED", "yes")
	env := strings.Join(peer.Environment("COMITY_NAMED", "COMITY_ABSENT"), "\n") + "\n"
	if strings.Contains(env, "COMITY_SECRET") || !strings.Contains(env, "COMITY_NAMED=yes\n") || strings.Contains(env, "COMITY_ABSENT") || !strings.Contains(env, "PATH=") {
		t.Errorf("got %s", env)
	}
}
