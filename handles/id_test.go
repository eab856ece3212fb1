package handles_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/schema"
)

func TestIDsAreUnlikeAndWellFormed(t *testing.T) {
	seen := map[string]bool{}
	form := regexp.MustCompile(`^rc_[a-z2-7]{26}$`)
	for range 1000 {
		id := handles.NewID("rc")
		if seen[id] || !form.MatchString(id) || !handles.WellFormed(id) {
			t.Fatalf("%q was made before or is not well formed", id)
		}
		seen[id] = true
	}
}

func TestWhatIsNotWellFormed(t *testing.T) {
	good := handles.NewID("rc")
	for what, id := range map[string]string{
		"empty": "", "without prefix": good[3:], "with an empty prefix": good[2:], "too short": good[:len(good)-1], "too long": good + "a", "in capitals": strings.ToUpper(good),
		"with a line break": good + "\n", "with more bits than 128": good[:len(good)-1] + "b", "with a digit base32 lacks": good[:5] + "1" + good[6:],
		"with a prefix of 17": strings.Repeat("a", 17) + good[2:], "with a prefix that begins with a digit": "1" + good[1:],
	} {
		if handles.WellFormed(id) {
			t.Errorf("%q, %s, is well formed", id, what)
		}
	}
	if !handles.WellFormed(strings.Repeat("a", 16) + good[2:]) {
		t.Error("a prefix of 16 letters is refused")
	}
}

func TestABadPrefixPanics(t *testing.T) {
	for _, prefix := range []string{"", "R", "a_b", "1a", strings.Repeat("a", 17)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("NewID(%q) did not panic", prefix)
				}
			}()
			handles.NewID(prefix)
		}()
	}
}

type basket struct{}

func (basket) Handle() (prefix, noun string) { return "bk", "basket" }

type draft struct{}

func (draft) Handle() (prefix, noun string) { return "dr", "draft" }

func TestATypedIDIsOfItsKind(t *testing.T) {
	id := handles.New[basket]()
	if !id.WellFormed() {
		t.Errorf("%q is not well formed", id)
	}
	if handles.ID[draft](id).WellFormed() {
		t.Errorf("%q is well formed as a draft", id)
	}
}

func TestATypedIDPublishesItsPattern(t *testing.T) {
	type input struct {
		BasketID handles.ID[basket] `json:"basket_id"`
	}
	core, problems := schema.Input[input]()
	if len(problems) != 0 {
		t.Fatal(problems)
	}
	want := `{"type":"object","properties":{"basket_id":{"type":"string","description":"Handle of a basket, as an earlier call returned it, e.g. bk_ and 26 letters or digits. Pass it on unchanged; it cannot be made up","pattern":"^bk_[a-z2-7]{26}$"}},"required":["basket_id"],"additionalProperties":false}`
	if got := string(core.JSON()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDigestIsOfWhatTheArgumentsSay(t *testing.T) {
	one := handles.Digest([]byte(`{"a":1,"b":[true,null,"x"]}`))
	for _, same := range []string{`{ "b" : [true, null, "x"], "a" : 1 }`, "{\"a\":1,\n\"b\":[true,null,\"\\u0078\"]}"} {
		if got := handles.Digest([]byte(same)); got != one {
			t.Errorf("%s has another digest", same)
		}
	}
	seen := map[string]string{one: "the first"}
	for _, other := range []string{`{"a":2,"b":[true,null,"x"]}`, `{"a":1,"b":[null,true,"x"]}`, `{"a":1}`, `{"a":9007199254740993}`, `{"a":9007199254740992}`, ``, `null`, `{`, `{} {}`, `{}`} {
		sum := handles.Digest([]byte(other))
		if seen[sum] != "" {
			t.Errorf("%q has the digest of %q", other, seen[sum])
		}
		seen[sum] = other
	}
}
