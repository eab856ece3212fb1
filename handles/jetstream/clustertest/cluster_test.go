package clustertest_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"
)

// A cluster is three servers that keep every acknowledged write on disk before they say so.
type cluster struct {
	options []*server.Options
	servers []*server.Server
}

// shared is the cluster of the tests that do not harm it.
var shared *cluster

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "clustertest")
	if err != nil {
		panic(err)
	}
	if shared, err = startCluster(dir, 3); err != nil {
		panic(err)
	}
	code := m.Run()
	shared.stop()
	os.RemoveAll(dir)
	os.Exit(code)
}

// startCluster starts size servers that keep their files under dir.
func startCluster(dir string, size int) (*cluster, error) {
	ports, err := freePorts(2 * size)
	if err != nil {
		return nil, err
	}
	c := &cluster{}
	var routes []string
	for i := range size {
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", ports[2*i+1]))
	}
	for i := range size {
		o := &server.Options{
			ServerName: fmt.Sprintf("n%d", i+1), Host: "127.0.0.1", Port: ports[2*i],
			JetStream: true, StoreDir: filepath.Join(dir, fmt.Sprintf("n%d", i+1)), SyncAlways: true,
			NoLog: true, NoSigs: true,
		}
		if size > 1 {
			o.Cluster = server.ClusterOpts{Name: "jobs", Host: "127.0.0.1", Port: ports[2*i+1]}
			o.Routes = server.RoutesFromStr(strings.Join(routes, ","))
		}
		c.options = append(c.options, o)
		c.servers = append(c.servers, nil)
	}
	for i := range size {
		if err := c.start(i); err != nil {
			return nil, err
		}
	}
	return c, c.ready()
}

func (c *cluster) start(i int) error {
	s, err := server.NewServer(c.options[i].Clone())
	if err != nil {
		return fmt.Errorf("making server %d: %w", i+1, err)
	}
	c.servers[i] = s
	go s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		return fmt.Errorf("server %d is not ready after 10 s", i+1)
	}
	return nil
}

// ready waits until there is a leader that all servers follow.
func (c *cluster) ready() error {
	if len(c.servers) == 1 {
		return nil
	}
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		for _, s := range c.servers {
			if s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == len(c.servers) {
				return nil
			}
		}
	}
	return fmt.Errorf("there is no leader after 30 s")
}

// url names all servers.
func (c *cluster) url() string {
	var all []string
	for _, o := range c.options {
		all = append(all, fmt.Sprintf("nats://127.0.0.1:%d", o.Port))
	}
	return strings.Join(all, ",")
}

func (c *cluster) stop() {
	for _, s := range c.servers {
		s.Shutdown()
		s.WaitForShutdown()
	}
}

// leader returns which server leads a stream.
func (c *cluster) leader(t testing.TB, stream string) int {
	t.Helper()
	nc, err := nats.Connect(c.url())
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := natsjs.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	for {
		s, err := js.Stream(t.Context(), stream)
		if err == nil {
			name := s.CachedInfo().Cluster.Leader
			for i, o := range c.options {
				if o.ServerName == name {
					return i
				}
			}
		}
		if t.Context().Err() != nil {
			t.Fatalf("%s has no leader: %v", stream, err)
		}
	}
}

// freePorts returns ports that nobody listened on a moment ago.
func freePorts(n int) ([]int, error) {
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}
