package schema

// A set holds which properties were seen. The first 64 cost no allocation.
type set struct {
	low  uint64
	rest []uint64
}

// add says whether i is new.
func (s *set) add(i, of int) bool {
	if s.has(i) {
		return false
	}
	if i < 64 {
		s.low |= 1 << i
		return true
	}
	if s.rest == nil {
		s.rest = make([]uint64, of/64)
	}
	s.rest[i/64-1] |= 1 << (i % 64)
	return true
}

func (s *set) has(i int) bool {
	if i < 64 {
		return s.low&(1<<i) != 0
	}
	return s.rest != nil && s.rest[i/64-1]&(1<<(i%64)) != 0
}
