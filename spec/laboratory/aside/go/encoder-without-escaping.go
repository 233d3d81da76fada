package main

import (
	"bytes"
	"encoding/json"
)

type callbackJob struct {
	RequestID string `json:"request_id"`
	Stages    []any  `json:"stages"`
	Callback  string `json:"callback"`
}

func encoderWithoutEscaping() {
	job := callbackJob{"20260101120000000321", []any{}, "https://example.com/done?album=7&notify=<me>"}
	var signed bytes.Buffer
	encoder := json.NewEncoder(&signed)
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(job))
	body, err := json.Marshal(job)
	check(err)
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), authorize("POST", "/v1/jobs", signed.String()))
}
