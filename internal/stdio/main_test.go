package stdio_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"testing"

	"github.com/comity-mcp/comity/internal/stdio"
)

// childMode names what this test binary does instead of running tests.
const childMode = "STDIO_TEST_CHILD"

// early is a logger made before stdout is claimed, as a library makes one.
var early = log.New(os.Stdout, "early: ", 0)

func TestMain(m *testing.M) {
	switch os.Getenv(childMode) {
	case "":
		os.Exit(m.Run())
	case "serve":
		os.Exit(serveChild())
	case "restore":
		os.Exit(restoreChild())
	default:
		os.Exit(2)
	}
}

// serveChild is a server as a host starts it.
func serveChild() int {
	in, out, restore := stdio.Claim()
	defer restore()
	fmt.Println("a banner at start-up")
	never := make(chan struct{})
	transport := stdio.New(in, out, stdio.Options{})
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := tools(never).Run(ctx, transport); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		return 1
	}
	return 0
}

// restoreChild prints before, during and after a claim, twice.
func restoreChild() int {
	fmt.Println("before")
	for range 2 {
		in, out, restore := stdio.Claim()
		var stolen string
		if n, _ := fmt.Scanln(&stolen); n != 0 {
			fmt.Fprintln(out, "stdin could be read")
		}
		fmt.Println("during")
		var word string
		fmt.Fscan(in, &word)
		fmt.Fprintln(out, "claimed", word)
		restore()
		restore()
		fmt.Println("after")
	}
	return 0
}

// printEverywhere prints in the ways a handler does without thinking of the protocol.
func printEverywhere() {
	fmt.Println("printed by fmt")
	early.Println("printed by a logger from before")
	child := exec.Command("echo", "printed by a child process")
	child.Stdout = os.Stdout
	if err := child.Run(); err != nil {
		panic(err)
	}
}
