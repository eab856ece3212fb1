package load

import (
	"errors"
	"fmt"
	"net/netip"
	"time"

	"golang.org/x/sys/unix"
)

// Loop keeps connections to one server. Each sends a request when the answer before it has come. It is one
// thread that waits for all of them (epoll), and is not safe for concurrent use.
type Loop struct {
	addr    unix.SockaddrInet4
	epoll   int
	conns   []*conn
	idle    []*conn
	next    int
	scratch []byte
	events  []unix.EpollEvent
}

type conn struct {
	index   int // in conns
	fd      int
	out     []byte // not sent yet
	in      []byte
	pending *Request
	sent    time.Time
	writes  bool // waits for room to send
}

// giveUp is how long an answer may take.
const giveUp = 20 * time.Second

// Dial opens n connections to an IPv4 address, for example "127.0.0.1:8080".
func Dial(address string, n int) (*Loop, error) {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return nil, fmt.Errorf("reading the address: %w", err)
	}
	l := &Loop{addr: unix.SockaddrInet4{Port: int(to.Port()), Addr: to.Addr().As4()}, events: make([]unix.EpollEvent, n)}
	if l.epoll, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC); err != nil {
		return nil, fmt.Errorf("making an epoll: %w", err)
	}
	for i := range n {
		c := &conn{index: i}
		l.conns = append(l.conns, c)
		if err := l.connect(c); err != nil {
			l.Close()
			return nil, err
		}
	}
	l.idle = append(l.idle, l.conns...)
	return l, nil
}

// connect opens c, again if it was open.
func (l *Loop) connect(c *conn) error {
	if c.fd > 0 {
		unix.Close(c.fd)
	}
	*c = conn{index: c.index, in: c.in[:0]}
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("making a socket: %w", err)
	}
	c.fd = fd
	if err := unix.Connect(fd, &l.addr); err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	if err := errors.Join(unix.SetNonblock(fd, true), unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1)); err != nil {
		return fmt.Errorf("setting a socket up: %w", err)
	}
	return l.watch(unix.EPOLL_CTL_ADD, c)
}

func (l *Loop) watch(op int, c *conn) error {
	e := unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(c.index)} // Fd is handed back as it is
	if c.writes {
		e.Events |= unix.EPOLLOUT
	}
	if err := unix.EpollCtl(l.epoll, op, c.fd, &e); err != nil {
		return fmt.Errorf("watching a socket: %w", err)
	}
	return nil
}

// Close closes the connections.
func (l *Loop) Close() {
	for _, c := range l.conns {
		if c.fd > 0 {
			unix.Close(c.fd)
		}
	}
	unix.Close(l.epoll)
}

// Plan says how long to send, and how fast.
type Plan struct {
	// For is how long requests are sent; the answers that are out then are waited for.
	For time.Duration
	// Every is the time between two requests on all connections together. Zero sends whenever an answer
	// has come.
	Every time.Duration
	// Most is how many requests are sent. Zero is no limit.
	Most int
}

// Run sends the requests in turn, beginning after the last one of the run before, and ends with the first
// answer that is wrong.
func (l *Loop) Run(requests []Request, p Plan) (Tally, error) {
	began := time.Now()
	now, due, sent := began, began, 0
	t := Tally{waits: make([]time.Duration, 0, 4096)}
	for {
		for len(l.idle) > 0 && now.Sub(began) < p.For && (p.Most == 0 || sent < p.Most) && !due.After(now) {
			c := l.idle[len(l.idle)-1]
			l.idle = l.idle[:len(l.idle)-1]
			c.pending = &requests[l.next%len(requests)]
			c.out, c.sent = c.pending.Bytes, time.Now()
			l.next++
			sent++
			due = due.Add(p.Every)
			if err := l.flush(c); err != nil {
				return t, err
			}
		}
		if len(l.idle) == len(l.conns) && (now.Sub(began) >= p.For || p.Most > 0 && sent >= p.Most) {
			t.Took = now.Sub(began)
			return t, nil
		}
		n, err := unix.EpollWait(l.epoll, l.events, 1)
		if err != nil && err != unix.EINTR {
			return t, fmt.Errorf("waiting for answers: %w", err)
		}
		now = time.Now()
		for i := range max(n, 0) {
			if err := l.ready(l.conns[l.events[i].Fd], l.events[i].Events, &t); err != nil {
				return t, err
			}
		}
		if n <= 0 {
			if err := l.late(now); err != nil {
				return t, err
			}
		}
	}
}

func (l *Loop) late(now time.Time) error {
	for _, c := range l.conns {
		if c.pending != nil && now.Sub(c.sent) > giveUp {
			return fmt.Errorf("no answer in %v to %.300q", giveUp, c.pending.Bytes)
		}
	}
	return nil
}

func (l *Loop) ready(c *conn, events uint32, t *Tally) error {
	if events&unix.EPOLLOUT != 0 {
		if err := l.flush(c); err != nil {
			return err
		}
	}
	if events&^uint32(unix.EPOLLOUT) == 0 {
		return nil
	}
	closed, err := c.read()
	if err != nil {
		return err
	}
	if c.pending == nil { // a connection that was kept is closed, or something came unasked
		if closed {
			return l.connect(c)
		}
		return fmt.Errorf("an answer that nobody asked for: %.300q", c.in)
	}
	a, scratch, err := readAnswer(c.in, l.scratch, closed)
	l.scratch = scratch
	switch {
	case err == errPartial && closed:
		return fmt.Errorf("the connection was closed before the answer to %.300q", c.pending.Bytes)
	case err == errPartial:
		return nil
	case err != nil:
		return err
	}
	return l.done(c, a, closed, t)
}

func (l *Loop) done(c *conn, a answer, closed bool, t *Tally) error {
	t.waits = append(t.waits, time.Since(c.sent))
	if err := c.pending.Check.Answer(a.status, a.body); err != nil {
		return fmt.Errorf("a wrong answer to %.500q: %w", c.pending.Bytes, err)
	}
	t.Answers++
	if c.pending.Check.refusal {
		t.Refused++
	}
	if extra := len(c.in) - a.size; extra != 0 {
		return fmt.Errorf("%d bytes after the answer to %.300q", extra, c.pending.Bytes)
	}
	c.pending, c.in = nil, c.in[:0]
	l.idle = append(l.idle, c)
	if closed || a.closes {
		return l.connect(c)
	}
	return nil
}

// read takes in what has come.
func (c *conn) read() (closed bool, err error) {
	for {
		if cap(c.in)-len(c.in) < 16<<10 {
			c.in = append(make([]byte, 0, max(2*cap(c.in), 64<<10)), c.in...)
		}
		n, err := unix.Read(c.fd, c.in[len(c.in):cap(c.in)])
		switch {
		case err == unix.EAGAIN:
			return false, nil
		case err == unix.EINTR:
			continue
		case err == unix.ECONNRESET || err == nil && n == 0:
			return true, nil
		case err != nil:
			return false, fmt.Errorf("reading an answer: %w", err)
		}
		c.in = c.in[:len(c.in)+n]
		if len(c.in) < cap(c.in) {
			return false, nil // the end of the connection, if it came with this, is the next event
		}
	}
}

// flush sends what there is room for.
func (l *Loop) flush(c *conn) error {
	for len(c.out) > 0 {
		n, err := unix.Write(c.fd, c.out)
		switch {
		case err == unix.EAGAIN:
			if !c.writes {
				c.writes = true
				return l.watch(unix.EPOLL_CTL_MOD, c)
			}
			return nil
		case err == unix.EINTR:
			continue
		case err == unix.EPIPE || err == unix.ECONNRESET: // an answer may have come before; reading tells
			c.out = nil
			return nil
		case err != nil:
			return fmt.Errorf("sending a request: %w", err)
		}
		c.out = c.out[n:]
	}
	if c.writes {
		c.writes = false
		return l.watch(unix.EPOLL_CTL_MOD, c)
	}
	return nil
}
