package main

import (
	"cmp"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// plain is an answer as text, without what is free: texts beside bytes, and reasons.
func plain(outcome string, value any) string {
	text, _ := json.Marshal(value)
	_ = json.Unmarshal(text, &value)
	text, _ = json.Marshal(value) // writes the names in order
	free := regexp.MustCompile(`("hex":"[^"]*"|"outcome":"reject"),"(text|reason)":"(\\.|[^"\\])*"`)
	return outcome + free.ReplaceAllString(string(text), "$1")
}

// judge gives the port's answer and the right one.
func judge(op string, in, expect input) (got, want string) {
	a, outcome, value := perform(op, in), expect.text("outcome"), any(expect["value"])
	switch got = plain(a.Outcome, a.Value); {
	case expect.has("policy") && !slices.Contains(self.Policies, expect.text("policy")): // undeclared means refuse
		return regexp.MustCompile(`.*(reject)(null|\W*)$`).ReplaceAllString(got, "$1"), "reject"
	case op == "encodeJob": // any text that decodes to the job
		a.Value = perform("decodeJob", input{"body": []byte(got[len("value"):])}).Value
	case op == "request" && get[input](in, "body").has("job"): // any text of the job, sent as other cases send it
		in["body"], _ = json.Marshal(perform("encodeJob", get[input](in, "body")).Value)
		value = perform(op, in).Value
	case in.has("times"): // so many nonces
		nonces := slices.Sorted(slices.Values(regexp.MustCompile(`nonce_str=[^,]*`).FindAllString(got, -1)))
		a.Value, value = len(slices.Compact(nonces)), in["times"]
	}
	return plain(a.Outcome, a.Value), plain(outcome, value)
}

// Each case is a test named by its id: `-run TestVectors/target/` picks, `-skip` leaves out known failures.
func TestVectors(t *testing.T) {
	folder := cmp.Or(os.Getenv("VECTORS"), "../..")
	manifest, _ := os.ReadFile(folder + "/manifest.json")
	flat, _ := os.ReadFile(folder + "/flat.jsonl")
	generated, _ := os.ReadFile(cmp.Or(os.Getenv("GENERATED"), folder+"/generated.jsonl"))
	lines := slices.Collect(strings.Lines(string(flat) + string(generated)))
	if about, _ := inputOf(manifest); len(lines) < get[int](about, "count") {
		t.Fatalf("%d cases of %s", len(lines), manifest)
	}
	for _, line := range lines {
		c, _ := inputOf([]byte(line))
		in, _ := inputOf(c["input"])
		expect, _ := inputOf(c["expect"])
		t.Run(c.text("id"), func(t *testing.T) {
			if got, want := judge(c.text("op"), in, expect); got != want {
				t.Errorf("answered %s\nin place of %s", got, want)
			}
		})
	}
}
