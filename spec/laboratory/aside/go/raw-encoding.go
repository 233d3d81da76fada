package main

import (
	"bytes"
	"encoding/base64"
)

func rawEncoding() {
	body := readFile("job.json")
	timestamp, nonce := unixNow(), newNonce()
	raw := signRaw([]byte("POST\n/v1/jobs\n"+timestamp+"\n"+nonce+"\n"+string(body)), "app-1")
	authorization := header(base64.RawStdEncoding.EncodeToString(raw), timestamp, nonce)
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), authorization)
}
