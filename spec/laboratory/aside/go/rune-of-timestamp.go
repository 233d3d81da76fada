package main

import (
	"bytes"
	"strconv"
	"time"
)

func runeOfTimestamp() {
	body := readFile("job.json")
	now, nonce := time.Now().Unix(), newNonce()
	text := "POST\n/v1/jobs\n" + string(rune(now)) + "\n" + nonce + "\n" + string(body)
	authorization := header(sign(text), strconv.FormatInt(now, 10), nonce)
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), authorization)
}
