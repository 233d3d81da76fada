package main

import "bytes"

func redirectKeepsHeader() {
	body := readFile("job.json")
	authorization := authorize("POST", "/v1/jobs", string(body))
	send(newRequest("POST", edgeURL+"/slash-added/v1/jobs", bytes.NewReader(body)), authorization)
}
