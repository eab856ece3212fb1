package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/snippets"
)

// write fills the blocks of a file.
func write(file string, c catalog.Catalog, errs io.Writer) (int, error) {
	doc, err := read(file)
	if err != nil {
		return NotRun, err
	}
	filled, err := snippets.Fill(doc, c)
	switch {
	case err != nil:
		return NotRun, told(file, err)
	case bytes.Equal(doc, filled):
		fmt.Fprintf(errs, "%s is current.\n", file)
		return OK, nil
	}
	if err := replace(file, filled); err != nil {
		return NotRun, fmt.Errorf("writing %s: %w", file, err)
	}
	fmt.Fprintf(errs, "%s is filled.\n", file)
	return OK, nil
}

// check compares the blocks of a file with what write would make of them.
func check(file string, c catalog.Catalog, out, errs io.Writer) (int, error) {
	doc, err := read(file)
	if err != nil {
		return NotRun, err
	}
	diff, err := snippets.Stale(doc, c)
	switch {
	case err != nil:
		return NotRun, told(file, err)
	case diff == "":
		return OK, nil
	}
	fmt.Fprintf(out, "--- %s\n+++ %[1]s\n%s", file, diff)
	fmt.Fprintf(errs, "%s is stale: its blocks are not what the server says now. Run this again with -write in place of -check.\n", file)
	return Stale, nil
}

func read(file string) ([]byte, error) {
	doc, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s; make it, with a line <!-- comity:snippets CLIENT --> and a line <!-- /comity:snippets --> where a snippet belongs", file)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", file, reason(err))
	}
	return doc, nil
}

// told puts the name of the file before every fault of it.
func told(file string, err error) error {
	many, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return fmt.Errorf("%s: %w", file, err)
	}
	var faults []error
	for _, fault := range many.Unwrap() {
		faults = append(faults, fmt.Errorf("%s: %w", file, fault))
	}
	return errors.Join(faults...)
}

// replace puts the new content in the place of a file in one step, so that it is never half written. A link stays one, and a
// file that nobody may write is left as it is.
func replace(file string, content []byte) error {
	file, err := filepath.EvalSymlinks(file)
	if err != nil {
		return reason(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		return reason(err)
	}
	if info.Mode().Perm()&0o222 == 0 {
		return errors.New("it is read-only; allow it to be written (chmod u+w), or fill a copy")
	}
	fresh, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return reason(err)
	}
	_, err = fresh.Write(content)
	err = errors.Join(err, fresh.Chmod(info.Mode().Perm()), fresh.Close())
	if err == nil {
		err = os.Rename(fresh.Name(), file)
	}
	if err != nil {
		return errors.Join(reason(err), os.Remove(fresh.Name()))
	}
	return nil
}

// reason is an error of the file system without the path, which is told already.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
