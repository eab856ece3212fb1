package server

import (
	"fmt"
	"time"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/handles"
)

// checkJobs looks at what jobs state beyond the three tools they are listed as.
func checkJobs(c Config) fault.Problems {
	var found fault.Problems
	for i, t := range c.Tools {
		if t.d == nil || t.d.parts == nil {
			continue
		}
		j, where := t.d.parts[0].job, t.d.where(i)
		add := func(r fault.Rule, field, says string, args ...any) {
			p := r.Problem(where+"."+field, fmt.Sprintf(says, args...))
			p.At = j.at
			found = append(found, p)
		}
		if c.Jobs == nil {
			add(ruleJobs, "jobs", "The job has no engine; set Config.Jobs, for example to handles.Memory() in a test.")
		}
		if j.run.Keep < time.Minute {
			add(ruleRun, "run", "Keep is %v; say how long the result stays after the end, at least a minute, for example 24*time.Hour.", j.run.Keep)
		}
		if j.run.Repeat != handles.Safe && j.run.Repeat != handles.Once {
			add(ruleRun, "run", "Repeat is not stated; use server.Safe when the work may be run again after a crash, server.Once when it may not.")
		}
		if j.run.Attempts < 0 || j.run.Slots < 0 {
			add(ruleRun, "run", "Attempts or Slots is below zero; leave them zero for %d and %d.", handles.DefaultAttempts, usualSlots)
		}
		if j.run.Wait < 0 || j.run.Wait > window {
			add(ruleRun, "run", "Wait is %v; it is at most %v, a second less than a call may take.", j.run.Wait, window)
		}
		if j.spec.Budget != 0 || j.spec.CheckWith != "" {
			add(ruleRun, "run", "Budget and CheckWith are for tools that answer at once; remove them from a job.")
		}
		if _, off := c.Auth.(auth.Off); off || j.spec.Access.Anonymous() {
			add(ruleUnowned, "access", "Anyone may start this job, so nobody owns its handle, and whoever has it may read the result or stop the work; ask for a signed-in caller, or mind where handles go.")
		}
	}
	return found
}
