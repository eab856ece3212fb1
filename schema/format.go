package schema

import (
	"net/mail"
	"net/netip"
	"slices"
	"strings"
	"time"
)

const dateTime = "date-time"

// formats are the formats that may be stated: those that the strict modes of hosts accept (facts of
// 2026-11 list uri as one that fails the whole request) and that are enforced here.
var formats = []string{dateTime, "date", "uuid", "ipv4", "ipv6", "email"}

func formatKnown(format string) bool { return slices.Contains(formats, format) }

// formatHolds enforces a format (JSON Schema 2020-12 validation section 7.3). date-time is checked
// where the time is needed.
func formatHolds(format, s string) bool {
	switch format {
	case dateTime:
		_, ok := readTime(s)
		return ok
	case "date":
		_, err := time.Parse(time.DateOnly, s)
		return err == nil
	case "uuid":
		return uuid(s)
	case "ipv4":
		a, err := netip.ParseAddr(s)
		return err == nil && a.Is4()
	case "ipv6":
		a, err := netip.ParseAddr(s)
		return err == nil && a.Is6() && a.Zone() == ""
	case "email":
		a, err := mail.ParseAddress(s)
		return err == nil && a.Address == s
	}
	return true
}

// readTime reads a date and time of RFC 3339 section 5.6, in upper case. time.Parse alone also takes
// hours of one digit, fractions after a comma and zones of more than a day (go.dev/issue/54580).
func readTime(s string) (time.Time, bool) {
	const shape = "0000-00-00T00:00:00"
	if len(s) <= len(shape) || !shaped(s[:len(shape)], shape) {
		return time.Time{}, false
	}
	zone := strings.TrimLeft(strings.TrimPrefix(s[len(shape):], "."), "0123456789")
	switch {
	case s[len(shape)] == ',':
		return time.Time{}, false
	case zone == "Z":
	case len(zone) != len("+00:00") || !shaped(zone[1:], "00:00") || zone[1:3] > "23" || zone[4:] > "59":
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339, s)
	return t, err == nil
}

// neverSet says whether a time that was read is the zero time.Time in some zone. In year 1 zones had local
// mean time, whose seconds RFC 3339 drops: the text is then up to a minute off.
func neverSet(t time.Time) bool { return t.Sub(time.Time{}).Abs() < time.Minute }

// shaped says whether s has a digit wherever the shape has a 0, and the shape's own byte elsewhere.
func shaped(s, shape string) bool {
	for i := range len(shape) {
		if digit := s[i] >= '0' && s[i] <= '9'; digit != (shape[i] == '0') || !digit && s[i] != shape[i] {
			return false
		}
	}
	return true
}

// uuid reads the form of RFC 9562 section 4: 8-4-4-4-12 hexadecimal digits.
func uuid(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		switch i {
		case 8, 13, 18, 23:
			if s[i] != '-' {
				return false
			}
		default:
			if !hex(s[i]) {
				return false
			}
		}
	}
	return true
}

// formatLength returns how many characters a text of a format has; known is false where any number is fine.
func formatLength(format string) (low, high int, known bool) {
	switch format {
	case "date":
		return len("2026-11-29"), len("2026-11-29"), true
	case "uuid":
		return 36, 36, true
	case "ipv4":
		return len("0.0.0.0"), len("255.255.255.255"), true
	case "ipv6":
		return len("::"), len("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255"), true
	}
	return 0, 0, false
}

func formatNoun(format string) string {
	if format == "ipv4" || format == "ipv6" {
		return "an " + format
	}
	return "a " + format
}

func formatSays(format string) string {
	switch format {
	case dateTime:
		return "an RFC 3339 date and time such as 2026-11-29T14:05:00Z"
	case "date":
		return "a date such as 2026-11-29"
	case "uuid":
		return "a UUID such as 123e4567-e89b-12d3-a456-426614174000"
	case "ipv4":
		return "an IPv4 address such as 192.0.2.1"
	case "ipv6":
		return "an IPv6 address such as 2001:db8::1"
	case "email":
		return "an email address such as ada@example.com"
	}
	return "of format " + format
}
