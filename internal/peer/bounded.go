package peer

import (
	"fmt"
	"io"
)

// A bounded reader ends with an error when there is more than the limit.
type bounded struct {
	r         io.Reader
	left, all int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, tooLong(b.all)
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n, tooLong(b.all)
	}
	return n, err
}

func tooLong(limit int64) error {
	return fmt.Errorf("the answer has more than %d bytes, which is all that is read of one", limit)
}
