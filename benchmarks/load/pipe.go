package load

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"time"
)

// Pipe is one client of a server over its standard input and output. Not safe for concurrent use.
type Pipe struct {
	in  io.Writer
	out *bufio.Reader
	// next is the request after the last one sent.
	next int
}

// NewPipe writes requests to in and reads answers from out.
func NewPipe(in io.Writer, out io.Reader) *Pipe {
	return &Pipe{in: in, out: bufio.NewReaderSize(out, 256<<10)}
}

// Ask sends one request and checks its answer.
func (p *Pipe) Ask(r Request) error {
	if err := p.Tell(r.Bytes); err != nil {
		return err
	}
	line, err := p.line()
	if err != nil {
		return err
	}
	return r.Check.Answer(200, line)
}

// Tell sends a notification.
func (p *Pipe) Tell(line []byte) error {
	if _, err := p.in.Write(line); err != nil {
		return fmt.Errorf("writing to the server: %w", err)
	}
	return nil
}

// Run keeps several requests in flight. The id of each must be its position in requests, of which there
// are more than are in flight.
func (p *Pipe) Run(requests []Request, inFlight int, d time.Duration) (Tally, error) {
	t := Tally{waits: make([]time.Duration, 0, 4096)}
	sent := make([]time.Time, len(requests))
	began := time.Now()
	send := func() error {
		n := p.next % len(requests)
		p.next++
		sent[n] = time.Now()
		return p.Tell(requests[n].Bytes)
	}
	open := 0
	for ; open < inFlight; open++ {
		if err := send(); err != nil {
			return t, err
		}
	}
	for open > 0 {
		line, err := p.line()
		if err != nil {
			return t, err
		}
		n, ok := idOf(line)
		if !ok || n >= len(requests) || sent[n].IsZero() {
			return t, fmt.Errorf("an answer to nothing that was asked: %.300s", line)
		}
		now := time.Now()
		t.waits = append(t.waits, now.Sub(sent[n]))
		sent[n] = time.Time{}
		if err := requests[n].Check.Answer(200, line); err != nil {
			return t, fmt.Errorf("a wrong answer to %.500q: %w", requests[n].Bytes, err)
		}
		t.Answers++
		if t.Took = now.Sub(began); t.Took >= d {
			open--
		} else if err := send(); err != nil {
			return t, err
		}
	}
	return t, nil
}

// line is the next answer; it is good until the next call.
func (p *Pipe) line() ([]byte, error) {
	line, err := p.out.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		whole := bytes.Clone(line)
		for err == bufio.ErrBufferFull {
			line, err = p.out.ReadSlice('\n')
			whole = append(whole, line...)
		}
		line = whole
	}
	if err != nil {
		return nil, fmt.Errorf("reading an answer: %w", err)
	}
	return line, nil
}

// idOf finds the id of an answer without decoding all of it; the text of these answers has its quotation
// marks escaped, so that it holds no second one.
func idOf(line []byte) (int, bool) {
	const name = `"id":`
	i := bytes.Index(line, []byte(name))
	if i < 0 {
		return 0, false
	}
	n, digits := 0, 0
	for _, b := range line[i+len(name):] {
		if b == ' ' && digits == 0 {
			continue
		}
		if b < '0' || b > '9' || digits > 8 {
			break
		}
		n, digits = n*10+int(b-'0'), digits+1
	}
	return n, digits > 0
}
