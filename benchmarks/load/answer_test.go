package load

import (
	"errors"
	"testing"
)

// The parser is not seen from outside: it exists so that one answer costs little.
func TestReadAnswer(t *testing.T) {
	const sized = "HTTP/1.1 200 OK\r\nDate: x\r\ncontent-Length: 4\r\nConnection: close\r\n\r\nbody"
	const chunked = "HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbod\r\nA\r\ny and more\r\n0\r\n\r\n"
	for name, c := range map[string]struct {
		in     string
		want   answer
		body   string
		closed bool
	}{
		"a body of a stated length, and the connection ends after it": {sized, answer{status: 200, size: len(sized), closes: true}, "body", false},
		"chunks are joined":                                   {chunked, answer{status: 202, size: len(chunked)}, "body and more", false},
		"what follows is left for the next answer":            {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1", answer{status: 200, size: 38}, "", false},
		"a header that only ends like a known one is another": {"HTTP/1.1 200 OK\r\nX-Content-Length: 9\r\nContent-Length: 1\r\n\r\nb", answer{status: 200, size: 60}, "b", false},
		"without a length, the body ends with the connection": {"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n400", answer{status: 400, size: 50, closes: true}, "400", true},
	} {
		t.Run(name, func(t *testing.T) {
			got, _, err := readAnswer([]byte(c.in), nil, c.closed)
			if err != nil {
				t.Fatal(err)
			}
			if string(got.body) != c.body {
				t.Errorf("got the body %q, want %q", got.body, c.body)
			}
			got.body = nil
			if got.status != c.want.status || got.size != c.want.size || got.closes != c.want.closes {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			for cut := range c.want.size {
				if _, _, err := readAnswer([]byte(c.in)[:cut], nil, false); !errors.Is(err, errPartial) {
					t.Errorf("cut after %d bytes: got %v, want %v", cut, err, errPartial)
				}
			}
		})
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	for name, in := range map[string]string{
		"another protocol":         "SSH-2.0-x\r\n\r\n",
		"no status":                "HTTP/1.1 abc\r\n\r\n",
		"a length in words":        "HTTP/1.1 200 OK\r\nContent-Length: four\r\n\r\nbody",
		"no length at all":         "HTTP/1.1 200 OK\r\n\r\nbody",
		"a chunk without its size": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nbody\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			if got, _, err := readAnswer([]byte(in), nil, true); err == nil || errors.Is(err, errPartial) {
				t.Errorf("got %+v and %v, want an error", got, err)
			}
		})
	}
}
