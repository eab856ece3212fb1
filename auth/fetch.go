package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	// patience is how long an authorization server has to answer.
	patience = 5 * time.Second
	// maxDocument is the longest document read from an authorization server, in bytes. Key sets with
	// certificates have some 20 KiB.
	maxDocument = 512 << 10
)

// newClient is the client of a declaration without one.
func newClient() *http.Client {
	return &http.Client{Timeout: patience, CheckRedirect: sameHost}
}

// sameHost refuses to follow a redirect to another host, or away from https: what an issuer says of itself
// is read from the issuer.
func sameHost(req *http.Request, via []*http.Request) error {
	first := via[0].URL
	if req.URL.Host != first.Host || req.URL.Scheme != first.Scheme {
		return fmt.Errorf("redirected to another host, %s://%s", req.URL.Scheme, req.URL.Host)
	}
	if len(via) >= 3 {
		return errors.New("redirected more than 3 times")
	}
	return nil
}

// fetch sends req and returns the body of an answer with status 200. Errors name the address, and no
// header or body of the request.
func fetch(ctx context.Context, client *http.Client, req *http.Request) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	where := req.URL.Scheme + "://" + req.URL.Host + req.URL.Path
	req.Header.Set("Accept", "application/json")
	resp, err := client.Do(req.WithContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, cause(err))
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxDocument+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", where, cause(err))
	case resp.StatusCode != http.StatusOK:
		return body, fmt.Errorf("%s: %w", where, statusError(resp.StatusCode))
	case len(body) > maxDocument:
		return nil, fmt.Errorf("%s: the answer is longer than %d bytes", where, maxDocument)
	}
	return body, nil
}

// get fetches a JSON object.
func get(ctx context.Context, client *http.Client, address string) (map[string]any, error) {
	req, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("reading the address %q: %w", address, err)
	}
	body, err := fetch(ctx, client, req)
	if err != nil {
		return nil, err
	}
	doc, err := decode(body)
	if err != nil {
		return nil, fmt.Errorf("%s: the answer %w", address, err)
	}
	return doc, nil
}

// statusError is an answer with another status than 200.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("answered with status %d", int(e)) }

// cause drops the address that net/http repeats, and words a time-out as what it is.
func cause(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		if u.Timeout() {
			return fmt.Errorf("no answer within %v", patience)
		}
		err = u.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("no answer within %v", patience)
	}
	return err
}

// safeAddress reports whether an address that an issuer names may be used: https, or on this machine.
func safeAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && u.User == nil && (u.Scheme == "https" || u.Scheme == "http" && loopback(u.Hostname()))
}
