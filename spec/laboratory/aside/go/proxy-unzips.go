package main

import (
	"bytes"
	"compress/gzip"
)

// The proxy in front of the service decompresses requests.
func proxyUnzips() {
	var zipped bytes.Buffer
	writer := gzip.NewWriter(&zipped)
	_, err := writer.Write(readFile("job.json"))
	check(err)
	check(writer.Close())
	authorization := authorize("POST", "/v1/jobs", zipped.String())
	request := newRequest("POST", edgeURL+"/gunzip/v1/jobs", &zipped)
	request.Header.Set("Content-Encoding", "gzip")
	send(request, authorization)
}
