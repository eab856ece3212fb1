package probe_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// behaviour is the environment variable that turns the test binary into a server on stdio.
const behaviour = "COMITY_PROBE_SERVER"

func TestMain(m *testing.M) {
	if how := os.Getenv(behaviour); how != "" {
		serve(how)
		return
	}
	os.Exit(m.Run())
}

// serve is a server on standard input and output that behaves in one of several ways.
func serve(how string) {
	f := &fake{tools: getStock + "," + addStock}
	switch how {
	case "child": // outlives its parent, unless the whole group is ended
		time.Sleep(time.Hour)
	case "noisy":
		fmt.Println("Server listening on stdio")
	case "parent":
		child := exec.Command(os.Args[0])
		child.Env = []string{behaviour + "=child"}
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Fprintln(os.Stderr, "child", child.Process.Pid)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		answer(f, how, lines.Bytes())
	}
	if how == "deaf" {
		time.Sleep(time.Hour)
	}
}

// answer answers one line, if the behaviour lets it.
func answer(f *fake, how string, line []byte) {
	var m struct {
		Method string
		Params struct {
			Name      string
			Arguments map[string]any
		}
	}
	_ = json.Unmarshal(line, &m) // the probe writes JSON
	call := m.Method == "tools/call"
	switch {
	case how == "crash" && call && m.Params.Arguments["city"] == nil:
		panic("runtime error: city is nil")
	case how == "silent" && call, how == "mute" && strings.Contains(m.Method, "/"):
		return
	case how == "endless" && call:
		for {
			if _, err := fmt.Print(strings.Repeat("x", 1<<16)); err != nil {
				return
			}
		}
	}
	if body, _ := f.message(line); body != "" {
		fmt.Println(body)
	}
}
