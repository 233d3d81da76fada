package main

import (
	"bytes"
	"encoding/base64"
	"os"
	"strings"
)

func keyOfStaging() {
	keyName := os.Getenv("SIGNING_KEY")
	if keyName == "" {
		keyName = "staging"
	}
	body := readFile("job.json")
	timestamp, nonce := unixNow(), newNonce()
	text := strings.Join([]string{"POST", "/v1/jobs", timestamp, nonce, string(body)}, "\n")
	signature := base64.StdEncoding.EncodeToString(signRaw([]byte(text), keyName))
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), header(signature, timestamp, nonce))
}
