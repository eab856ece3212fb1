package wire

import "slices"

// ModernVersion is the first protocol version without a handshake: each request carries its own version and client.
const ModernVersion = "2026-07-28"

// spoken are the protocol versions spoken, newest first.
var spoken = [...]string{ModernVersion, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// Versions returns the protocol versions spoken, newest first. The slice is the caller's.
func Versions() []string { return slices.Clone(spoken[:]) }

// Supported says whether version is one of [Versions].
func Supported(version string) bool { return slices.Contains(spoken[:], version) }

// Modern says whether version is dated [ModernVersion] or later, known or not. Versions are dates, so text order is
// their order; what is no date is not modern.
func Modern(version string) bool { return dated(version) && version >= ModernVersion }

// dated says whether version has the form 2026-07-28.
func dated(version string) bool {
	if len(version) != len(ModernVersion) {
		return false
	}
	for i := range len(version) {
		if dash := i == 4 || i == 7; dash != (version[i] == '-') || !dash && (version[i] < '0' || version[i] > '9') {
			return false
		}
	}
	return true
}
