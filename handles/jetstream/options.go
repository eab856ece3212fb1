package jetstream

import (
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/nats-io/nats.go"
)

// Options say where the jobs are kept. Conn or URL must be set; the rest may stay zero.
type Options struct {
	// URL names the servers of the cluster, separated by commas: "nats://a:4222,nats://b:4222". The
	// connection that is made reconnects for as long as the engine is open.
	URL string
	// Connect adds to how URL is connected to: credentials, TLS, a name.
	Connect []nats.Option
	// Conn is a connection of the caller's, in place of URL; Close leaves it open. It should reconnect
	// for ever (nats.MaxReconnects(-1)).
	Conn *nats.Conn
	// Replicas is how many servers keep each job; zero means 3, which survives the loss of one. For a
	// single server say 1. An existing stream must have at least as many.
	Replicas int
	// Prefix keeps apart what shares a cluster; zero means "comity". The stream is called Prefix + "_jobs"
	// and has the subjects Prefix + ".jobs.>".
	Prefix string
	// Patience is how long one call tries again while the cluster has no leader, which takes 4 to 9 s
	// after the loss of a server; zero means 10 s. The deadline of a call ends it earlier.
	Patience time.Duration
	// Now is the clock by which jobs are created and expire; nil is that of the cluster, so that the
	// clocks of the workers do not matter.
	Now func() time.Time
	// Engine is what [Open] tells the engine.
	Engine handles.Options
}

const (
	defaultReplicas = 3
	defaultPrefix   = "comity"
	defaultPatience = 10 * time.Second
)

var prefixForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// complete fills in what was not said and returns every fault at once.
func (o Options) complete() (Options, error) {
	var faults []error
	say := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	if o.Replicas == 0 {
		o.Replicas = defaultReplicas
	}
	if o.Prefix == "" {
		o.Prefix = defaultPrefix
	}
	if o.Patience == 0 {
		o.Patience = defaultPatience
	}
	say(o.URL == "" && o.Conn == nil, "neither URL nor Conn is set; say which servers keep the jobs")
	say(o.URL != "" && o.Conn != nil, "both URL and Conn are set; say one of them")
	say(o.Conn != nil && len(o.Connect) > 0, "Connect is set beside Conn, which is connected already; give these options to its maker")
	say(o.Replicas < 1 || o.Replicas > 5, "there are %d replicas; say 1, 3 or 5", o.Replicas)
	say(!prefixForm.MatchString(o.Prefix), "the prefix %q is not 1 to 64 letters, digits, '_' or '-'; choose one such as %q", o.Prefix, defaultPrefix)
	say(o.Patience < 0, "the patience is %v; say a positive duration, or zero for %v", o.Patience, defaultPatience)
	return o, errors.Join(faults...)
}
