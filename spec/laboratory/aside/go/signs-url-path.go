package main

import "net/url"

func signsUrlPath() {
	address, err := url.Parse(baseURL)
	check(err)
	address = address.JoinPath("v1", "jobs")
	address.RawQuery = url.Values{"status": {"FINISHED"}, "limit": {"50"}}.Encode()

	request := newRequest("GET", address.String(), nil)
	send(request, authorize(request.Method, request.URL.Path, ""))
}
