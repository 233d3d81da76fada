package main

import (
	"bytes"
	"fmt"
)

func bytesPrinted() {
	body := []byte(`{"request_id":"20260101120000000044","stages":[]}`)
	timestamp, nonce := unixNow(), newNonce()
	text := fmt.Sprintf("POST\n/v1/jobs\n%s\n%s\n%v", timestamp, nonce, body)
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), header(sign(text), timestamp, nonce))
}
