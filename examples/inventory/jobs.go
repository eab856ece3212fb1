package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
	"github.com/comity-mcp/comity/handles/sql"
	"github.com/comity-mcp/comity/handles/sql/postgres"
)

// openJobs opens what keeps the recounts: the file jobs.db under data when at is empty, or what at names, for
// several replicas. All that open the same one work on its jobs. A server of your own imports the engine that
// it uses; this one imports three to let you choose.
func openJobs(ctx context.Context, at, data string) (handles.Engine, error) {
	if at == "" {
		return sql.Open(ctx, filepath.Join(data, "jobs.db"), handles.Options{})
	}
	// An address can hold a password, so no error repeats it: what is wrong is said without it.
	scheme, _, isURL := strings.Cut(at, "://")
	switch {
	case scheme == "postgres" || scheme == "postgresql":
		return postgres.Open(ctx, at, handles.Options{})
	case scheme == "nats":
		if err := checkServers(at); err != nil {
			return nil, err
		}
		return jetstream.Open(ctx, jetstream.Options{URL: at, Prefix: "inventory"})
	case isURL && schemeForm.MatchString(scheme):
		return nil, fmt.Errorf("-jobs names a store of the kind %q, and there is none; %s", scheme, sayWhere)
	}
	return nil, errors.New("-jobs is not the address of a store; " + sayWhere)
}

const sayWhere = "write postgres://user@host/database, or nats://a:4222,nats://b:4222,nats://c:4222, or leave -jobs out for a file in the data directory"

var schemeForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]{0,19}$`)

// checkServers refuses what the client of NATS would quote in its error.
func checkServers(at string) error {
	for i, server := range strings.Split(at, ",") {
		u, err := url.Parse(strings.TrimSpace(server))
		if err != nil || u.Scheme != "nats" || u.Hostname() == "" {
			return fmt.Errorf("-jobs names NATS servers, and number %d cannot be read; %s", i+1, sayWhere)
		}
	}
	return nil
}
