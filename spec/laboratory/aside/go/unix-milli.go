package main

import (
	"bytes"
	"strconv"
	"time"
)

func unixMilli() {
	body := readFile("job.json")
	timestamp, nonce := strconv.FormatInt(time.Now().UnixMilli(), 10), newNonce()
	signature := sign("POST\n/v1/jobs\n" + timestamp + "\n" + nonce + "\n" + string(body))
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), header(signature, timestamp, nonce))
}
