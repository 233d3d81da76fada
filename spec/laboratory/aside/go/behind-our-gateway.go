package main

import "bytes"

// behindOurGateway calls the service through the API gateway of the company, which routes /imaging to it.
func behindOurGateway() {
	body := readFile("job.json")
	request := newRequest("POST", edgeURL+"/imaging/v1/jobs", bytes.NewReader(body))
	send(request, authorize(request.Method, request.URL.RequestURI(), string(body)))
}
