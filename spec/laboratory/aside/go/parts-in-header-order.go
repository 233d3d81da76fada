package main

import (
	"bytes"
	"strings"
)

func partsInHeaderOrder() {
	body := readFile("job.json")
	nonce, timestamp := newNonce(), unixNow()
	signature := sign(strings.Join([]string{"POST", "/v1/jobs", nonce, timestamp, string(body)}, "\n"))
	items := []string{"app_id=" + appID, "nonce_str=" + nonce, "timestamp=" + timestamp, "signature=" + signature}
	request := newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body))
	send(request, "SVC-SHA256-RSA "+strings.Join(items, ", "))
}
