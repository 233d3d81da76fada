package main

import (
	"bytes"
	"crypto/sha256"
)

func hashOnlySigned() {
	body := readFile("job.json")
	timestamp, nonce := unixNow(), newNonce()
	digest := sha256.Sum256([]byte("POST\n/v1/jobs\n" + timestamp + "\n" + nonce + "\n" + string(body)))
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), header(sign(string(digest[:])), timestamp, nonce))
}
