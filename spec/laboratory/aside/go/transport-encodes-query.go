package main

import (
	"fmt"
	"net/http"
)

// tidyQuery is the transport of the company: every query is written in one form, for the caches.
type tidyQuery struct{}

func (tidyQuery) RoundTrip(request *http.Request) (*http.Response, error) {
	tidy := request.Clone(request.Context())
	tidy.URL.RawQuery = request.URL.Query().Encode()
	return http.DefaultTransport.RoundTrip(tidy)
}

func transportEncodesQuery() {
	target := "/v1/jobs?status=done&q=red%20lighthouse&limit=5"
	request := newRequest("GET", baseURL+target, nil)
	request.Header.Set("Authorization", authorize("GET", target, ""))
	answer, err := (&http.Client{Transport: tidyQuery{}}).Do(request)
	check(err)
	fmt.Println(answer.StatusCode)
}
