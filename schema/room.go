package schema

import (
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
)

// settleRoom refuses a place where nothing fits, or next to nothing: a tool with one cannot be called, or
// its result never sent, and that would come out with the first call.
func (r *reader) settleRoom(n *node, path string) {
	switch n.kind {
	case text:
		r.textRoom(n, path)
	case integer, decimal:
		r.numberRoom(n, path)
	case array:
		r.listRoom(n, path)
	}
	if tooLarge(n) && !slices.ContainsFunc(n.children(), tooLarge) {
		r.problem(ruleBounds, path, "the smallest value here has more than %d bytes of JSON, more than a model writes and a result holds; "+
			"let the list or text be shorter, and give the rest in pages", maxSmallest)
	}
}

func (r *reader) textRoom(n *node, path string) {
	if n.minLength != nil && n.maxLength != nil && *n.minLength > *n.maxLength {
		r.problem(ruleBounds, path, "minLength=%d is above maxLength=%d, so that nothing fits; swap or widen them", *n.minLength, *n.maxLength)
	} else if n.maxLength != nil && *n.maxLength == 0 {
		r.problem(ruleBounds, path, "maxLength=0 leaves room for \"\" alone, which says nothing; raise it, or remove the field")
	}
	low, high, known := formatLength(n.format)
	if known && (n.minLength != nil && *n.minLength > high || n.maxLength != nil && *n.maxLength < low) {
		has := strconv.Itoa(low)
		if low < high {
			has += " to " + strconv.Itoa(high)
		}
		r.problem(ruleBounds, path, "the length of %s is %s, outside minLength and maxLength; remove them", formatNoun(n.format), has)
	}
}

func (r *reader) listRoom(n *node, path string) {
	fixed := n.goType.Kind() == reflect.Array
	size := 0
	if fixed {
		size = n.goType.Len()
	}
	switch {
	case fixed && (n.minItems == nil || n.maxItems == nil || *n.minItems != size || *n.maxItems != size):
		r.problem(ruleBounds, path, "%s always has %d items; remove minItems and maxItems, or use a slice", n.goType, size)
	case fixed && size == 0:
		r.problem(ruleBounds, path, "%s is always [], which says nothing; use a slice, or remove the field", n.goType)
	case n.minItems != nil && n.maxItems != nil && *n.minItems > *n.maxItems:
		r.problem(ruleBounds, path, "minItems=%d is above maxItems=%d, so that nothing fits; swap or widen them", *n.minItems, *n.maxItems)
	case n.maxItems != nil && *n.maxItems == 0:
		r.problem(ruleBounds, path, "maxItems=0 leaves room for [] alone, which says nothing; raise it, or remove the field")
	}
}

// numberRoom also publishes the range of a sized integer where the tag is silent.
func (r *reader) numberRoom(n *node, path string) {
	if r.slipped(path, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf") {
		return
	}
	if n.kind == integer {
		for _, b := range []*number{n.minimum, n.maximum, n.above, n.below} {
			if b != nil && (!plainInteger([]byte(b.text)) || !n.span.holds([]byte(b.text))) {
				r.problem(ruleBounds, path, "%s does not fit %s, which holds %s; change the bound or the type", b.text, n.goType, rangeSays(n.span))
				return
			}
		}
	}
	switch fit, only0 := fits(n); {
	case !fit && n.multipleOf == nil:
		r.problem(ruleBounds, path, "no %s is %s, so that nothing fits; swap or widen the bounds", n.goType, boundsSay(n))
	case !fit:
		r.problem(ruleBounds, path, "no multiple of %s is %s; widen the bounds, or change multipleOf", n.multipleOf.text, boundsSay(n))
	case only0 && n.ranged():
		r.problem(ruleBounds, path, "0 is the only multiple of %s that is %s; widen the bounds, or change multipleOf", n.multipleOf.text, boundsSay(n))
	case only0:
		r.problem(ruleBounds, path, "0 is the only multiple of %s that %s holds; change multipleOf, or the type", n.multipleOf.text, n.goType)
	case n.kind == integer && n.enum == nil:
		n.publishSpan()
	}
}

func (n *node) publishSpan() {
	if n.minimum == nil && n.above == nil && (n.span.published || n.span.low == 0) {
		n.minimum = bound(strconv.FormatInt(n.span.low, 10))
	}
	if n.maximum == nil && n.below == nil && n.span.published {
		n.maximum = bound(strconv.FormatUint(n.span.high, 10))
	}
}

// fits says whether some number satisfies the Go type, the bounds and multipleOf together, and whether 0
// alone does although the bounds have room for more.
func fits(n *node) (fit, only0 bool) {
	if !n.ranged() && n.multipleOf == nil {
		return true, false // as with most numbers
	}
	step, within := new(big.Rat), interval{}
	switch {
	case n.kind == integer:
		step.SetInt64(1)
		within = interval{low: new(big.Rat).SetInt64(n.span.low), high: new(big.Rat).SetUint64(n.span.high)}
	case n.narrow:
		within = interval{low: new(big.Rat).SetFloat64(-math.MaxFloat32), high: new(big.Rat).SetFloat64(math.MaxFloat32)}
	default:
		within = interval{low: new(big.Rat).SetFloat64(-math.MaxFloat64), high: new(big.Rat).SetFloat64(math.MaxFloat64)}
	}
	within.raise(n.minimum, false)
	within.raise(n.above, true)
	within.lower(n.maximum, false)
	within.lower(n.below, true)
	if n.multipleOf != nil {
		if m := n.multipleOf.rational(); m != nil && m.Sign() > 0 {
			step = m
			if n.kind == integer { // a whole multiple of a/b in lowest terms is one of a
				step = new(big.Rat).SetInt(m.Num())
			}
		}
	}
	size := within.low.Cmp(within.high)
	if step.Sign() == 0 {
		return size < 0 || size == 0 && !within.lowOpen && !within.highOpen, false
	}
	first, last := within.multiples(step)
	return first.Cmp(last) <= 0, n.multipleOf != nil && size < 0 && first.Sign() == 0 && last.Sign() == 0
}

// An interval is the numbers between two others, which belong to it unless it is open there.
type interval struct {
	low, high         *big.Rat
	lowOpen, highOpen bool
}

func (i *interval) raise(to *number, open bool) {
	if to == nil || to.rational() == nil {
		return
	}
	if c := to.rational().Cmp(i.low); c > 0 || c == 0 && open {
		i.low, i.lowOpen = to.rational(), open
	}
}

func (i *interval) lower(to *number, open bool) {
	if to == nil || to.rational() == nil {
		return
	}
	if c := to.rational().Cmp(i.high); c < 0 || c == 0 && open {
		i.high, i.highOpen = to.rational(), open
	}
}

// multiples returns the first and the last whole number whose product with step lies in the interval; the
// first is above the last when none does.
func (i *interval) multiples(step *big.Rat) (first, last *big.Int) {
	one := big.NewInt(1)
	low, high := new(big.Rat).Quo(i.low, step), new(big.Rat).Quo(i.high, step)
	first, last = new(big.Int).Div(low.Num(), low.Denom()), new(big.Int).Div(high.Num(), high.Denom()) // Div rounds down
	if !low.IsInt() || i.lowOpen {
		first.Add(first, one)
	}
	if high.IsInt() && i.highOpen {
		last.Sub(last, one)
	}
	return first, last
}

// maxSmallest is how many bytes of JSON the smallest value of a place may have: what a server sends
// unless it is told otherwise, and far more than a model writes.
const maxSmallest = 100_000

func tooLarge(n *node) bool { return smallest(n) > maxSmallest }

func (n *node) children() []*node {
	var inner []*node
	if n.kind == array || n.kind == mapping {
		inner = append(inner, n.items)
	}
	for i := range n.properties {
		inner = append(inner, n.properties[i].node)
	}
	return inner
}

// smallest returns how many bytes a value of n other than null has at least, counted up to a little over
// maxSmallest.
func smallest(n *node) int {
	const most = maxSmallest + 1
	size := 1
	switch n.kind {
	case text:
		size = 2
		if n.minLength != nil {
			size += min(*n.minLength, most)
		}
	case object, mapping:
		size = 2
		for i := range n.properties {
			if p := &n.properties[i]; p.required {
				size += len(p.name) + len(`"":`) + smallestOrNull(p.node)
			}
		}
	case array:
		size = 2
		if n.minItems != nil && *n.minItems > 0 {
			each := smallestOrNull(n.items) + len(",")
			size += min(*n.minItems, most/each+1)*each - len(",")
		}
	}
	return min(size, most)
}

func smallestOrNull(n *node) int {
	if n.nullable {
		return min(smallest(n), len("null"))
	}
	return smallest(n)
}
