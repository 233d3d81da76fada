package main

import (
	"bytes"
	"encoding/json"
)

func fieldNamesSigned() {
	type size struct{ Width, Height int }
	signed, err := json.Marshal(size{512, 768})
	check(err)
	body := []byte(`{"width":512,"height":768}`)
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body)), authorize("POST", "/v1/jobs", string(signed)))
}
