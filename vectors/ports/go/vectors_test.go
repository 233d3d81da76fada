package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

type vector struct {
	ID, Op, Reason, Expires string
	Input                   json.RawMessage
	Expect                  struct {
		Outcome, Policy string
		Value           any
	}
}

var (
	free   = regexp.MustCompile(`("hex":"[^"]*"|"outcome":"reject"),"(text|reason)":"(\\.|[^"\\])*"`)
	header = regexp.MustCompile(`"[^" ]+ [^"]*nonce_str=[^"]*"`)
	nonce  = regexp.MustCompile(`nonce_str=([^",]*)`)
)

// judged is a value in one spelling, without what is free: the order of a header's items, texts beside bytes, and reasons.
func judged(value any) string {
	text, _ := json.Marshal(value)
	_ = json.Unmarshal(text, &value)
	text, _ = json.Marshal(value) // writes the names in order
	return header.ReplaceAllStringFunc(free.ReplaceAllString(string(text), "$1"), func(line string) string {
		items := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(`", `, r) })
		return `"` + strings.Join(slices.Sorted(slices.Values(items)), ",") + `"`
	})
}

// ask puts an op to the port, with one member of the input replaced.
func ask(op string, in input, name string, value any) (outcome, answered string) {
	in = maps.Clone(in)
	in[name], _ = json.Marshal(value)
	text, _ := json.Marshal(in)
	got := run(input{"op": json.RawMessage(`"` + op + `"`), "input": text})
	return got.Outcome, judged(got.Value)
}

// compare gives the port's answer and the right one.
func compare(c vector) (got, want string) {
	in, _ := inputOf(c.Input)
	body, _ := inputOf(in["body"])
	outcome, got := ask(c.Op, in, "seq", 0)
	answered, _ := inputOf([]byte(got))
	steps, _ := c.Expect.Value.([]any)
	switch declared := c.Expect.Policy == "" || slices.Contains(self.Policies, c.Expect.Policy); {
	case !declared && c.Op == "verify":
		return got, judged(append(steps[:len(steps)-1], map[string]any{"outcome": "reject"}))
	case !declared:
		return outcome, "reject"
	case outcome != c.Expect.Outcome || outcome != "value":
		return outcome, c.Expect.Outcome
	case c.Op == "encodeJob": // any text that decodes to the job
		_, got = ask("decodeJob", input{}, "body", answered)
	case body.has("job"): // any text of the job, sent as other cases send it
		_, job := ask("decodeJob", answered, "seq", 0)
		_, again := ask(c.Op, in, "body", answered["body"])
		return job + got, judged(body["job"]) + again
	case in.has("times"): // each as with a given nonce, which other cases judge
		distinct, all := map[string]bool{}, []string{}
		times := string(in["times"])
		delete(in, "times")
		for _, found := range nonce.FindAllStringSubmatch(got, -1) {
			_, again := ask(c.Op, in, "nonce", found[1])
			distinct[found[1]], all = true, append(all, again)
		}
		return fmt.Sprint(len(distinct), got), times + "[" + strings.Join(all, ",") + "]"
	}
	return got, judged(c.Expect.Value)
}

func read(t *testing.T, file string) []byte {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Each case is a test named by its id: go test -run TestVectors/target/
func TestVectors(t *testing.T) {
	folder, today := cmp.Or(os.Getenv("VECTORS"), "../.."), time.Now().Format(time.DateOnly)
	known := map[string]vector{}
	if file := os.Getenv("KNOWN_FAILURES"); file != "" { // as for conform --known-failures
		var entries []vector
		if err := json.Unmarshal(read(t, file), &entries); err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			known[entry.ID] = entry
		}
	}
	for _, line := range bytes.Split(bytes.TrimSpace(read(t, folder+"/flat.jsonl")), []byte("\n")) {
		var c vector
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		entry, listed := known[c.ID]
		delete(known, c.ID)
		t.Run(c.ID, func(t *testing.T) {
			got, want := compare(c)
			switch {
			case listed && (got == want || entry.Expires < today):
				t.Errorf("the known failure passes or has expired: %v", entry)
			case listed:
				t.Skip(entry.Reason)
			case got != want:
				t.Errorf("answered %s\nin place of %s", got, want)
			}
		})
	}
	if len(known) > 0 {
		t.Errorf("known failures that name no case: %v", known)
	}
}
