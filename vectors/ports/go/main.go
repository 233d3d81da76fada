// A port in Go: answers the runs on standard input on standard output, one JSON object a line.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
)

type hello struct {
	Type     string   `json:"type"`
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Language string   `json:"language"`
	Ops      []string `json:"ops"`
	Policies []string `json:"policies"`
	Reasons  string   `json:"reasons"`
}

type answer struct {
	Seq     json.RawMessage `json:"seq"`
	Outcome string          `json:"outcome"`
	Reason  string          `json:"reason,omitempty"`
	Value   any             `json:"value,omitempty"`
}

// run answers a run.
func run(message input) answer {
	in, err := inputOf(message["input"])
	if err != nil {
		return answer{Seq: message["seq"], Outcome: "error", Reason: err.Error()}
	}
	a := perform(message.text("op"), in)
	a.Seq = message["seq"]
	return a
}

// perform does one operation. Every failure except a refusal is an error, and must never look like a verdict.
func perform(op string, in input) (a answer) {
	defer func() {
		if fault := recover(); fault != nil {
			a = answer{Outcome: "error", Reason: fmt.Sprint(fault)}
		}
	}()
	do := ops[op]
	if do == nil {
		return answer{Outcome: "unsupported"}
	}
	value, err := do(in)
	var refused refusal
	switch {
	case errors.As(err, &refused):
		return answer{Outcome: "reject", Reason: string(refused)}
	case err != nil:
		return answer{Outcome: "error", Reason: err.Error()}
	case value == accepted{}:
		return answer{Outcome: "accept"}
	}
	return answer{Outcome: "value", Value: value}
}

var self = hello{
	Type:     "hello",
	Name:     "countersign-go",
	Version:  "1.0.0",
	Language: "Go " + strings.TrimPrefix(runtime.Version(), "go"),
	Ops:      slices.Sorted(maps.Keys(ops)),
	Policies: []string{"appid-alias", "unknown-stage"},
	Reasons:  "suite",
}

func main() {
	lines := bufio.NewReader(os.Stdin) // a Scanner would stop at a line of 64 KiB
	out := json.NewEncoder(os.Stdout)  // writes each line at once
	for {
		line, end := lines.ReadBytes('\n')
		message, _ := inputOf(line)
		var err error
		switch string(message["type"]) {
		case `"hello"`:
			err = out.Encode(self)
		case `"run"`:
			err = out.Encode(run(message))
		case `"bye"`:
			return
		}
		if end != nil || err != nil {
			return
		}
	}
}
