package main

import (
	"bytes"
	"encoding/json"
)

func encoderLineFeed() {
	job := map[string]any{"request_id": "20260101120000000043", "stages": []string{}}
	signed, err := json.Marshal(job)
	check(err)
	var body bytes.Buffer
	check(json.NewEncoder(&body).Encode(job))
	send(newRequest("POST", baseURL+"/v1/jobs", &body), authorize("POST", "/v1/jobs", string(signed)))
}
