package stdio

import (
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/comity-mcp/comity/internal/wire"
)

// The two orders in which clients write a request. In both, what is matched can only stand at the top level of the
// message: a quote inside a string would be escaped.
var (
	idFirst     = regexp.MustCompile(`^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,18}|"[^"\\[:cntrl:]]{0,100}")\s*,\s*"method"\s*:`)
	methodFirst = regexp.MustCompile(`^\s*\{\s*"method"\s*:`)
	idLast      = regexp.MustCompile(`,\s*"id"\s*:\s*(\d{1,18}|"[^"\\[:cntrl:]]{0,100}")\s*\}\s*$`)
)

// tooLong refuses a line that was skipped. Its id is read from the ends of the line that were kept, where it is certain,
// so that the caller need not wait for its timeout; otherwise the error has none.
func tooLong(skipped line, max int) *wire.Error {
	refused := &wire.Error{
		Code: wire.CodeInvalidRequest,
		Message: fmt.Sprintf("The message is one line of %d bytes; this server reads at most %d. "+
			"Send less in one message: pass a link or an id instead of the content, or split the work.", skipped.size, max),
	}
	if found := idFirst.FindSubmatch(skipped.head); found != nil {
		refused.ID = json.RawMessage(found[1])
	} else if methodFirst.Match(skipped.head) {
		if found := idLast.FindSubmatch(skipped.tail); found != nil {
			refused.ID = json.RawMessage(found[1])
		}
	}
	return refused
}
