package handlestest_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/comity-mcp/comity/handles"
)

func defects() []defect { return append(storeDefects(), engineDefects()...) }

func storeDefects() []defect {
	return []defect{
		{is: "a start that stores nothing", found: []string{"what Start returned"}, store: func(s handles.Store) handles.Store {
			return badStore{Store: s, insert: func(_ context.Context, row handles.Row) (handles.Row, bool, error) { return row, false, nil }}
		}},
		{is: "request keys are forgotten", found: []string{"a start whose answer", "the same key and arguments", "the same key with other", "concurrent starts", "while a do runs", "do runs the body"}, store: func(s handles.Store) handles.Store {
			return badStore{Store: s, insert: func(ctx context.Context, row handles.Row) (handles.Row, bool, error) {
				row.Key = ""
				return s.Insert(ctx, row)
			}}
		}},
		{is: "request keys are everyone's", found: []string{"the same key of another owner"}, store: func(s handles.Store) handles.Store {
			seen := map[string]handles.Row{}
			return badStore{Store: s, insert: func(ctx context.Context, row handles.Row) (handles.Row, bool, error) {
				if first, ok := seen[row.Key]; ok {
					return first, true, nil
				}
				seen[row.Key] = row
				return s.Insert(ctx, row)
			}}
		}},
		{is: "every job may run again", found: []string{"a job that may run once is interrupted", "a job that may run once and whose result"}, store: func(s handles.Store) handles.Store {
			return badStore{Store: s, insert: func(ctx context.Context, row handles.Row) (handles.Row, bool, error) {
				row.Repeat, row.MaxAttempts = handles.Safe, handles.DefaultAttempts
				return s.Insert(ctx, row)
			}}
		}},
		{is: "a claim does not move the fence", found: []string{"a worker frozen past its lease"}, store: func(s handles.Store) handles.Store {
			same := func(row handles.Row) handles.Row { row.Fence = min(row.Fence, 1); return row }
			return badStore{Store: s,
				claim: func(ctx context.Context, tool, worker string) (handles.Row, error) {
					row, err := s.Claim(ctx, tool, worker)
					return same(row), err
				},
				load: func(ctx context.Context, id string) (handles.Row, time.Time, error) {
					row, now, err := s.Load(ctx, id)
					return same(row), now, err
				}}
		}},
		{is: "leases are not looked after", store: func(s handles.Store) handles.Store {
			return badStore{Store: s, live: func(context.Context) ([]handles.Lease, error) { return nil, nil }}
		}, found: []string{"a killed worker", "a job that may run once", "attempts are capped", "progress never falls", "what was answered stays", "a do whose process dies",
			"a job that nobody works on", "a claim whose answer was lost"}},
		{is: "signs of life are not seen", found: []string{"a worker that lives", "a clock that jumps"}, store: func(s handles.Store) handles.Store {
			return badStore{Store: s, live: func(ctx context.Context) ([]handles.Lease, error) {
				live, err := s.Live(ctx)
				for i := range live {
					live[i].Beat = 0
				}
				return live, err
			}, load: func(ctx context.Context, id string) (handles.Row, time.Time, error) {
				row, now, err := s.Load(ctx, id)
				row.Beat = 0
				return row, now, err
			}}
		}},
		{is: "attempts are not counted", found: []string{"a body gets the record"}, store: func(s handles.Store) handles.Store {
			return badStore{Store: s, claim: func(ctx context.Context, tool, worker string) (handles.Row, error) {
				row, err := s.Claim(ctx, tool, worker)
				row.Attempts = 0
				return row, err
			}}
		}},
		{is: "a worker takes jobs of another tool", found: []string{"a worker takes the jobs of its tool only"}, store: func(s handles.Store) handles.Store {
			return badStore{Store: s, claim: func(ctx context.Context, tool, worker string) (handles.Row, error) {
				if row, err := s.Claim(ctx, "export", worker); err == nil {
					return row, nil
				}
				return s.Claim(ctx, tool, worker)
			}}
		}},
		{is: "a sweep forgets what expired", found: []string{"an expired handle still says when"}, store: func(s handles.Store) handles.Store {
			return badStore{Store: s, sweep: func(ctx context.Context, b handles.Bounds) error { b.GoneCount = 0; return s.Sweep(ctx, b) }}
		}},
		{is: "a sweep does nothing", found: []string{"finished records are bounded"}, store: func(s handles.Store) handles.Store {
			return badStore{Store: s, sweep: func(context.Context, handles.Bounds) error { return nil }}
		}},
		{is: "retention goes by another clock", found: []string{"retention counts"}, store: func(s handles.Store) handles.Store {
			return badStore{Store: s, load: func(ctx context.Context, id string) (handles.Row, time.Time, error) {
				row, _, err := s.Load(ctx, id)
				return row, time.Now(), err
			}}
		}},
	}
}

// bodies makes an engine whose workers run something else than the body they were given.
func bodies(change func(handles.Engine, handles.Body) handles.Body) func(handles.Engine) handles.Engine {
	return func(e handles.Engine) handles.Engine {
		return badEngine{Engine: e, work: func(ctx context.Context, tool string, slots int, body handles.Body) error {
			return e.Work(ctx, tool, slots, change(e, body))
		}}
	}
}

func away(e handles.Engine) bool {
	_, err := e.Get(context.Background(), handles.Owner{Issuer: "i", Subject: "s"}, handles.NewID("x"))
	return errors.Is(err, handles.ErrUnavailable)
}

func engineDefects() []defect {
	return []defect{
		{is: "one fault at a time", found: []string{"a job that does not say"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, start: func(ctx context.Context, j handles.NewJob) (handles.Record, bool, error) {
				rec, existed, err := e.Start(ctx, j)
				if err != nil {
					err = errors.New("the owner has no issuer")
				}
				return rec, existed, err
			}}
		}},
		{is: "a smaller limit than stated", found: []string{"arguments at their limit"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, start: func(ctx context.Context, j handles.NewJob) (handles.Record, bool, error) {
				if len(j.Arguments) > handles.MaxArguments-1 {
					return handles.Record{}, false, &handles.SizeError{What: "arguments", Size: len(j.Arguments), Limit: handles.MaxArguments - 1}
				}
				return e.Start(ctx, j)
			}}
		}},
		{is: "a job dies with the request that started it", found: []string{"the end of the request"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, start: func(ctx context.Context, j handles.NewJob) (handles.Record, bool, error) {
				rec, existed, err := e.Start(ctx, j)
				context.AfterFunc(ctx, func() { e.Cancel(context.Background(), j.Owner, rec.ID) })
				return rec, existed, err
			}}
		}},
		{is: "get does not ask who asks", found: []string{"a foreign, an unknown"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, get: func(ctx context.Context, _ handles.Owner, id string) (handles.Record, error) {
				return e.Get(ctx, handles.Owner{Issuer: "https://login.example.com", Subject: "alice"}, id)
			}}
		}},
		{is: "wait does not wait", found: []string{"wait wakes", "wait returns at its deadline"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, wait: func(ctx context.Context, o handles.Owner, id string, _ handles.Revision) (handles.Record, error) {
				return e.Wait(ctx, o, id, 0)
			}}
		}},
		{is: "wait does not wake", found: []string{"many waits", "wait answers at once"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, wait: func(ctx context.Context, o handles.Owner, id string, _ handles.Revision) (handles.Record, error) {
				<-ctx.Done()
				return e.Get(context.WithoutCancel(ctx), o, id)
			}}
		}},
		{is: "cancel does nothing", found: []string{"cancel ends the context", "a cancelled job that waits", "a job that waits for an answer"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, cancel: e.Get}
		}},
		{is: "cancel says cancelled of anything", found: []string{"a completed job that is cancelled"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, cancel: func(ctx context.Context, o handles.Owner, id string) (handles.Record, error) {
				rec, err := e.Cancel(ctx, o, id)
				rec.State = handles.Cancelled
				return rec, err
			}}
		}},
		{is: "closed is not said", found: []string{"close drains"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, get: func(ctx context.Context, o handles.Owner, id string) (handles.Record, error) {
				rec, err := e.Get(ctx, o, id)
				if errors.Is(err, handles.ErrClosed) {
					err = handles.ErrNotFound
				}
				return rec, err
			}}
		}},
		{is: "a store out of reach is an unknown handle", found: []string{"a store out of reach"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, get: func(ctx context.Context, o handles.Owner, id string) (handles.Record, error) {
				rec, err := e.Get(ctx, o, id)
				if errors.Is(err, handles.ErrUnavailable) {
					err = handles.ErrNotFound
				}
				return rec, err
			}}
		}},
		{is: "more slots than asked for", found: []string{"a worker takes the jobs", "a worker in one engine"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, work: func(ctx context.Context, tool string, slots int, body handles.Body) error {
				return e.Work(ctx, tool, slots+1, body)
			}}
		}},
		{is: "a worker ends with its store", found: []string{"a worker goes on after an outage"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, work: func(ctx context.Context, tool string, slots int, body handles.Body) error {
				ctx, cancel := context.WithCancel(ctx)
				defer cancel()
				go func() {
					for ctx.Err() == nil && !away(e) {
						time.Sleep(time.Millisecond)
					}
					cancel()
				}()
				return e.Work(ctx, tool, slots, body)
			}}
		}},
		{is: "a worker waits for its bodies", found: []string{"a worker shuts down although"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, work: func(ctx context.Context, tool string, slots int, body handles.Body) error {
				var bodies sync.WaitGroup
				defer bodies.Wait()
				return e.Work(ctx, tool, slots, func(ctx context.Context, rec handles.Record, p *handles.Progress) (json.RawMessage, error) {
					bodies.Add(1)
					defer bodies.Done()
					return body(ctx, rec, p)
				})
			}}
		}},
		{is: "a do fails with its context", found: []string{"do ends with its context"}, engine: func(e handles.Engine) handles.Engine {
			return badEngine{Engine: e, do: func(ctx context.Context, j handles.NewJob, body handles.Body) (handles.Record, bool, error) {
				rec, existed, err := e.Do(ctx, j, body)
				return rec, existed, errors.Join(err, ctx.Err())
			}}
		}},
		{is: "every error is shown", found: []string{"a failure keeps its code"}, engine: bodies(func(_ handles.Engine, body handles.Body) handles.Body {
			return func(ctx context.Context, rec handles.Record, p *handles.Progress) (json.RawMessage, error) {
				result, err := body(ctx, rec, p)
				if err != nil {
					err = &handles.Failure{Code: "error", Text: err.Error()}
				}
				return result, err
			}
		})},
		{is: "a large result is cut", found: []string{"a result at its limit"}, engine: bodies(func(_ handles.Engine, body handles.Body) handles.Body {
			return func(ctx context.Context, rec handles.Record, p *handles.Progress) (json.RawMessage, error) {
				result, err := body(ctx, rec, p)
				return result[:min(len(result), handles.MaxResult-1)], err
			}
		})},
		{is: "progress goes nowhere", found: []string{"progress reaches get", "a body that asks"}, engine: bodies(func(_ handles.Engine, body handles.Body) handles.Body {
			return func(ctx context.Context, rec handles.Record, _ *handles.Progress) (json.RawMessage, error) {
				return body(ctx, rec, new(handles.Progress))
			}
		})},
		{is: "a body does not hear", engine: bodies(func(_ handles.Engine, body handles.Body) handles.Body {
			return func(ctx context.Context, rec handles.Record, p *handles.Progress) (json.RawMessage, error) {
				ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Hour)
				defer cancel()
				return body(ctx, rec, p)
			}
		}), found: []string{"cancel ends the context", "a body past its deadline", "a worker that shuts down hands", "a worker that shuts down lets", "an outage longer", "a worker frozen past"}},
		{is: "a result is dropped when its worker leaves", found: []string{"a body that returns its result"}, engine: bodies(func(_ handles.Engine, body handles.Body) handles.Body {
			return func(ctx context.Context, rec handles.Record, p *handles.Progress) (json.RawMessage, error) {
				result, err := body(ctx, rec, p)
				return result, errors.Join(err, ctx.Err())
			}
		})},
		{is: "a body fails with its store", found: []string{"a running body survives"}, engine: bodies(func(e handles.Engine, body handles.Body) handles.Body {
			return func(ctx context.Context, rec handles.Record, p *handles.Progress) (json.RawMessage, error) {
				result, err := body(ctx, rec, p)
				if away(e) {
					err = errors.New("the store is away")
				}
				return result, err
			}
		})},
		{is: "one body after the other", found: []string{"a body that ignores its cancellation"}, engine: bodies(func(_ handles.Engine, body handles.Body) handles.Body {
			turn := make(chan struct{}, 1)
			var over sync.Once
			return func(ctx context.Context, rec handles.Record, p *handles.Progress) (json.RawMessage, error) {
				select {
				case turn <- struct{}{}:
				case <-ctx.Done():
					return nil, ctx.Err()
				}
				result, err := body(ctx, rec, p)
				over.Do(func() { <-turn })
				return result, err
			}
		})},
	}
}
