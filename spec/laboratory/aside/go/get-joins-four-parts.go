package main

import "strings"

func getJoinsFourParts() {
	request := newRequest("GET", baseURL+"/v1/jobs/600423083519508999", nil)
	timestamp, nonce := unixNow(), newNonce()
	parts := []string{request.Method, request.URL.RequestURI(), timestamp, nonce}
	// there is no body to append
	signature := sign(strings.Join(parts, "\n"))
	send(request, header(signature, timestamp, nonce))
}
