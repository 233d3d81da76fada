package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
)

func urlSafeBase64() {
	body := readFile("job.json")
	timestamp, nonce := unixNow(), newNonce()
	text := fmt.Sprintf("POST\n%s\n%s\n%s\n%s", "/v1/jobs", timestamp, nonce, body)
	// the same as in our JWT package
	signature := base64.RawURLEncoding.EncodeToString(signRaw([]byte(text), "app-1"))
	request := newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body))
	send(request, header(signature, timestamp, nonce))
}
