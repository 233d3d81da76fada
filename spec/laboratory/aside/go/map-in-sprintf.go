package main

import (
	"bytes"
	"encoding/json"
	"fmt"
)

func mapInSprintf() {
	filter := map[string]any{"status": "done", "limit": 20, "model": "600000000000000001"}
	timestamp, nonce := unixNow(), newNonce()
	text := fmt.Sprintf("%s\n%s\n%s\n%s\n%v", "POST", "/v1/jobs/search", timestamp, nonce, filter)
	body, err := json.Marshal(filter)
	check(err)
	request := newRequest("POST", baseURL+"/v1/jobs/search", bytes.NewReader(body))
	send(request, header(sign(text), timestamp, nonce))
}
