package main

import "fmt"

func hexSignature() {
	timestamp, nonce := unixNow(), newNonce()
	raw := signRaw([]byte("GET\n/v1/jobs\n"+timestamp+"\n"+nonce+"\n"), "app-1")
	send(newRequest("GET", baseURL+"/v1/jobs", nil), header(fmt.Sprintf("%x", raw), timestamp, nonce))
}
