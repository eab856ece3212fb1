package auth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/golang-jwt/jwt/v5"
)

// skew is how far the clocks of an issuer and this server may be apart.
const skew = 30 * time.Second

// claims are the members of a token's payload. Numbers are json.Number, so that a 64-bit id survives.
type claims = jwt.MapClaims

// decode reads one JSON object and nothing after it. Text that is not UTF-8 is refused, because two
// subjects would become one when it is replaced, and a name that stands twice, because the next reader may
// take the other value.
func decode(data []byte) (map[string]any, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var out map[string]any
	if err := d.Decode(&out); err != nil {
		return nil, errors.New("is not a JSON object")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) || out == nil {
		return nil, errors.New("is not one JSON object")
	}
	if !jsontext.Value(data).IsValid(jsontext.AllowInvalidUTF8(true)) {
		return nil, errors.New("has a name twice")
	}
	return out, nil
}

// A judge checks the claims of one issuer's tokens.
type judge struct {
	trust       trust
	resource    string
	tenantClaim string
	strict      *jwt.Validator // with the audience
	loose       *jwt.Validator // without, for dialects that say for whom a token is in another claim
}

func newJudge(t trust, resource string, audiences []string, tenantClaim string) *judge {
	rules := []jwt.ParserOption{jwt.WithLeeway(skew), jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithIssuer(t.issuer)}
	return &judge{
		trust: t, resource: resource, tenantClaim: tenantClaim,
		loose:  jwt.NewValidator(rules...),
		strict: jwt.NewValidator(append(rules, jwt.WithAudience(slices.Concat(audiences, t.audiences)...))...),
	}
}

// caller checks verified claims and returns whom they name. plain is whether nothing but the claims says
// that this is an access token, so that a mark of an ID token decides.
func (j *judge) caller(c claims, plain bool) (Caller, *denial) {
	if d := j.timely(c); d != nil {
		return Caller{}, d
	}
	if d := j.kind(c, plain); d != nil {
		return Caller{}, d
	}
	scopes, err := j.scopes(c)
	if err != nil {
		return Caller{}, invalid("scope_malformed", "The access token has scopes that cannot be read; ask the authorization server for a new one.", "%v", err)
	}
	out := Caller{Issuer: j.trust.issuer, ClientID: clientOf(c), Scopes: scopes, Claims: others(c)}
	if out.Subject, err = j.subject(c); err != nil {
		return Caller{}, invalid("no_subject", "The access token does not say whose it is; ask the authorization server for one with a subject (sub).", "%v", err)
	}
	if j.tenantClaim != "" {
		if out.Tenant, err = text(c, j.tenantClaim); err != nil {
			return Caller{}, invalid("no_tenant", "The access token does not say which organisation it is for; sign in again and choose one.", "%v", err)
		}
	}
	exp, _ := c.GetExpirationTime() // judged by timely
	out.Expires = exp.Time
	return out, nil
}

// dates are the claims that are dates (RFC 7519 sections 4.1.4 to 4.1.6).
var dates = []struct{ name, what string }{{"exp", "an expiry"}, {"nbf", "a start"}, {"iat", "a time of issue"}}

// timely checks exp, nbf, iat, iss and aud.
func (j *judge) timely(c claims) *denial {
	v := j.strict
	if j.trust.dialect == google || j.trust.dialect == cognito && c["aud"] == nil {
		v = j.loose
	}
	for _, date := range dates {
		// Beyond the year 9999 a date is a mistake, and a float that large no longer fits an int64: far from now
		// would become long ago.
		if n, ok := c[date.name].(json.Number); ok {
			if f, err := n.Float64(); err != nil || !(math.Abs(f) <= 253402300799) {
				return invalid(date.name+"_malformed", "The access token has "+date.what+" ("+date.name+") that is no date; ask the authorization server for a new one.", "%s is %s", date.name, shown(c, date.name))
			}
		}
	}
	err := v.Validate(c)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jwt.ErrTokenExpired):
		return invalid("expired", "The access token expired; get a new one.", "exp is %s", shown(c, "exp"))
	case errors.Is(err, jwt.ErrTokenNotValidYet), errors.Is(err, jwt.ErrTokenUsedBeforeIssued):
		return invalid("not_yet_valid", "The access token is not valid yet; try again in a moment.", "nbf is %s, iat is %s; compare the clocks of the issuer and this server", shown(c, "nbf"), shown(c, "iat"))
	case c["exp"] == nil:
		return invalid("no_expiry", "The access token has no expiry (exp); ask the authorization server for one that has.", "%v", err)
	case errors.Is(err, jwt.ErrTokenInvalidIssuer):
		return unknown("issuer", "iss is %s", shown(c, "iss"))
	case errors.Is(err, jwt.ErrTokenInvalidAudience), errors.Is(err, jwt.ErrTokenRequiredClaimMissing):
		return j.elsewhere("aud is %s", shown(c, "aud"))
	}
	return invalid("claims_malformed", "The access token has claims that cannot be read; ask the authorization server for a new one.", "%v", err)
}

// elsewhere denies a token that is not for this server.
func (j *judge) elsewhere(detail string, args ...any) *denial {
	d := invalid("audience", "The access token is for another resource; ask for one with resource="+j.resource+".", detail, args...)
	d.detail += fmt.Sprintf("; %s of issuer %s", j.wanted(), j.trust.issuer)
	return d
}

// wanted says what an operator must arrange for the audience to fit.
func (j *judge) wanted() string {
	if len(j.trust.clients) > 0 {
		return fmt.Sprintf("wanted %s in aud, or a token of client %s", j.resource, strings.Join(j.trust.clients, " or "))
	}
	return "wanted " + strings.Join(append([]string{j.resource}, j.trust.audiences...), " or ") + " in aud"
}

// others returns the claims that have no field of their own in [Caller].
func others(c claims) map[string]any {
	out := make(map[string]any, len(c))
	for name, v := range c {
		switch name {
		case "iss", "sub", "exp", "scope", "scp", "client_id", "active":
		default:
			out[name] = v
		}
	}
	return out
}

// clientOf returns the client's id: client_id (RFC 9068), or as OpenID Connect (azp), Okta (cid) and
// Entra ID version 1 (appid) name it.
func clientOf(c claims) string {
	for _, name := range []string{"client_id", "azp", "cid", "appid"} {
		if id, ok := c[name].(string); ok && id != "" {
			return id
		}
	}
	return ""
}

// subject returns sub. Only a signed token that an application got for itself may lack one, which it shows
// by client_id; then it is that, as RFC 9068 section 2.2 has it. Tokens of people that lack one, as some
// servers make them, name their client as azp or are asked about: were that the subject, all people who
// use the client would be one.
func (j *judge) subject(c claims) (string, error) {
	if _, has := c["sub"]; !has && j.trust.ask == nil {
		if client, err := text(c, "client_id"); err == nil {
			return client, nil
		}
	}
	return text(c, "sub")
}

// text returns a claim that must be text. The replacement character is refused: it stands for text that
// could not be read, and two such subjects are not one.
func text(c claims, name string) (string, error) {
	s, ok := c[name].(string)
	if !ok || s == "" || strings.ContainsRune(s, utf8.RuneError) {
		return "", fmt.Errorf("%s is %s, wanted text", name, shown(c, name))
	}
	return s, nil
}

// shown writes a member of a token as JSON, for the log; a missing one is "missing".
func shown(members map[string]any, name string) string {
	v, has := members[name]
	if !has {
		return "missing"
	}
	data, err := json.Marshal(v)
	if err != nil {
		return "unreadable"
	}
	return short(string(data))
}
