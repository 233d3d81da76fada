package main

import (
	"bytes"
	"fmt"
	"net/http"
)

// signingTransport signs on the way out. The body is a stream, so it is left alone.
type signingTransport struct{ next http.RoundTripper }

func (transport signingTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	signed := request.Clone(request.Context())
	signed.Header.Set("Authorization", authorize(request.Method, request.URL.String(), ""))
	return transport.next.RoundTrip(signed)
}

func streamingTransport() {
	client := &http.Client{Transport: signingTransport{http.DefaultTransport}}
	answer, err := client.Do(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(readFile("job.json"))))
	check(err)
	fmt.Println(answer.StatusCode)
}
