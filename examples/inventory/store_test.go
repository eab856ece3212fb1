package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rs/zerolog"
	_ "modernc.org/sqlite"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/server/servertest"
)

func TestDataSurvivesARestart(t *testing.T) {
	dir := t.TempDir()
	in := args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 50, "request_key": "restock-1"}
	var made Reorder
	t.Run("first run", func(t *testing.T) {
		c := servertest.Connect(t, declared(t, opened(t, dir), "http://127.0.0.1:8080/mcp"), auth.LocalCaller())
		c.Call("create_reorder", in).Into(t, &made)
	})
	t.Run("second run", func(t *testing.T) {
		c := servertest.Connect(t, declared(t, opened(t, dir), "http://127.0.0.1:8080/mcp"), auth.LocalCaller())
		var again Reorder
		c.Call("create_reorder", in).Into(t, &again)
		if again != made {
			t.Errorf("after the restart the same call gives %+v, want %+v", again, made)
		}
	})
}

func TestAnotherDirectoryStartsAfresh(t *testing.T) {
	c, s := connected(t)
	before := count(t, s, "reorders")
	if r := c.Call("create_reorder", args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 50, "request_key": "restock-1"}); r.Failed {
		t.Fatal(r.Text)
	}
	if got := count(t, opened(t, t.TempDir()), "reorders"); got != before {
		t.Errorf("a new directory has %d reorders, want the %d of the seed", got, before)
	}
}

func TestTheDataIsTheSameOnEveryMachine(t *testing.T) {
	const want = "f05e348420a8ee0d"
	s := opened(t, t.TempDir())
	sum := sha256.New()
	for _, query := range []string{
		"SELECT sku || name || category || lead_days FROM products ORDER BY sku",
		"SELECT sku || warehouse || on_hand || '/' || reserved FROM stock ORDER BY sku, warehouse",
		"SELECT sku || warehouse || counted FROM counts ORDER BY sku, warehouse",
		"SELECT id || sku || warehouse || units || status FROM reorders ORDER BY id",
	} {
		rows, err := column(t.Context(), s.reader, query)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(sum, strings.Join(rows, "\n"))
	}
	if got := fmt.Sprintf("%x", sum.Sum(nil))[:16]; got != want {
		t.Errorf("the digest of the data is %s, want %s; if the data was meant to change, write the new digest here", got, want)
	}
}

func TestTheDirectoryIsForItsOwnerOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b #1?")
	opened(t, dir)
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o700 {
		t.Errorf("the directory has mode %o, want 700", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "inventory.db")); err != nil {
		t.Errorf("a directory with odd characters in its name has no database: %v", err)
	}
}

func TestFirstStartsAtOnceFillOnce(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			s, err := open(context.Background(), dir)
			if err != nil {
				t.Errorf("one of four first starts: %v", err)
				return
			}
			defer s.Close()
			if got := count(t, s, "products"); got != productCount {
				t.Errorf("there are %d products, want %d", got, productCount)
			}
		})
	}
	all.Wait()
}

func TestADatabaseOfAnotherVersionIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	if _, err := s.writer.Exec("PRAGMA user_version = 3"); err != nil {
		t.Fatal(err)
	}
	_, err := open(context.Background(), dir)
	if err == nil || !strings.HasSuffix(err.Error(), "its version is 3, and this program knows 2; give another directory with -data") {
		t.Errorf("open = %v, want it to name both versions and the way out", err)
	}
}

// A directory of before there were recounts keeps its data and gets the counts.
func TestADatabaseWithoutCountsGetsThem(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	c := servertest.Connect(t, declared(t, s, "http://127.0.0.1:8080/mcp"), auth.LocalCaller())
	want := count(t, s, "counts")
	c.Call("create_reorder", args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 50, "request_key": "restock-1"})
	reorders := count(t, s, "reorders")
	if _, err := s.writer.Exec("DROP TABLE counts; PRAGMA user_version = 1"); err != nil {
		t.Fatal(err)
	}
	again := opened(t, dir)
	if got := count(t, again, "counts"); got != want || got < 2300 {
		t.Errorf("there are %d counts, want the %d of a new directory", got, want)
	}
	if got := count(t, again, "reorders"); got != reorders {
		t.Errorf("there are %d reorders, want the %d that there were", got, reorders)
	}
}

// A tool that says it reads cannot write, even when its handler tries to.
func TestAReadToolCannotWrite(t *testing.T) {
	s := opened(t, t.TempDir())
	var refused error
	mistake := func(ctx context.Context, _ struct{}) (struct{}, error) {
		_, refused = change(ctx, s, func(tx *sql.Tx) (any, error) {
			_, err := tx.ExecContext(ctx, "DELETE FROM products")
			return nil, err
		})
		return struct{}{}, refused
	}
	c := declare(app{store: s}, "http://127.0.0.1:8080/mcp", auth.Off{Because: "a test of one tool"})
	quiet := zerolog.Nop()
	c.Logger = &quiet
	access := auth.Anyone()
	c.Tools = []server.Tool{
		server.Read(server.Spec{Name: "count_products", Title: "Count products", Access: access,
			Description: "Counts the products, or so its author thought when it was written."}, mistake),
		server.Write(server.Spec{Name: "clear_products", Title: "Clear products", Access: access,
			Description: "Removes every product from the list of the company. It cannot be undone."}, annotations.Deletes, mistake),
	}
	srv, err := server.New(c)
	if err != nil {
		t.Fatal(err)
	}
	client := servertest.Connect(t, srv, auth.Caller{})
	if got := client.Call("count_products", nil); !got.Failed || refused == nil || !strings.Contains(refused.Error(), "readonly database") {
		t.Errorf("a read tool that deletes: %+v, and the database said %v", got, refused)
	}
	if got := count(t, s, "products"); got != productCount {
		t.Errorf("%d products are left, want %d", got, productCount)
	}
	// The same handler gets to the tables when it is declared to write: only their keys stop it.
	client.Call("clear_products", nil)
	if refused == nil || !strings.Contains(refused.Error(), "FOREIGN KEY") {
		t.Errorf("a write tool that deletes: the database said %v, want a foreign key that stops it", refused)
	}
}

func TestALockedDatabaseIsSaidToBeBusy(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	if _, err := s.writer.Exec("PRAGMA busy_timeout = 1"); err != nil {
		t.Fatal(err)
	}
	c := servertest.Connect(t, declared(t, s, "http://127.0.0.1:8080/mcp"), auth.LocalCaller())
	tx, err := opened(t, dir).writer.Begin() // another process
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if r := c.Call("check_inventory", args{"product_sku": "SKU-4421", "warehouse": "Chicago"}); r.Failed {
		t.Errorf("a reader waits for the writer: %s", r.Text)
	}
	got := c.Call("create_reorder", args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 50, "request_key": "restock-1"})
	want := "The inventory is busy with other changes. Nothing was changed; the same call may work in a few seconds."
	if !got.Failed || got.Text != want {
		t.Errorf("got %+v, want %s", got, want)
	}
}

func TestADirectoryThatCannotBeMadeIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := open(context.Background(), filepath.Join(file, "data"))
	var pathError *os.PathError
	if !errors.As(err, &pathError) || !strings.HasPrefix(err.Error(), "making the data directory: ") {
		t.Errorf("open = %v, want it to say that the directory cannot be made", err)
	}
}
