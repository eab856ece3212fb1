package guard

import (
	"net"
	"net/url"
	"strings"
)

// allowed is a set of hosts or origins, each in the form that normal returns.
type allowed struct {
	exact    map[string]bool
	loopback bool   // localhost, 127.0.0.1 and [::1] with any port, too
	scheme   string // of the public URL: its default port equals none
}

func allowedHosts(o Options) allowed {
	a := allowed{exact: make(map[string]bool), scheme: "https"}
	if o.URL != nil {
		a.scheme = strings.ToLower(o.URL.Scheme)
		a.loopback = loopback(o.URL.Hostname())
		a.exact[normal(a.scheme, o.URL.Host)] = true
	}
	for _, host := range o.Hosts {
		a.exact[normal(a.scheme, host)] = true
	}
	return a
}

func allowedOrigins(o Options) allowed {
	a := allowed{exact: make(map[string]bool)}
	if o.URL != nil {
		a.loopback = loopback(o.URL.Hostname())
		a.exact[originOf(o.URL)] = true
	}
	for _, origin := range o.Origins {
		if u, err := url.Parse(origin); err == nil && u.Host != "" {
			a.exact[originOf(u)] = true
		}
	}
	return a
}

// normal returns host in lower case, without the default port of scheme.
func normal(scheme, host string) string {
	host = strings.ToLower(host)
	switch scheme {
	case "https":
		return strings.TrimSuffix(host, ":443")
	case "http":
		return strings.TrimSuffix(host, ":80")
	}
	return host
}

func originOf(u *url.URL) string {
	scheme := strings.ToLower(u.Scheme)
	return scheme + "://" + normal(scheme, u.Host)
}

// host says whether a Host header is allowed.
func (a allowed) host(host string) bool {
	if host == "" {
		return false
	}
	return a.exact[normal(a.scheme, host)] || a.loopback && loopback(hostname(host))
}

// origin says whether an Origin header is allowed. It takes the serialised form only (RFC 6454 section 6.2): no path,
// no user, and never "null".
func (a allowed) origin(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return false
	}
	if a.exact[originOf(u)] {
		return true
	}
	return a.loopback && (u.Scheme == "http" || u.Scheme == "https") && loopback(u.Hostname())
}

// hostname is host without its port and brackets; empty when host is no plain host[:port].
func hostname(host string) string {
	u, err := url.Parse("//" + host)
	if err != nil || u.Host != host || strings.HasSuffix(host, ":") {
		return ""
	}
	return u.Hostname()
}

// loopback says whether host is one of the three names of this machine. Other addresses of 127.0.0.0/8 are listed in
// Hosts by whoever uses them.
func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.Equal(net.IPv4(127, 0, 0, 1)) || ip.Equal(net.IPv6loopback))
}
