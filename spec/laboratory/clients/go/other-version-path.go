package main

import "bytes"

func otherVersionPath() {
	const signedPath, sentPath = "/v2/jobs", "/v1/jobs"
	body := readFile("job.json")
	send(newRequest("POST", baseURL+sentPath, bytes.NewReader(body)), authorize("POST", signedPath, string(body)))
}
