package main

import (
	"bytes"
	"encoding/json"
)

func omitemptySent() {
	type full struct {
		RequestID string `json:"request_id"`
		Seed      int    `json:"seed"`
	}
	type brief struct {
		RequestID string `json:"request_id"`
		Seed      int    `json:"seed,omitempty"`
	}
	signed, err := json.Marshal(full{"20260101120000000047", 0})
	check(err)
	body, err := json.Marshal(brief{"20260101120000000047", 0})
	check(err)
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), authorize("POST", "/v1/jobs", string(signed)))
}
