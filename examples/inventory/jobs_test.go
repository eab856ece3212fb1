package main

import (
	"errors"
	"os/exec"
	"strings"
	"testing"
)

func TestAStoreOfJobsThatCannotBeOpenedIsNamedWithoutItsSecrets(t *testing.T) {
	const forms = "; write postgres://user@host/database, or nats://a:4222,nats://b:4222,nats://c:4222, or leave -jobs out for a file in the data directory\n"
	for _, test := range []struct{ claim, at, want string }{
		{"a kind that there is not is named", "mysql://jobs:hunter2@127.0.0.1/jobs", `-jobs names a store of the kind "mysql", and there is none` + forms},
		{"what has no kind is not repeated", "host=127.0.0.1 password=hunter2", "-jobs is not the address of a store" + forms},
		{"a password alone is not repeated", "hunter2", "-jobs is not the address of a store" + forms},
		{"what stands where the kind should is repeated only when it can be one", "user:hunter2@x://h", "-jobs is not the address of a store" + forms},
		{"a Postgres address that cannot be read", "postgres://jobs:hunter2%zz@127.0.0.1/jobs", "the data source name cannot be read; write postgres://user@host/database"},
		{"a Postgres that nobody runs", "postgres://jobs:hunter2@127.0.0.1:1/jobs?sslmode=disable", "connection refused"},
		{"a NATS address that cannot be read", "nats://127.0.0.1:1,nats://jobs:hunter2%zz@127.0.0.1:2", "-jobs names NATS servers, and number 2 cannot be read" + forms},
		{"a NATS address without a host", "nats://hunter2@:4222", "-jobs names NATS servers, and number 1 cannot be read" + forms},
		{"a comma in a password of NATS", "nats://jobs:12,hunter2@127.0.0.1:1", "-jobs names NATS servers, and number 2 cannot be read" + forms},
		{"a NATS cluster that nobody runs", "nats://jobs:hunter2@127.0.0.1:1,nats://hunter2@127.0.0.1:2", "opening the jobs on JetStream: connecting: the store of jobs is out of reach"},
	} {
		t.Run(test.claim, func(t *testing.T) {
			t.Parallel()
			c := program(t, "stdio", "-data", t.TempDir(), "-jobs", test.at)
			out, err := c.CombinedOutput()
			if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 {
				t.Errorf("it ended with %v, want exit code 1", err)
			}
			if !strings.Contains(string(out), test.want) || strings.Contains(string(out), "hunter2") {
				t.Errorf("it says\n%swant, without the password,\n%s", out, test.want)
			}
		})
	}
}
