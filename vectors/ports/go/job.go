package main

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"regexp"
	"strconv"
	"unicode/utf8"
)

const (
	maxDepth     = 128
	jobMalformed = refusal("job_malformed")
	jobInvalid   = refusal("job_invalid")
)

// jsonReader reads token by token: json.Unmarshal takes the last of two equal names and repairs bad UTF-8 and half surrogate pairs.
type jsonReader struct {
	text    []byte
	tokens  *json.Decoder
	invalid bool // it is JSON so far, but cannot be a job
}

func readJSON(text []byte) (any, error) {
	if !utf8.Valid(text) {
		return nil, jobMalformed
	}
	r := &jsonReader{text: text, tokens: json.NewDecoder(bytes.NewReader(text))}
	r.tokens.UseNumber()
	value, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := r.tokens.Token(); err != io.EOF {
		return nil, jobMalformed
	}
	if r.invalid {
		return nil, jobInvalid
	}
	return value, nil
}

func (r *jsonReader) token() (json.Token, error) {
	start := r.tokens.InputOffset()
	token, err := r.tokens.Token()
	if err != nil {
		return nil, jobMalformed
	}
	if _, ok := token.(string); ok && holdsHalfPair(r.text[start:r.tokens.InputOffset()]) {
		r.invalid = true
	}
	return token, nil
}

func (r *jsonReader) value(depth int) (any, error) {
	token, err := r.token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		if depth == maxDepth {
			return nil, jobInvalid
		}
		if t == '{' {
			return r.object(depth + 1)
		}
		return r.array(depth + 1)
	case json.Number:
		// A number out of range becomes infinite, with an error.
		if f, _ := t.Float64(); math.Abs(f) > maxInteger {
			r.invalid = true
		}
		return number(t), nil
	}
	return token, nil
}

func (r *jsonReader) object(depth int) (any, error) {
	object := map[string]any{}
	for r.tokens.More() {
		name, err := r.token()
		if err != nil {
			return nil, err
		}
		value, err := r.value(depth)
		if err != nil {
			return nil, err
		}
		if _, repeated := object[name.(string)]; repeated {
			r.invalid = true
		}
		object[name.(string)] = value
	}
	_, err := r.token()
	return object, err
}

func (r *jsonReader) array(depth int) (any, error) {
	array := []any{}
	for r.tokens.More() {
		value, err := r.value(depth)
		if err != nil {
			return nil, err
		}
		array = append(array, value)
	}
	_, err := r.token()
	return array, err
}

// A whole pair, a half (the group), or any other escape together with its second backslash.
var escapeForm = regexp.MustCompile(`\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)|\\.`)

func holdsHalfPair(text []byte) bool {
	for _, m := range escapeForm.FindAllSubmatchIndex(text, -1) {
		if m[2] >= 0 {
			return true
		}
	}
	return false
}

// A number keeps its spelling: without the policy int-spelling, `1.0` is not an integer.
type number string

func (n number) MarshalJSON() ([]byte, error) {
	if f, _ := strconv.ParseFloat(string(n), 64); f == 0 {
		return []byte("0"), nil // −0 is read as 0
	}
	return []byte(n), nil
}

var integerForm = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)

func isInteger(v any) bool {
	n, ok := v.(number)
	return ok && integerForm.MatchString(string(n))
}

func is[T any](v any) bool {
	_, ok := v.(T)
	return ok
}

func isPrompts(v any) bool {
	prompts, ok := v.([]any)
	for _, prompt := range prompts {
		fields, isObject := prompt.(map[string]any)
		ok = ok && isObject && fits(fields, map[string]func(any) bool{"text": is[string]})
	}
	return ok
}

// The payload of each known type of stage, and its fields.
var payloads = map[string]struct {
	name   string
	fields map[string]func(any) bool
}{
	"INPUT_INITIALIZE": {"inputInitialize", map[string]func(any) bool{"seed": isInteger, "count": isInteger}},
	"DIFFUSION": {"diffusion", map[string]func(any) bool{
		"width": isInteger, "height": isInteger, "steps": isInteger, "clip_skip": isInteger,
		"cfg_scale": is[number], "sd_model": is[string], "prompts": isPrompts,
	}},
}

// fits tells whether each present field has its type.
func fits(object map[string]any, fields map[string]func(any) bool) bool {
	for name, isOfType := range fields {
		if value, ok := object[name]; ok && !isOfType(value) {
			return false
		}
	}
	return true
}

func isStage(v any) bool {
	stage, ok := v.(map[string]any)
	kind, isText := stage["type"].(string)
	if !ok || !isText {
		return false
	}
	mine, known := payloads[kind]
	if !known {
		return true // policy unknown-stage
	}
	for other, payload := range payloads {
		if _, there := stage[payload.name]; there && other != kind {
			return false
		}
	}
	fields, isObject := stage[mine.name].(map[string]any)
	return isObject && fits(fields, mine.fields)
}

func decodeJob(text []byte) (any, error) {
	value, err := readJSON(text)
	if err != nil {
		return nil, err
	}
	job, _ := value.(map[string]any)
	stages, ok := job["stages"].([]any)
	ok = ok && is[string](job["request_id"])
	for _, stage := range stages {
		ok = ok && isStage(stage)
	}
	if !ok {
		return nil, jobInvalid
	}
	return job, nil
}

// encodeJob writes a job. The job comes as text and is read as strictly as a received one.
func encodeJob(text []byte) ([]byte, error) {
	job, err := decodeJob(text)
	if err != nil {
		return nil, err
	}
	return json.Marshal(job)
}
