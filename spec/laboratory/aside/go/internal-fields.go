package main

import (
	"bytes"
	"encoding/json"
	"time"
)

// internalFields signs the order as it is stored, and sends the part which the service documents.
func internalFields() {
	type job struct {
		RequestID string           `json:"request_id"`
		Stages    []map[string]any `json:"stages"`
	}
	type order struct {
		job
		Customer string `json:"customer"`
		Created  int64  `json:"created"`
	}
	stored := order{job{"20261021080000000204", []map[string]any{{"type": "INPUT_INITIALIZE"}}}, newNonce(), time.Now().UnixNano()}
	signed, err := json.Marshal(stored)
	check(err)
	body, err := json.Marshal(stored.job)
	check(err)
	request := newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body))
	send(request, authorize("POST", "/v1/jobs", string(signed)))
}
