package stdio_test

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/comity-mcp/comity/internal/stdio"
)

// start runs this binary as a child in a mode, with pipes for its streams.
func start(t *testing.T, mode string) (child *exec.Cmd, p *peer, stderr *bytes.Buffer) {
	t.Helper()
	child = exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childMode+"="+mode)
	stderr = new(bytes.Buffer)
	child.Stderr = stderr
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	limit := time.AfterFunc(30*time.Second, func() { _ = child.Process.Kill() })
	t.Cleanup(func() { limit.Stop() })
	return child, &peer{t: t, in: in, out: bufio.NewReader(out), hangUp: out.Close}, stderr
}

// R130: a banner or a library's log on stdout broke the framing.
func TestR130NothingButMessagesReachesStdout(t *testing.T) {
	for _, era := range eras {
		t.Run(era.name, func(t *testing.T) {
			child, p, stderr := start(t, "serve")
			p.send(era.open)
			if era.open != "" {
				p.next()
			}
			p.send(era.call("1", "print", "printed") + "\n")
			if got, want := p.next(), era.said("1", "printed"); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if got := p.rest(); len(got) != 0 {
				t.Errorf("got lines %q at the end, want none", got)
			}
			if err := child.Wait(); err != nil {
				t.Errorf("the server ended with %v", err)
			}
			want := "a banner at start-up\nprinted by fmt\nearly: printed by a logger from before\nprinted by a child process\n"
			if got := stderr.String(); got != want {
				t.Errorf("stderr got %q\nwant %q", got, want)
			}
		})
	}
}

// R131: CRLF line ends, a byte order mark or a blank line ended the loop silently.
func TestR131LineEndsMarksAndBlankLinesAreAccepted(t *testing.T) {
	for _, era := range eras {
		t.Run(era.name, func(t *testing.T) {
			p := servePipes(t, tools(nil), stdio.Options{})
			p.send("\ufeff" + strings.ReplaceAll(era.open, "\n", "\r\n") + "\r\n\n  \t\r\n")
			if era.open != "" {
				p.next()
			}
			p.send("{\"jsonrpc\":\r\n")
			if got := p.next(); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`) {
				t.Errorf("a malformed line got %s, want error -32700", got)
			}
			p.send(era.call("1", "echo", "crlf") + "\r\n")
			if got, want := p.next(), era.said("1", "crlf"); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			p.rest()
			p.end()
		})
	}
}

// R133: the process stayed alive after the end of stdin.
func TestR133TheProcessEndsWithItsInput(t *testing.T) {
	t.Run("with nothing in flight", func(t *testing.T) {
		child, p, _ := start(t, "serve")
		if got := p.rest(); len(got) != 0 {
			t.Errorf("got lines %q, want none", got)
		}
		if err := child.Wait(); err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	for _, era := range eras {
		t.Run("with a call in flight, "+era.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				p := serve(t, tools(nil), stdio.Options{})
				p.send(era.open)
				if era.open != "" {
					p.next()
				}
				p.send(era.call("1", "slow", "done") + "\n")
				got := strings.Join(p.rest(), "\n")
				p.end()
				if want := era.said("1", "done"); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
				if took := time.Since(begun); took != 5*time.Second {
					t.Errorf("ended after %v, want the 5s that the call takes", took)
				}
			})
		})
		t.Run("with a call that waits for its context, "+era.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				p := serve(t, tools(nil), stdio.Options{Grace: 3 * time.Second})
				p.send(era.open)
				if era.open != "" {
					p.next()
				}
				p.send(era.call("1", "patient", "") + "\n")
				if got := p.rest(); len(got) != 0 {
					t.Errorf("got lines %q, want none", got)
				}
				p.end()
				if took := time.Since(begun); took != 3*time.Second {
					t.Errorf("ended after %v, want the grace of 3s", took)
				}
			})
		})
	}
}

func TestASignalEndsAServerThatWaitsForItsInput(t *testing.T) {
	child, p, _ := start(t, "serve")
	p.send(modern("1", "echo", "a") + "\n")
	p.next()
	if err := child.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if got := p.last(); len(got) != 0 { // stdin stays open
		t.Errorf("got lines %q, want none", got)
	}
	if err := child.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

// R134: the answer was lost because the transport closed before the handler had finished.
func TestR134AnAnswerIsWrittenAfterTheEndOfTheInput(t *testing.T) {
	for _, era := range eras {
		t.Run(era.name, func(t *testing.T) {
			child, p, _ := start(t, "serve")
			p.send(era.open + era.call("1", "echo", "last words")) // the last line has no line end
			lines := p.rest()
			if err := child.Wait(); err != nil {
				t.Errorf("the server ended with %v", err)
			}
			if era.open != "" {
				lines = lines[1:] // the answer to initialize
			}
			if got, want := strings.Join(lines, "\n"), era.said("1", "last words"); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestClaim(t *testing.T) {
	t.Run("restore gives stdin and stdout back, and they can be claimed again", func(t *testing.T) {
		child, p, stderr := start(t, "restore")
		p.send("one two ")
		p.in.Close()
		out, err := io.ReadAll(p.out)
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Wait(); err != nil {
			t.Errorf("the child ended with %v", err)
		}
		got := string(out) + "--\n" + stderr.String()
		want := "before\nclaimed one\nafter\nclaimed two\nafter\n--\nduring\nduring\n"
		if got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	})
	t.Run("a host that closes stdout ends the server quietly", func(t *testing.T) {
		child, p, stderr := start(t, "serve")
		p.send(modern("1", "echo", "a") + "\n")
		p.next()
		if err := p.hangUp(); err != nil {
			t.Fatal(err)
		}
		p.send(modern("2", "echo", "b") + "\n")
		if err := child.Wait(); err != nil {
			t.Errorf("the server ended with %v", err)
		}
		if got, want := stderr.String(), "a banner at start-up\n"; got != want {
			t.Errorf("stderr got %q, want %q", got, want)
		}
	})
}
