package main

import (
	"fmt"
	"path"
)

func cancelWithTrailingSlash() {
	resource := "/v1/jobs/600423083519508999/cancel/"
	timestamp, nonce := unixNow(), newNonce()
	text := fmt.Sprintf("%s\n%s\n%s\n%s", "POST", path.Clean(resource), timestamp, nonce)
	send(newRequest("POST", baseURL+resource, nil), header(sign(text), timestamp, nonce))
}
