package stdio

import (
	"bufio"
	"bytes"
	"io"
)

const (
	readSize = 64 << 10
	keptSize = 1 << 20 // a buffer that grew beyond this is given back after use
	edgeSize = 256     // bytes kept of either end of a line that is skipped
)

// lines cuts a stream at its line ends. It is for one goroutine.
type lines struct {
	r     *bufio.Reader
	max   int
	begun bool   // a line has been read
	whole []byte // a line that did not fit into the reader's own buffer
	tail  []byte // the last edgeSize bytes of such a line
}

func newLines(in io.Reader, max int) *lines {
	return &lines{r: bufio.NewReaderSize(in, readSize), max: max}
}

// A line is what next read; its bytes are valid until the following next.
type line struct {
	text []byte // without the white space round it; empty for a blank line and for one that is too long
	size int64  // bytes on the stream, without the line end
	long bool   // more than the maximum
	head []byte // the first bytes of a line that is too long
	tail []byte // the last bytes of a line that is too long
}

// next returns the next line, the first without a byte order mark. The last line need not have a line end: it comes with
// io.EOF. Any other error has no line: what was read of it is half a message.
func (l *lines) next() (line, error) {
	text, size, err := l.raw()
	if err != nil && err != io.EOF {
		return line{}, err
	}
	if size > int64(l.max) {
		tail := l.tail
		if len(tail) == 0 {
			tail = text
		}
		return line{
			size: size,
			long: true,
			head: text[:min(len(text), edgeSize)],
			tail: tail[max(0, len(tail)-edgeSize):],
		}, err
	}
	if !l.begun {
		l.begun = true
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	return line{text: bytes.Trim(text, " \t\r\n"), size: size}, err
}

// raw reads up to a line end and returns the bytes, or the first of them when there are more than the maximum.
func (l *lines) raw() (text []byte, size int64, err error) {
	l.tail = l.tail[:0]
	chunk, err := l.r.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return chunk, length(chunk), err
	}
	if cap(l.whole) > keptSize {
		l.whole = nil
	}
	l.whole = append(l.whole[:0], chunk...)
	size = int64(len(chunk))
	l.keep(chunk)
	for err == bufio.ErrBufferFull {
		chunk, err = l.r.ReadSlice('\n')
		if size+length(chunk) <= int64(l.max) {
			l.whole = append(l.whole, chunk...)
		}
		l.keep(chunk)
		size += int64(len(chunk))
	}
	return l.whole, size - int64(len(chunk)) + length(chunk), err
}

// length is the length of a line without its line end.
func length(b []byte) int64 { return int64(len(bytes.TrimRight(b, "\r\n"))) }

// keep appends to the tail and drops what is no longer among its last bytes.
func (l *lines) keep(chunk []byte) {
	l.tail = append(l.tail, chunk[max(0, len(chunk)-edgeSize):]...)
	if extra := len(l.tail) - edgeSize; extra > 0 {
		l.tail = l.tail[:copy(l.tail, l.tail[extra:])]
	}
}
