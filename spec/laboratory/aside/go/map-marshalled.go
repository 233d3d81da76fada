package main

import (
	"bytes"
	"encoding/json"
)

func mapMarshalled() {
	type job struct {
		RequestID string   `json:"request_id"`
		Comment   string   `json:"comment"`
		Stages    []string `json:"stages"`
	}
	signed, err := json.Marshal(job{"20260101120000000041", "a first try", []string{}})
	check(err)
	var loose map[string]any
	check(json.Unmarshal(signed, &loose))
	loose["comment"] = "a first try"
	body, err := json.Marshal(loose)
	check(err)
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), authorize("POST", "/v1/jobs", string(signed)))
}
