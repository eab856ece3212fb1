package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
	"github.com/nats-io/nats.go"
)

func ExampleOpen() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	engine, err := jetstream.Open(ctx, jetstream.Options{
		URL:     "nats://127.0.0.1:1,nats://127.0.0.1:2,nats://127.0.0.1:3", // nobody listens here
		Connect: []nats.Option{nats.UserCredentials("jobs.creds")},
		Prefix:  "inventory",
	})
	if errors.Is(err, handles.ErrUnavailable) {
		fmt.Println("the cluster is out of reach; try again later")
		return
	}
	defer engine.Close() // give it to server.Config.Jobs
	// Output: the cluster is out of reach; try again later
}

func ExampleOpenStore() {
	_, err := jetstream.OpenStore(context.Background(), jetstream.Options{})
	fmt.Println(err)
	// Output: opening the jobs on JetStream: neither URL nor Conn is set; say which servers keep the jobs
}
