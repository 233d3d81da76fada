package main

import (
	"bytes"
	"encoding/json"
)

func jsonEncoder() {
	type stage struct {
		Type  string         `json:"type"`
		Input map[string]int `json:"inputInitialize,omitempty"`
	}
	job := struct {
		RequestID string  `json:"request_id"`
		Stages    []stage `json:"stages"`
	}{"20261021080000000201", []stage{{Type: "INPUT_INITIALIZE", Input: map[string]int{"seed": -1, "count": 1}}}}

	signed, err := json.Marshal(job)
	check(err)
	body := new(bytes.Buffer)
	check(json.NewEncoder(body).Encode(job))
	request := newRequest("POST", baseURL+"/v1/jobs", body)
	send(request, authorize("POST", "/v1/jobs", string(signed)))
}
