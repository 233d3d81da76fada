package main

import (
	"fmt"
	"strings"
)

func fprintlnParts() {
	body := string(readFile("job.json"))
	timestamp, nonce := unixNow(), newNonce()
	var text strings.Builder
	fmt.Fprintln(&text, "POST", "/v1/jobs", timestamp, nonce, body)
	request := newRequest("POST", baseURL+"/v1/jobs", strings.NewReader(body))
	send(request, header(sign(text.String()), timestamp, nonce))
}
