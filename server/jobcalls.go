package server

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"time"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
)

// encoded is a result that is JSON already; it is checked like any other.
type encoded struct {
	json  json.RawMessage
	links []Link
}

// starts starts the work and waits a little for its end.
func (j *job) starts(ctx context.Context, in any, paths [][]int) (any, error) {
	c := callOf(ctx)
	args, key, err := j.split(in, paths)
	if err != nil {
		return nil, err
	}
	if _, off := c.server.config.Auth.(auth.Off); key != "" && c.caller.IsAnonymous() && !off {
		return nil, Errorf(InvalidArgument, "request_key belongs to a signed-in caller, because a stranger could choose the same. Leave it out, or sign in. Nothing was started.")
	}
	keep, err := auth.Keep(c.caller, time.Now())
	if err != nil {
		return nil, err
	}
	c.server.startWork()
	rec, _, err := c.server.config.Jobs.Start(ctx, handles.NewJob{
		Tool: j.spec.Name, Prefix: j.prefix(), Owner: owner(c.caller), Caller: keep, Arguments: args, Key: key,
		Keep: j.run.Keep, Repeat: j.run.Repeat, Attempts: j.run.Attempts,
	})
	if err != nil {
		return nil, j.refused(err, key)
	}
	rec, err = j.settled(ctx, c, rec, j.wait())
	if err != nil {
		return nil, err
	}
	if c.tasks && !rec.State.Final() {
		return nil, &startedTask{rec}
	}
	return j.view(rec)
}

// split takes the request key out of the arguments of start; what is left are those of the work.
func (j *job) split(in any, paths [][]int) (args json.RawMessage, key string, err error) {
	from, to := reflect.ValueOf(in).Elem(), reflect.ValueOf(j.fresh()).Elem()
	for i, path := range paths {
		to.FieldByIndex(path).Set(from.Field(i))
	}
	if k := from.Field(len(paths)); !k.IsNil() {
		key = k.Elem().String()
	}
	args, err = marshal(to.Interface())
	return args, key, err
}

// gets waits for the end of the work, and says where it stands when the window is over.
func (j *job) gets(ctx context.Context, id string) (any, error) {
	c := callOf(ctx)
	rec, err := j.find(ctx, c, id)
	if err != nil {
		return nil, err
	}
	rec, err = j.settled(ctx, c, rec, window)
	if err != nil {
		return nil, err
	}
	return j.view(rec)
}

func (j *job) cancels(ctx context.Context, id string) (any, error) {
	c := callOf(ctx)
	if _, err := j.find(ctx, c, id); err != nil {
		return nil, err
	}
	rec, err := c.server.config.Jobs.Cancel(ctx, owner(c.caller), id)
	if err != nil {
		return nil, j.refused(err, "")
	}
	return j.view(rec)
}

// find returns the record of a handle of this job and this caller; anything else is one answer.
func (j *job) find(ctx context.Context, c *call, id string) (handles.Record, error) {
	rec, err := c.server.config.Jobs.Get(ctx, owner(c.caller), id)
	if expired, ok := errors.AsType[*handles.ExpiredError](err); err == nil && rec.Tool != j.spec.Name || ok && expired.Tool != j.spec.Name {
		err = handles.ErrNotFound
	}
	if err != nil {
		return handles.Record{}, j.refused(err, "")
	}
	return rec, nil
}

// settled waits until the work has ended or asks for something, at most for d. A record changes with
// every report of progress; only an end is worth an answer, so that a model that asks in a loop gets one
// answer a window.
func (j *job) settled(ctx context.Context, c *call, rec handles.Record, d time.Duration) (handles.Record, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	for rec.State == handles.Working && ctx.Err() == nil {
		next, err := c.server.config.Jobs.Wait(ctx, rec.Owner, rec.ID, rec.Revision)
		if err != nil {
			if ctx.Err() != nil {
				break
			}
			return rec, j.refused(err, "")
		}
		rec = next
		if c.notify != nil && rec.State == handles.Working {
			c.notify(ctx, rec.Progress)
		}
	}
	return rec, nil
}

// refused says what an engine's error means to a model.
func (j *job) refused(err error, key string) error {
	start := "start_" + j.spec.Name
	if expired, ok := errors.AsType[*handles.ExpiredError](err); ok {
		return Errorf(NotFound, "The result of %s was kept until %s and is gone. Start anew with %s, and with another request_key where there is one.",
			expired.ID, expired.At.UTC().Format(time.RFC3339), start).Because(err)
	}
	if _, ok := errors.AsType[*handles.ConflictError](err); ok {
		return Errorf(Conflict, "request_key %q was used for a start with other arguments. Nothing was started; send another request_key for another start.", key).Because(err)
	}
	if size, ok := errors.AsType[*handles.SizeError](err); ok {
		return Errorf(InvalidArgument, "The %s have %d bytes, and at most %d can be kept. Send less.", size.What, size.Size, size.Limit).Because(err)
	}
	switch {
	case errors.Is(err, handles.ErrNotFound):
		return Errorf(NotFound, "There is no such %s. Use the one that %s returned, unchanged, or start anew.", j.handle(), start).Because(err)
	case errors.Is(err, handles.ErrUnavailable), errors.Is(err, handles.ErrClosed):
		if key != "" {
			return Errorf(Unavailable, "The store of jobs does not answer, so it is not known whether the work was started. Call %s again with the same request_key.", start).Because(err)
		}
		return Errorf(Unavailable, "The store of jobs does not answer; call again in a moment.").Because(err)
	}
	return err
}

// owner is whose a caller's handles are. Callers nobody vouches for share one: there a handle is guarded
// by its 128 random bits alone.
func owner(c auth.Caller) handles.Owner {
	if c.IsAnonymous() {
		return handles.Owner{Issuer: auth.Anonymous().Issuer, Subject: auth.Anonymous().Issuer}
	}
	return handles.Owner{Issuer: c.Issuer, Subject: c.Subject, Tenant: c.Tenant}
}

func callOf(ctx context.Context) *call { return ctx.Value(callKey{}).(*call) }
