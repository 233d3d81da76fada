package main

func hostInTarget() {
	request := newRequest("GET", baseURL+"/v1/models", nil)
	send(request, authorize("GET", request.URL.Host+request.URL.Path, ""))
}
