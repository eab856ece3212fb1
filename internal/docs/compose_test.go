package docs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// compose is what the compose files use of the format; anything else in them is a fault.
type compose struct {
	Name     string
	Node     any `yaml:"x-node"`
	Services map[string]struct {
		Image, Restart          string
		Entrypoint, Command     []string
		Environment             map[string]string
		Ports, Volumes, Secrets []string
		Configs                 []struct{ Source, Target string }
		Grace                   string `yaml:"stop_grace_period"`
		Healthcheck             struct {
			Test              []string
			Interval, Timeout string
			Retries           int
		}
	}
	Configs map[string]struct{ Content string }
	Volumes map[string]any
	Secrets map[string]struct{ File string }
}

func readCompose(t *testing.T, name string) (compose, string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs/compose", name))
	if err != nil {
		t.Fatal(err)
	}
	var c compose
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&c); err != nil {
		t.Fatalf("docs/compose/%s: %v", name, err)
	}
	return c, string(text)
}

// TestComposeFilesStandOnTheirOwn holds what makes either file one that can be started and keeps its data.
func TestComposeFilesStandOnTheirOwn(t *testing.T) {
	for _, name := range []string{"postgres.yml", "nats-cluster.yml"} {
		c, _ := readCompose(t, name)
		if len(c.Services) == 0 {
			t.Errorf("%s starts nothing", name)
		}
		taken := map[string]string{}
		for what, s := range c.Services {
			if _, tag, ok := strings.Cut(s.Image, ":"); !ok || tag == "latest" {
				t.Errorf("%s: the image of %s is %q; name its version", name, what, s.Image)
			}
			if s.Restart != "unless-stopped" {
				t.Errorf("%s: %s is restarted %q", name, what, s.Restart)
			}
			for _, p := range s.Ports {
				if !strings.HasPrefix(p, "127.0.0.1:") || taken[p] != "" {
					t.Errorf("%s: %s has the port %s; others than this machine reach it, or %q has it too", name, what, p, taken[p])
				}
				taken[p] = what
			}
			if len(s.Ports) != 1 || len(s.Volumes) != 1 {
				t.Errorf("%s: %s has ports %v and volumes %v, want one of each", name, what, s.Ports, s.Volumes)
			}
			for _, v := range s.Volumes {
				volume, _, _ := strings.Cut(v, ":")
				if _, ok := c.Volumes[volume]; !ok || taken[volume] != "" {
					t.Errorf("%s: the volume %s of %s is not declared, or %q has it too", name, volume, what, taken[volume])
				}
				taken[volume] = what
			}
			for _, secret := range s.Secrets {
				if c.Secrets[secret].File == "" {
					t.Errorf("%s: the secret %s of %s is not declared", name, secret, what)
				}
			}
			for _, config := range s.Configs {
				if c.Configs[config.Source].Content == "" {
					t.Errorf("%s: the config %s of %s is not declared", name, config.Source, what)
				}
			}
		}
	}
}

func TestTheClusterOfTheComposeFileFlushesEveryWrite(t *testing.T) {
	c, text := readCompose(t, "nats-cluster.yml")
	var servers []string
	for name, s := range c.Services {
		servers = append(servers, name)
		if s.Environment["NODE"] != name || !slices.Contains(s.Command, "/etc/nats/node.conf") || len(s.Configs) != 1 || s.Configs[0].Target != "/etc/nats/node.conf" {
			t.Errorf("%s is told %+v", name, s)
		}
		if published, _, _ := strings.Cut(strings.TrimPrefix(s.Ports[0], "127.0.0.1:"), ":"); !strings.Contains(text, "nats://127.0.0.1:"+published) {
			t.Errorf("the command at the top does not name %s, which is at %s", name, s.Ports[0])
		}
	}
	slices.Sort(servers)
	if want := []string{"n1", "n2", "n3"}; !slices.Equal(servers, want) {
		t.Errorf("there are %v, want %v", servers, want)
	}
	conf := c.Configs["node"].Content
	for _, line := range []string{"server_name: $$NODE", "routes: [nats://n1:6222, nats://n2:6222, nats://n3:6222]", "no_advertise: true", "store_dir: /data", "sync_interval: always"} {
		if !strings.Contains(conf, line+"\n") {
			t.Errorf("the servers are not told %s:\n%s", line, conf)
		}
	}
}

func TestThePostgresOfTheComposeFileTakesItsPasswordFromAFile(t *testing.T) {
	c, _ := readCompose(t, "postgres.yml")
	s := c.Services["postgres"]
	if s.Environment["POSTGRES_PASSWORD"] != "" || s.Environment["POSTGRES_PASSWORD_FILE"] != "/run/secrets/postgres-password" || !slices.Equal(s.Secrets, []string{"postgres-password"}) {
		t.Errorf("its environment is %v and its secrets are %v", s.Environment, s.Secrets)
	}
	if !slices.Contains(s.Command, "synchronous_commit=on") || !slices.Contains(s.Command, "fsync=on") {
		t.Errorf("it is started as %v, and an answered start can be lost", s.Command)
	}
}
