package main

import (
	"bytes"
	"strings"
)

func crlfSeparators() {
	body := readFile("job.json")
	timestamp, nonce := unixNow(), newNonce()
	text := strings.Join([]string{"POST", "/v1/jobs", timestamp, nonce, string(body)}, "\r\n")
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), header(sign(text), timestamp, nonce))
}
