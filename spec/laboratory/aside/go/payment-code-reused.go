package main

import (
	"bytes"
	"fmt"
)

// Taken over from our client of a payment service.
func paymentCodeReused() {
	body := readFile("job.json")
	timestamp, nonce := unixNow(), newNonce()
	message := fmt.Sprintf("%s\n%s\n%s\n%s\n%s\n", "POST", "/v1/jobs", timestamp, nonce, body)
	authorization := fmt.Sprintf(`SVC-SHA256-RSA app_id="%s",nonce_str="%s",timestamp="%s",signature="%s"`,
		appID, nonce, timestamp, sign(message))
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), authorization)
}
