package main

import (
	"bytes"
	"encoding/json"
)

func htmlEscaped() {
	job := map[string]any{"request_id": "20260101120000000042", "prompt": "sea & sky, <dusk>"}
	var plain bytes.Buffer
	encoder := json.NewEncoder(&plain)
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(job))
	signed := bytes.TrimSpace(plain.Bytes())
	body, err := json.Marshal(job)
	check(err)
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), authorize("POST", "/v1/jobs", string(signed)))
}
