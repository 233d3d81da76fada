package main

import "bytes"

func plainNetHttp() {
	body := readFile("job.json")
	request := newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body))
	send(request, authorize(request.Method, request.URL.RequestURI(), string(body)))
}
