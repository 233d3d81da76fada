package main

import (
	"bytes"
	"encoding/json"
)

func pooledBuffer() {
	var buffer bytes.Buffer
	encode := func(id, secret string) []byte {
		buffer.Reset()
		check(json.NewEncoder(&buffer).Encode(map[string]string{"request_id": id, "trace": secret}))
		return bytes.TrimSpace(buffer.Bytes())
	}
	first := encode("20260101120000000045", newNonce())
	sent := bytes.Clone(first)
	encode("20260101120000000046", newNonce())
	send(newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(sent)), authorize("POST", "/v1/jobs", string(first)))
}
