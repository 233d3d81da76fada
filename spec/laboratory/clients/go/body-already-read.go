package main

import (
	"bytes"
	"io"
	"net/http"
)

func bodyAlreadyRead() {
	body := bytes.NewReader(readFile("job.json"))
	content, err := io.ReadAll(body)
	check(err)
	request, err := http.NewRequest("POST", baseURL+"/v1/jobs", io.NopCloser(body))
	check(err)
	send(request, authorize("POST", "/v1/jobs", string(content)))
}
