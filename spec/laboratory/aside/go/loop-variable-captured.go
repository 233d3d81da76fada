package main

func loopVariableCaptured() {
	for _, path := range []string{"/v1/jobs/17", "/v1/models"} {
		request := newRequest("GET", baseURL+path, nil)
		defer func() { send(request, authorize("GET", path, "")) }()
	}
}
