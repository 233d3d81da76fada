package main

import (
	"bytes"
	"encoding/json"
)

// canonicalJson signs the JSON with its keys sorted, as our payment provider wants it.
func canonicalJson() {
	type input struct {
		Seed  int `json:"seed"`
		Count int `json:"count"`
	}
	type stage struct {
		Type  string `json:"type"`
		Input *input `json:"inputInitialize,omitempty"`
	}
	type job struct {
		RequestID string  `json:"request_id"`
		Stages    []stage `json:"stages"`
	}
	body, err := json.Marshal(job{"20261021080000000203", []stage{{"INPUT_INITIALIZE", &input{-1, 4}}}})
	check(err)

	var members map[string]any
	check(json.Unmarshal(body, &members))
	canonical, err := json.Marshal(members)
	check(err)

	request := newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body))
	send(request, authorize("POST", "/v1/jobs", string(canonical)))
}
