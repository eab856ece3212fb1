package snippets

// settings returns a file of settings with the server as the one entry of the member under.
func (v view) settings(under string, entry fields) string {
	return jsonFile(fields{{under, fields{{v.label, entry}}}})
}

// http is the entry of a server with a URL, as most hosts write it. None of them needs a header: a server that wants
// tokens answers 401, and the host signs in.
func (v view) http() fields {
	return fields{{"type", text("http")}, {"url", text(v.Server.URL)}}
}

// command is the entry of a server that the host starts.
func (v view) command() fields {
	f := fields{{"command", text(v.Server.Command[0])}}
	if args := v.Server.Command[1:]; len(args) > 0 {
		f = append(f, field{"args", texts(args)})
	}
	return f
}
