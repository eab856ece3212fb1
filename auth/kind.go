package auth

import "slices"

// idMarks are claims that ID and logout tokens have and access tokens do not: OpenID Connect Core
// sections 2 and 3.3.2.11, OpenID Connect Back-Channel Logout section 2.4.
var idMarks = []string{"nonce", "at_hash", "c_hash", "s_hash", "events"}

// kind refuses tokens that are no access tokens, and those whose dialect says in its own way whom they are
// for. token_use is "access" at Cognito, and "access_token" where Ory Hydra is asked about a token.
func (j *judge) kind(c claims, plain bool) *denial {
	if use, has := c["token_use"]; has && use != "access" && (use != "access_token" || j.trust.dialect != introspected) {
		return noAccessToken("token_use is %s", shown(c, "token_use"))
	}
	switch j.trust.dialect {
	case cognito:
		return j.kindCognito(c)
	case entra:
		return kindEntra(c)
	case keycloak:
		if c["typ"] != "Bearer" {
			return noAccessToken("the claim typ is %s, wanted \"Bearer\"", shown(c, "typ"))
		}
		return nil
	case google:
		if aud, _ := c["aud"].(string); !slices.Contains(j.trust.clients, aud) {
			return j.elsewhere("aud is %s", shown(c, "aud"))
		}
		return nil
	}
	switch typ, _ := c["typ"].(string); typ {
	case "ID", "Refresh", "Offline", "Logout": // Keycloak's other tokens
		return noAccessToken("the claim typ is %s", typ)
	}
	if !plain {
		return nil
	}
	for _, mark := range idMarks {
		if _, has := c[mark]; has {
			return noAccessToken("it has the claim %s", mark)
		}
	}
	return nil
}

func (j *judge) kindCognito(c claims) *denial {
	if c["token_use"] != "access" {
		return noAccessToken("token_use is %s, wanted \"access\"", shown(c, "token_use"))
	}
	if client, _ := c["client_id"].(string); c["aud"] == nil && !slices.Contains(j.trust.clients, client) {
		return j.elsewhere("there is no aud, and client_id is %s", shown(c, "client_id"))
	}
	return nil
}

func kindEntra(c claims) *denial {
	if c["azp"] == nil && c["appid"] == nil {
		return noAccessToken("it has neither azp nor appid")
	}
	if c["scp"] == nil && c["roles"] == nil {
		return noAccessToken("it has neither scp nor roles")
	}
	return nil
}

// scopes returns what the token grants, as its dialect says it.
func (j *judge) scopes(c claims) ([]string, error) {
	if j.trust.dialect == entra && c["scp"] == nil {
		c = claims{"scp": c["roles"]}
	}
	granted, err := scopesOf(c)
	for i, s := range granted {
		granted[i] = j.trust.prefix + s
	}
	return granted, err
}

func noAccessToken(detail string, args ...any) *denial {
	return invalid("no_access_token", "This is not an access token; send the access token, not the ID token or another one.", detail, args...)
}
