package lint

import (
	"slices"
	"strings"
)

// secrets are how inputs for secrets end: password, user_password. What merely speaks of one
// (password_policy, page_token, max_tokens) is left alone, and so are booleans.
var secrets = terms("password", "passwd", "passphrase", "api_key", "apikey", "client_secret", "access_token", "refresh_token",
	"bearer_token", "auth_token", "private_key", "secret_key", "credit_card", "credit_card_number", "debit_card_number", "cvv", "cvc",
	"ssn", "social_security_number", "one_time_code", "otp", "otp_code", "mfa_code", "totp")

func inputSecret(p *Pass, t *tool, n *node) {
	if secret(n) {
		p.Report(n.path, "The input %q asks for a secret, which then stands in the conversation and in every log: take it from the "+
			"verified token, the server's own settings or a page of yours.", n.name)
	}
}

func secret(n *node) bool {
	if n.place != atProperty || n.is("boolean") {
		return false
	}
	w := n.words
	return slices.ContainsFunc(secrets, func(s []string) bool { return endsWith(w, s) }) || n.name == "secret"
}

var identities = []string{"user_id", "current_user", "current_user_id", "caller", "caller_id", "caller_email", "acting_user",
	"on_behalf_of", "impersonate", "tenant", "tenant_id", "requesting_user", "my_user_id"}

// inputIdentity leaves alone a tool that is about such things: get_user(user_id), invite_tenant(tenant_id).
func inputIdentity(p *Pass, t *tool, n *node) {
	w := n.words
	if n.place != atProperty || !slices.Contains(identities, strings.Join(w, "_")) {
		return
	}
	for _, about := range t.words {
		if slices.Contains(w, strings.TrimSuffix(about, "s")) {
			return
		}
	}
	p.Report(n.path, "The input %q looks like who is calling, and a model may fill in anyone: take the caller from the verified token, "+
		"or name the input for its part in the task, for example \"assignee_id\".", n.name)
}

var conversations = []string{"conversation", "conversation_history", "transcript", "chat_history", "chat_log", "full_context",
	"previous_messages", "message_history", "user_location", "precise_location"}

func inputConversation(p *Pass, t *tool, n *node) {
	if n.place == atProperty && slices.Contains(conversations, strings.Join(n.words, "_")) {
		p.Report(n.path, "The input %q asks for more than a task needs, and directories refuse it: ask for the facts the tool uses, "+
			"each as an input of its own.", n.name)
	}
}

// terms splits snake_case terms into words.
func terms(names ...string) [][]string {
	list := make([][]string, len(names))
	for i, name := range names {
		list[i] = strings.Split(name, "_")
	}
	return list
}
