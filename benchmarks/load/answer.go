package load

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// answer is one HTTP/1.1 response at the start of a buffer.
type answer struct {
	status int
	body   []byte
	// size is how many bytes of the buffer it takes.
	size int
	// closes is whether the server closes the connection after it.
	closes bool
}

var errPartial = errors.New("the answer is not complete yet")

// readAnswer reads the response that in starts with, or returns errPartial. closed is whether nothing
// follows in, which ends a body of no stated length (RFC 9112 section 6.3). scratch holds a body that came in
// chunks, and is returned grown.
func readAnswer(in, scratch []byte, closed bool) (answer, []byte, error) {
	end := bytes.Index(in, []byte("\r\n\r\n"))
	if end < 0 {
		return answer{}, scratch, errPartial
	}
	head := in[:end+2]
	if len(head) < 12 || string(head[:7]) != "HTTP/1." {
		return answer{}, scratch, fmt.Errorf("not an HTTP answer: %.100q", in)
	}
	status, err := strconv.Atoi(string(head[9:12]))
	if err != nil {
		return answer{}, scratch, fmt.Errorf("not an HTTP answer: %.100q", in)
	}
	a := answer{status: status}
	if v, ok := header(head, "\r\nconnection:"); ok {
		a.closes = bytes.EqualFold(v, []byte("close"))
	}
	rest := in[end+4:]
	if v, ok := header(head, "\r\ncontent-length:"); ok {
		n, err := strconv.Atoi(string(v))
		if err != nil {
			return answer{}, scratch, fmt.Errorf("a Content-Length of %q", v)
		}
		if len(rest) < n {
			return answer{}, scratch, errPartial
		}
		a.body, a.size = rest[:n], end+4+n
		return a, scratch, nil
	}
	if _, ok := header(head, "\r\ntransfer-encoding:"); !ok {
		switch {
		case !a.closes:
			return answer{}, scratch, fmt.Errorf("an answer without a length: %.200q", head)
		case !closed:
			return answer{}, scratch, errPartial
		}
		a.body, a.size = rest, len(in)
		return a, scratch, nil
	}
	body, n, err := chunks(rest, scratch[:0])
	a.body, a.size = body, end+4+n
	return a, body, err
}

// chunks joins the chunks that in starts with in body, and says how many bytes they took.
func chunks(in, body []byte) ([]byte, int, error) {
	at := 0
	for {
		line := bytes.Index(in[at:], []byte("\r\n"))
		if line < 0 {
			return body, 0, errPartial
		}
		size, err := strconv.ParseUint(string(in[at:at+line]), 16, 31)
		if err != nil {
			return body, 0, fmt.Errorf("a chunk of size %.20q", in[at:at+line])
		}
		at += line + 2
		if len(in) < at+int(size)+2 {
			return body, 0, errPartial
		}
		body = append(body, in[at:at+int(size)]...)
		at += int(size) + 2
		if size == 0 {
			return body, at, nil
		}
	}
}

// header finds a field by its name in lower case, led by the line end before it and followed by the colon.
func header(head []byte, name string) ([]byte, bool) {
	for i := 0; i+len(name) <= len(head); i++ {
		if head[i] == '\r' && bytes.EqualFold(head[i:i+len(name)], []byte(name)) {
			v := head[i+len(name):]
			return bytes.TrimSpace(v[:bytes.IndexByte(v, '\r')]), true
		}
	}
	return nil, false
}
