package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

func readerAlreadyRead() {
	file, err := os.Open("job.json")
	check(err)
	defer file.Close()

	var body bytes.Buffer
	size, err := io.Copy(&body, file)
	check(err)
	fmt.Println("submitting a job of", size, "bytes")

	text, err := io.ReadAll(file)
	check(err)
	request := newRequest("POST", baseURL+"/v1/jobs", &body)
	send(request, authorize("POST", "/v1/jobs", string(text)))
}
