package load

import (
	"fmt"
	"slices"
	"strings"
)

// Wrong is a request that a server must refuse.
type Wrong struct {
	// Kind says what is wrong with it.
	Kind string
	Request
}

// Wrong are requests that are wrong in one way each, for a server on HTTP whose tools need a token.
func (w Wire) Wrong() []Wrong {
	const (
		row  = `{"product_sku":"SKU-0001","warehouse":"Chicago"}`
		tool = "check_inventory"
	)
	call := func(arguments string) string { return `"name":"` + tool + `","arguments":` + arguments }
	good := string(w.request(0, 1, "tools/call", tool, call(row)))
	head, body, _ := strings.Cut(good, "\r\n\r\n")
	with := func(body string) string { // the headers of a good call before another body
		lines := slices.DeleteFunc(strings.Split(head, "\r\n"), func(l string) bool { return strings.HasPrefix(l, "Content-Length:") })
		return fmt.Sprintf("%s\r\nContent-Length: %d\r\n\r\n%s", strings.Join(lines, "\r\n"), len(body), body)
	}
	arguments := func(a string) string { return string(w.request(0, 1, "tools/call", tool, call(a))) }
	replaced := func(old, new string) string { return strings.Replace(good, old, new, 1) }
	bearer := ""
	if len(w.Tokens) > 0 {
		bearer = "Authorization: Bearer " + w.Tokens[0] + "\r\n"
	}
	wrong := []struct{ kind, request string }{
		{"a body that is no JSON", with("check the inventory, please")},
		{"a body that breaks off", with(body[:len(body)/2])},
		{"an empty body", with("")},
		{"a batch", with("[" + body + "]")},
		{"a body of bytes that are no UTF-8", with(strings.Replace(body, "Chicago", "Chi\xff\xfecago", 1))},
		{"a key twice", with(strings.Replace(body, `"warehouse"`, `"product_sku":"SKU-0002","warehouse"`, 1))},
		{"arguments nested 5,000 deep", arguments(`{"product_sku":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`)},
		{"an unknown method", string(w.request(0, 1, "tools/shout", "", ""))},
		{"an unknown tool", string(w.request(0, 1, "tools/call", "check_weather", `"name":"check_weather","arguments":{}`))},
		{"an argument of another type", arguments(`{"product_sku":1,"warehouse":"Chicago"}`)},
		{"an argument against its pattern", arguments(`{"product_sku":"sku-1","warehouse":"Chicago"}`)},
		{"a missing argument", arguments(`{"product_sku":"SKU-0001"}`)},
		{"an unknown argument", arguments(`{"product_sku":"SKU-0001","warehouse":"Chicago","colour":"red"}`)},
		{"another content type", replaced("Content-Type: application/json", "Content-Type: text/plain")},
		{"an unknown protocol version", replaced("MCP-Protocol-Version: "+w.Era.String(), "MCP-Protocol-Version: 1999-01-01")},
		{"another host", replaced("Host: "+w.Host, "Host: attacker.example")},
		{"another origin", replaced("Accept:", "Origin: https://attacker.example\r\nAccept:")},
		{"no token", strings.Replace(good, bearer, "", 1)},
		{"a token of nobody", strings.Replace(good, bearer, "Authorization: Bearer e30.e30.e30\r\n", 1)},
		{"no HTTP at all", "TRACE me\r\n\r\n"},
	}
	if w.Era == Stateless {
		wrong = append(wrong, struct{ kind, request string }{"a header that contradicts the body", replaced("Mcp-Name: "+tool, "Mcp-Name: note_stock")})
	}
	out := make([]Wrong, len(wrong))
	for i, r := range wrong {
		out[i] = Wrong{r.kind, Request{[]byte(r.request), Refuses()}}
	}
	return out
}
