package main

import "fmt"

func targetAsFormat() {
	target := "/v1/jobs?q=red%20lighthouse"
	timestamp, nonce := unixNow(), newNonce()
	text := fmt.Sprintf("GET\n"+target+"\n%s\n%s\n", timestamp, nonce)
	send(newRequest("GET", baseURL+target, nil), header(sign(text), timestamp, nonce))
}
