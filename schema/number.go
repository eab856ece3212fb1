package schema

import (
	"bytes"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// A number is a JSON number, kept as text so that nothing is rounded, with what makes comparing quick.
type number struct {
	text  string
	whole int64 // valid when exact
	exact bool
	float float64
}

// readNumber reads a valid JSON number. One beyond float64 becomes infinite.
func readNumber(text string) number {
	n := number{text: text}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		n.whole, n.exact, n.float = i, true, float64(i)
		return n
	}
	n.float, _ = strconv.ParseFloat(text, 64)
	return n
}

// compare returns -1, 0 or 1. It is exact: where two numbers round to the same float64 their texts decide.
func (n number) compare(m number) int {
	if n.exact && m.exact {
		switch {
		case n.whole < m.whole:
			return -1
		case n.whole > m.whole:
			return 1
		}
		return 0
	}
	switch {
	case n.float < m.float:
		return -1
	case n.float > m.float:
		return 1
	}
	a, b := n.rational(), m.rational()
	if a == nil || b == nil {
		return n.sign() - m.sign()
	}
	return a.Cmp(b)
}

// multiple says whether n is a whole number of times m.
func (n number) multiple(m number) bool {
	if n.exact && m.exact && m.whole != 0 {
		return n.whole%m.whole == 0
	}
	a, b := n.rational(), m.rational()
	if a == nil || b == nil || b.Sign() == 0 {
		return n.sign() == 0
	}
	return new(big.Rat).Quo(a, b).IsInt()
}

// maxExponent keeps a short text such as 1e-999999999 from becoming a huge rational.
const maxExponent = 400

func (n number) rational() *big.Rat {
	if i := strings.IndexAny(n.text, "eE"); i >= 0 {
		exponent, err := strconv.Atoi(strings.TrimPrefix(n.text[i+1:], "+"))
		if err != nil || exponent > maxExponent || exponent < -maxExponent {
			return nil
		}
	}
	r, ok := new(big.Rat).SetString(n.text)
	if !ok {
		return nil
	}
	return r
}

func (n number) sign() int {
	mantissa, _, _ := strings.Cut(strings.ToLower(n.text), "e")
	switch {
	case !strings.ContainsAny(mantissa, "123456789"):
		return 0
	case mantissa[0] == '-':
		return -1
	}
	return 1
}

func (n number) finite() bool { return !math.IsInf(n.float, 0) }

// plainInteger says whether the JSON number is written as digits with an optional sign, and is not "-0".
func plainInteger(raw []byte) bool {
	digits := raw
	if len(raw) > 1 && raw[0] == '-' {
		digits = raw[1:]
		if digits[0] == '0' {
			return false
		}
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// maxDigits is more than any 64-bit integer has.
const maxDigits = 40

// wholeNumber writes a JSON number as plain digits when it is an integer (1.0 and 1e2 are, as in JSON
// Schema 2020-12 validation section 6.1.1). whole says whether it is one; digits is nil when it is one
// but of more than maxDigits digits.
func wholeNumber(raw []byte) (digits []byte, whole bool) {
	mantissa, exponentText, _ := bytes.Cut(bytes.ToLower(raw), []byte("e"))
	negative := mantissa[0] == '-'
	mantissa = bytes.TrimPrefix(mantissa, []byte("-"))
	before, after, _ := bytes.Cut(mantissa, []byte("."))
	after = bytes.TrimRight(after, "0")
	all := append(bytes.Clone(before), after...)
	all = bytes.TrimLeft(all, "0")
	if len(all) == 0 {
		return []byte("0"), true
	}
	exponent := 0
	if len(exponentText) > 0 {
		var err error
		exponent, err = strconv.Atoi(strings.TrimPrefix(string(exponentText), "+"))
		if err != nil {
			return nil, exponentText[0] != '-'
		}
	}
	exponent -= len(after)
	significant := bytes.TrimRight(all, "0")
	exponent += len(all) - len(significant)
	if exponent < 0 {
		return nil, false
	}
	if len(significant)+exponent > maxDigits {
		return nil, true
	}
	digits = append(significant, bytes.Repeat([]byte("0"), exponent)...)
	if negative {
		digits = append([]byte("-"), digits...)
	}
	return digits, true
}

// holds says whether an integer written as plain digits fits the span.
func (s *span) holds(digits []byte) bool {
	if len(digits) > 0 && digits[0] == '-' {
		i, err := strconv.ParseInt(string(digits), 10, 64)
		return err == nil && i >= s.low
	}
	u, err := strconv.ParseUint(string(digits), 10, 64)
	return err == nil && u <= s.high
}
