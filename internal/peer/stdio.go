package peer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A process is a server on its standard input and output, one message a line (MCP, basic/transports/stdio).
type process struct {
	options Options
	command *exec.Cmd
	shown   string
	input   *os.File
	writing sync.Mutex

	ended  chan struct{} // closed when the process is gone and all it wrote is read
	status string        // how it ended; set before ended is closed
	errs   tail

	asked chan struct{} // holds one for each answer to the server under way

	mu      sync.Mutex
	waiting map[int64]*waiter
	strays  []string
}

// A waiter is one request without an answer yet.
type waiter struct {
	answer        chan outcome // takes one
	notifications []json.RawMessage
	size          int64 // of the notifications
}

type outcome struct {
	reply Reply
	err   error
}

// read hands out the messages on standard output.
func (p *process) read(out io.Reader) {
	lines := bufio.NewReaderSize(out, 64<<10)
	for {
		line, err := p.line(lines)
		if line = bytes.TrimSpace(line); len(line) > 0 {
			p.take(line)
		}
		if err != nil {
			return
		}
	}
}

// line reads one line; of one that is too long it keeps nothing.
func (p *process) line(r *bufio.Reader) ([]byte, error) {
	var line []byte
	over := false
	for {
		part, err := r.ReadSlice('\n')
		if over = over || int64(len(line)+len(part)) > p.options.MaxBytes; over {
			line = nil
		} else {
			line = append(line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if over {
			p.fail(tooLong(p.options.MaxBytes))
		}
		return line, err
	}
}

// take sorts one line.
func (p *process) take(line []byte) {
	m, err := readMessage(line)
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case err != nil:
		if len(p.strays) < 20 {
			p.strays = append(p.strays, clip(string(line)))
		}
	case m.response():
		id, err := strconv.ParseInt(string(m.id), 10, 64)
		if w := p.waiting[id]; err == nil && w != nil {
			reply := m.reply()
			reply.Notifications = w.notifications
			delete(p.waiting, id)
			w.answer <- outcome{reply: reply}
		}
	case m.id == nil:
		for _, w := range p.waiting {
			if w.size += int64(len(m.raw)); w.size <= p.options.MaxBytes {
				w.notifications = keep(w.notifications, m)
			}
		}
	default:
		select {
		case p.asked <- struct{}{}:
			// Not here: a server that asks and does not read would hold up its own answers.
			go func() {
				_ = p.write(context.Background(), m.asked()) // a server that is gone needs no answer
				<-p.asked
			}()
		default: // it asks faster than it reads
		}
	}
}

// fail ends all that wait, for what came cannot be told from their answers.
func (p *process) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, w := range p.waiting {
		delete(p.waiting, id)
		w.answer <- outcome{err: err}
	}
}

func (p *process) agreed(string) {}

func (p *process) ask(ctx context.Context, c call) (Reply, error) {
	w := &waiter{answer: make(chan outcome, 1)}
	p.mu.Lock()
	p.waiting[c.id] = w
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.waiting, c.id)
		p.mu.Unlock()
	}()
	if err := p.write(ctx, c.body); err != nil {
		return Reply{}, p.unwritten(ctx, err)
	}
	select {
	case o := <-w.answer:
		return o.reply, o.err
	case <-p.ended:
		select {
		case o := <-w.answer: // its last words
			return o.reply, o.err
		default:
			return Reply{}, p.exit()
		}
	case <-ctx.Done():
		p.cancel(c)
		return Reply{}, errors.Join(ctx.Err(), p.silence())
	}
}

func (p *process) tell(ctx context.Context, c call) error {
	if err := p.write(ctx, c.body); err != nil {
		return p.unwritten(ctx, err)
	}
	return nil
}

// write sends one line. When it cannot be sent whole before ctx ends, the input is closed, for the next line would join it.
func (p *process) write(ctx context.Context, body []byte) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = p.input.SetWriteDeadline(time.Unix(1, 0)) }) // where there are none, the process ends the write
	defer stop()
	_, err := p.input.Write(append(body, '\n'))
	if err != nil {
		_ = p.input.Close() // it may be closed already
	}
	return err
}

// errUnread is the end of a conversation: half a message has been sent.
var errUnread = errors.New("does not read its standard input")

// unwritten says why a message could not be sent: most often the process is ending.
func (p *process) unwritten(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), fmt.Errorf("%s %w", p.shown, errUnread))
	}
	select {
	case <-p.ended:
		return p.exit()
	case <-time.After(soon):
		return fmt.Errorf("writing to %s: %w", p.shown, err)
	}
}

// cancel tells the server that nobody waits any more. A handshake cannot be cancelled.
func (p *process) cancel(c call) {
	if c.method == "initialize" {
		return
	}
	body := fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, c.id)
	go func() {
		ctx, stop := context.WithTimeout(context.Background(), soon)
		defer stop()
		_ = p.write(ctx, body) // it is a courtesy
	}()
}

// silence says what there was instead of an answer.
func (p *process) silence() error {
	if strays := p.strayed(); len(strays) > 0 {
		return fmt.Errorf("%s wrote %q on standard output, where only messages belong; log to standard error", p.shown, strays[0])
	}
	if said := p.errs.String(); said != "" {
		return fmt.Errorf("the end of its standard error:\n%s", indented(said, 12))
	}
	return errQuiet
}

func (p *process) exit() error {
	return &ExitError{Command: p.shown, Status: p.status, Stderr: strings.TrimSpace(p.errs.String())}
}

func (p *process) strayed() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.strays...)
}
