package main

import "time"

func rfc3339Timestamp() {
	timestamp, nonce := time.Now().UTC().Format(time.RFC3339), newNonce()
	signature := sign("GET\n/v1/jobs\n" + timestamp + "\n" + nonce + "\n")
	send(newRequest("GET", baseURL+"/v1/jobs", nil), header(signature, timestamp, nonce))
}
