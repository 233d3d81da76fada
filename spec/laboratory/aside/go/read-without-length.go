package main

import (
	"bytes"
	"os"
)

func readWithoutLength() {
	file, err := os.Open("job.json")
	check(err)
	defer file.Close()
	buffer := make([]byte, 1024)
	_, err = file.Read(buffer)
	check(err)
	authorization := authorize("POST", "/v1/jobs", string(buffer))
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(readFile("job.json"))), authorization)
}
