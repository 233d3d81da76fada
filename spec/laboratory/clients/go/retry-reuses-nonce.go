package main

import "bytes"

func retryReusesNonce() {
	body := readFile("job.json")
	authorization := authorize("POST", "/v1/jobs", string(body))
	for attempt := 0; attempt < 2; attempt++ {
		send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), authorization)
	}
}
