package main

import (
	"strconv"
	"time"
)

func hexadecimalTimestamp() {
	now, nonce := time.Now().Unix(), newNonce()
	signature := sign("GET\n/v1/jobs\n" + strconv.FormatInt(now, 16) + "\n" + nonce + "\n")
	send(newRequest("GET", baseURL+"/v1/jobs", nil), header(signature, strconv.FormatInt(now, 10), nonce))
}
