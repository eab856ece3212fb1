package wire

// few is up to how many names of one object are compared one by one; more go into a map, so that an object of a
// million names costs no square of it.
const few = 12

// names is the set of names met in one object.
type names struct {
	first [few][]byte
	n     int
	more  map[string]struct{}
}

// add reports whether name was not met before.
func (s *names) add(name []byte) bool {
	for i := range s.n {
		if string(s.first[i]) == string(name) {
			return false
		}
	}
	if s.n < few {
		s.first[s.n] = name
		s.n++
		return true
	}
	if _, ok := s.more[string(name)]; ok {
		return false
	}
	if s.more == nil {
		s.more = make(map[string]struct{})
	}
	s.more[string(name)] = struct{}{}
	return true
}
