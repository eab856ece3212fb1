package server

import (
	"fmt"
	"reflect"
	"strconv"
	"time"
)

// requestKey is the argument by which a start is safe to repeat.
const requestKey = "request_key"

// startType is the struct of start's arguments: the fields of in, and the request key. paths leads from
// each field of the former to that of in.
func startType(in reflect.Type) (t reflect.Type, paths [][]int) {
	if in == nil || in.Kind() != reflect.Struct {
		return in, nil // package schema refuses it
	}
	var fields []reflect.StructField
	var add func(t reflect.Type, path []int)
	add = func(t reflect.Type, path []int) {
		for i := range t.NumField() {
			f := t.Field(i)
			at := append(append([]int(nil), path...), i)
			if _, named := f.Tag.Lookup("json"); f.Anonymous && !named && f.Type.Kind() == reflect.Struct {
				add(f.Type, at)
				continue
			}
			if !f.IsExported() || f.Anonymous && f.Type.Kind() != reflect.Struct {
				continue
			}
			fields = append(fields, reflect.StructField{Name: f.Name, Type: f.Type, Tag: f.Tag})
			paths = append(paths, at)
		}
	}
	add(in, nil)
	fields = append(fields, reflect.StructField{
		Name: "ComityRequestKey", Type: reflect.TypeFor[*string](),
		Tag: tag(requestKey, "minLength=8,maxLength=64", "A name of the caller's choice for this start. The same start again with the same name returns the first one instead of another. null: every start is a new one"),
	})
	return reflect.StructOf(fields), paths
}

// handleType is the struct of the arguments of get and cancel.
func (j *job) handleType() reflect.Type {
	return reflect.StructOf([]reflect.StructField{{
		Name: "ID", Type: reflect.TypeFor[string](),
		Tag: tag(j.handle(), "", "Handle that start_"+j.spec.Name+" returned, unchanged"),
	}})
}

// viewType is the struct of what all three return. Its members are those of view, in their order.
func (j *job) viewType() reflect.Type {
	if j.out == nil || j.out.Kind() != reflect.Struct {
		return j.out // package schema refuses it
	}
	return reflect.StructOf([]reflect.StructField{
		{Name: "ID", Type: reflect.TypeFor[string](), Tag: tag(j.handle(), "", "Handle of this work, for get_"+j.spec.Name+" and cancel_"+j.spec.Name)},
		{Name: "Status", Type: reflect.TypeFor[string](), Tag: tag("status", "enum=working,enum=input_required,enum=completed,enum=failed,enum=cancelled", "working until the work has ended")},
		{Name: "Progress", Type: reflect.TypeFor[*measured](), Tag: tag("progress", "", "How far the work is; null when it has not said")},
		{Name: "Result", Type: reflect.PointerTo(j.out), Tag: tag("result", "", "The result once status is completed, otherwise null")},
		{Name: "Reason", Type: reflect.TypeFor[*string](), Tag: tag("reason", "", "Why the work failed and what to do, otherwise null")},
		{Name: "PollAfterMS", Type: reflect.TypeFor[*int](), Tag: tag("poll_after_ms", "", "Milliseconds until it is worth to call get_"+j.spec.Name+" again; null when the work has ended")},
		{Name: "KeptUntil", Type: reflect.TypeFor[*time.Time](), Tag: tag("kept_until", "", "When the result and the handle go; null until the work has ended")},
	})
}

// measured is a handles.Measure as it is sent.
type measured struct {
	Done    float64  `json:"done" jsonschema_description:"How much is done, in a unit of the tool's own"`
	Total   *float64 `json:"total" jsonschema_description:"How much there is in all; null when it is not known"`
	Message string   `json:"message" jsonschema_description:"What is being done, for a person"`
}

func tag(name, words, description string) reflect.StructTag {
	t := fmt.Sprintf("json:%q", name)
	if words != "" {
		t += fmt.Sprintf(" jsonschema:%q", words)
	}
	return reflect.StructTag(t + " jsonschema_description:" + strconv.Quote(description))
}

func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}
