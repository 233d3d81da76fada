package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
)

func fromGithubWebhooks() {
	body := readFile("job.json")
	timestamp, nonce := unixNow(), newNonce()
	text := fmt.Sprintf("POST\n/v1/jobs\n%s\n%s\n%s", timestamp, nonce, body)
	signature := "sha256=" + hex.EncodeToString(signRaw([]byte(text), "app-1"))
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), header(signature, timestamp, nonce))
}
