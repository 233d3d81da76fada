package main

import (
	"strconv"
	"time"
)

func unixNano() {
	timestamp, nonce := strconv.FormatInt(time.Now().UnixNano(), 10), newNonce()
	signature := sign("GET\n/v1/jobs\n" + timestamp + "\n" + nonce + "\n")
	send(newRequest("GET", baseURL+"/v1/jobs", nil), header(signature, timestamp, nonce))
}
