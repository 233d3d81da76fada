package main

import "bytes"

func hostHeaderVirtual() {
	body := readFile("job.json")
	request := newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body))
	request.Host = "jobs.example.com"
	send(request, authorize("POST", "https://jobs.example.com/v1/jobs", string(body)))
}
