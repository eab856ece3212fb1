package devissuer

import (
	"net/url"
	"slices"
	"strings"
)

// canonical is a resource URL in the form in which two of them are compared: scheme and host in lower case,
// the default port left out, no path and "/" the same (the MCP authorization chapter, "Canonical Server URI").
// It is "" for what cannot be a resource (RFC 8707 section 2).
func canonical(resource string) string {
	u, err := url.Parse(resource)
	if err != nil || u.Host == "" || u.User != nil || strings.Contains(resource, "#") {
		return ""
	}
	scheme, host := strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	switch scheme {
	case "https":
		host = strings.TrimSuffix(host, ":443")
	case "http":
		host = strings.TrimSuffix(host, ":80")
	default:
		return ""
	}
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	return scheme + "://" + host + path
}

// audience finds the resource that a request asks for, written as the options have it, since that is what the
// resource server compares with.
func (i *Issuer) audience(asked []string) (string, *refusal) {
	asked = slices.DeleteFunc(slices.Clone(asked), func(s string) bool { return s == "" })
	known := i.options.Resources
	switch {
	case len(asked) == 0 && len(known) == 1:
		return known[0], nil
	case len(asked) == 0:
		return "", refuse(400, "invalid_target", "resource is missing: send one of %s", strings.Join(known, ", "))
	case len(asked) > 1:
		return "", refuse(400, "invalid_target", "resource is there %d times: ask for a token for each", len(asked))
	}
	for _, r := range known {
		if canonical(r) == canonical(asked[0]) {
			return r, nil
		}
	}
	return "", refuse(400, "invalid_target", "resource %q is not served here: send one of %s", shown(asked[0]), strings.Join(known, ", "))
}

// sameAudience holds a token request to the resource that was agreed to; without one it is that.
func (i *Issuer) sameAudience(asked []string, agreed string) *refusal {
	if !slices.Contains(i.options.Resources, agreed) {
		return refuse(400, "invalid_target", "resource %q is no longer served here: sign in again", shown(agreed))
	}
	if slices.ContainsFunc(asked, func(s string) bool { return s != "" && canonical(s) != canonical(agreed) }) {
		return refuse(400, "invalid_target", "resource %q is not the one that was agreed to, %s: start a new authorization for it", shown(strings.Join(asked, " ")), agreed)
	}
	return nil
}

// scopes splits and checks a scope parameter; none asked means all. Clients add offline_access by themselves, so alone
// it says nothing of what they want.
func (i *Issuer) scopes(asked string) ([]string, *refusal) {
	var known []string
	for _, s := range i.options.Scopes {
		known = append(known, s.Name)
	}
	names := strings.Fields(asked)
	if len(names) == 0 {
		return known, nil
	}
	for _, name := range names {
		if name != offline && !slices.Contains(known, name) {
			return nil, refuse(400, "invalid_scope", "scope %q is not known here: choose from %s", shown(name), strings.Join(append(known, offline), ", "))
		}
	}
	if !slices.ContainsFunc(names, func(s string) bool { return s != offline }) {
		names = append(known, offline)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// narrower checks the scope parameter of a refresh against what was granted; none asked means as granted.
func narrower(asked string, granted []string) ([]string, *refusal) {
	names := strings.Fields(asked)
	if len(names) == 0 {
		return granted, nil
	}
	for _, name := range names {
		if !slices.Contains(granted, name) {
			return nil, refuse(400, "invalid_scope", "scope %q was not granted: a refresh can narrow %q, and only a new authorization can widen it",
				shown(name), strings.Join(granted, " "))
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
