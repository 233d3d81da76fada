package main

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
)

func noHashPrefix() {
	body := readFile("job.json")
	timestamp, nonce := unixNow(), newNonce()
	text := []byte("POST\n/v1/jobs\n" + timestamp + "\n" + nonce + "\n" + string(body))
	noteSigned(text)
	digest := sha256.Sum256(text)
	signature, err := rsa.SignPKCS1v15(rand.Reader, loadKey("app-1"), crypto.Hash(0), digest[:])
	check(err)
	authorization := header(base64.StdEncoding.EncodeToString(signature), timestamp, nonce)
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), authorization)
}
