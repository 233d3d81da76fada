package main

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
)

type signingTransport struct{ next http.RoundTripper }

func (transport signingTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	var body []byte
	if request.Body != nil {
		body, _ = io.ReadAll(request.Body)
		request.Body = io.NopCloser(bytes.NewReader(body))
	}
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", authorize(request.Method, request.URL.RequestURI(), string(body)))
	return transport.next.RoundTrip(request)
}

func signingTransportClient() {
	http.DefaultClient.Transport = signingTransport{http.DefaultTransport}
	query := url.Values{"callback": {"https://example.com/hook?x=1"}, "mode": {"draft"}}
	send(newRequest("POST", baseURL+"/v1/jobs?"+query.Encode(), bytes.NewReader(readFile("job.json"))), "")
}
