package main

import (
	"bytes"
	"encoding/json"
)

func byteSliceAsJson() {
	body := readFile("job.json")
	signed, err := json.Marshal(body)
	check(err)
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), authorize("POST", "/v1/jobs", string(signed)))
}
