//go:build soak

package soak_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// cluster is three NATS servers, each a process of its own that keeps what it acknowledged on its disk.
type cluster struct {
	testing.TB
	program string
	files   []string // the configuration of each
	nodes   []*exec.Cmd
	url     string
	js      jetstream.JetStream

	healing sync.WaitGroup
	killed  []string // who led when it was killed
}

// prefix begins the subjects of the jobs and the name of their stream.
const prefix = "soak"

// onCluster starts the program that .ci/stage/soak-jetstream built, three times. Whoever leads the stream
// of the jobs is killed three times.
func onCluster(t *testing.T) *shared {
	program := os.Getenv("COMITY_SOAK_NATS_SERVER")
	if program == "" {
		t.Fatal("COMITY_SOAK_NATS_SERVER is not set: run bash .ci/run soak-jetstream, or set it to a nats-server")
	}
	c := &cluster{TB: t, program: program, nodes: make([]*exec.Cmd, 3)}
	c.configure(t.TempDir())
	t.Cleanup(func() {
		c.healing.Wait()
		for _, n := range c.nodes {
			n.Process.Kill()
			n.Wait()
		}
	})
	for i := range c.nodes {
		c.start(i)
	}
	nc, err := nats.Connect(c.url, nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	if c.js, err = jetstream.New(nc); err != nil {
		t.Fatal(err)
	}
	return &shared{what: "a cluster of three servers, whose leaders were killed", jobs: c.url, blows: 3, strike: c.strike,
		healed: func(context.Context) string {
			c.healing.Wait()
			return "the leaders that were killed: " + strings.Join(c.killed, ", ")
		}}
}

// configure writes what each server is told.
func (c *cluster) configure(dir string) {
	var ports []int
	for range 2 * len(c.nodes) { // one for clients, one for the other servers
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			c.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	var urls, routes []string
	for i := range c.nodes {
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", ports[2*i]))
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", ports[2*i+1]))
	}
	c.url = strings.Join(urls, ",")
	for i := range c.nodes {
		file := filepath.Join(dir, name(i)+".conf")
		text := fmt.Sprintf("server_name: %s\nlisten: 127.0.0.1:%d\njetstream { store_dir: %q, sync_interval: always }\n"+
			"cluster { name: jobs, listen: 127.0.0.1:%d, routes: [%s] }\n",
			name(i), ports[2*i], filepath.Join(dir, name(i)), ports[2*i+1], strings.Join(routes, ", "))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			c.Fatal(err)
		}
		c.files = append(c.files, file)
	}
}

func name(i int) string { return fmt.Sprintf("n%d", i+1) }

func (c *cluster) start(i int) {
	c.nodes[i] = exec.Command(c.program, "-c", c.files[i])
	if err := c.nodes[i].Start(); err != nil {
		c.Errorf("starting %s: %v", name(i), err)
	}
}

// strike kills the leader, and starts it again as soon as another one leads. It waits until nothing is
// left of the blow before: two of three servers are a majority, one is not.
func (c *cluster) strike(ctx context.Context) {
	c.healing.Wait()
	leader := c.await(ctx, "there is a leader", func(*jetstream.ClusterInfo) bool { return true })
	for i := range c.nodes {
		if name(i) == leader {
			c.nodes[i].Process.Kill() // SIGKILL
			c.nodes[i].Wait()
			c.killed = append(c.killed, leader)
			c.healing.Go(func() {
				c.await(ctx, "another one leads", func(now *jetstream.ClusterInfo) bool { return now.Leader != leader })
				c.start(i)
				c.await(ctx, "all servers have what the leader has", current)
			})
			return
		}
	}
	c.Errorf("the leader is %q, which is none of the servers", leader)
}

// current reports whether both followers have all that the leader has.
func current(now *jetstream.ClusterInfo) bool {
	for _, r := range now.Replicas {
		if !r.Current || r.Offline {
			return false
		}
	}
	return len(now.Replicas) == 2
}

// await waits until the stream has a leader and something holds, and returns the leader.
func (c *cluster) await(ctx context.Context, what string, holds func(*jetstream.ClusterInfo) bool) string {
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		asking, cancel := context.WithTimeout(ctx, time.Second)
		s, err := c.js.Stream(asking, prefix+"_jobs")
		cancel()
		if err == nil {
			if now := s.CachedInfo().Cluster; now != nil && now.Leader != "" && holds(now) {
				return now.Leader
			}
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			c.Errorf("waiting until %s: %v, %v", what, ctx.Err(), err)
			return ""
		}
	}
}
