package main

func requestUriOfValues() {
	request := newRequest("GET", baseURL+"/v1/jobs", nil)
	query := request.URL.Query()
	query.Set("q", "a café & a lighthouse")
	query.Set("limit", "5")
	request.URL.RawQuery = query.Encode()
	send(request, authorize(request.Method, request.URL.RequestURI(), ""))
}
