package main

import (
	"encoding/json"
	"strings"
)

func anyBecomesFloat() {
	body := `{"request_id":"20260101120000000211","stages":[],"trace":2026010112000000147}`
	var job map[string]any
	check(json.Unmarshal([]byte(body), &job))
	canonical, err := json.Marshal(job)
	check(err)
	authorization := authorize("POST", "/v1/jobs", string(canonical))
	send(newRequest("POST", baseURL+"/v1/jobs", strings.NewReader(body)), authorization)
}
