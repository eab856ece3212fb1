package peer

import (
	"bufio"
	"bytes"
	"io"
)

// events reads an event stream (WHATWG HTML, section 9.2.6), as far as MCP uses it: the data of each event.
type events struct{ r *bufio.Reader }

func newEvents(r io.Reader) events { return events{bufio.NewReader(r)} }

// next returns the data of the next event that has any. An event that the stream ends in is not one.
func (e events) next() ([]byte, error) {
	var data []byte
	any := false
	for {
		line, err := e.r.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			if any && len(data) > 0 {
				return data, nil
			}
			any, data = false, nil
			continue
		}
		field, value, _ := bytes.Cut(line, []byte(":"))
		if string(field) != "data" { // a comment, an id, the name of the event, how long to wait
			continue
		}
		if any {
			data = append(data, '\n')
		}
		any = true
		data = append(data, bytes.TrimPrefix(value, []byte(" "))...)
	}
}
