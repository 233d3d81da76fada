package main

import "strings"

func bearerWithSignature() {
	authorization := authorize("GET", "/v1/jobs", "")
	_, items, _ := strings.Cut(authorization, " ")
	send(newRequest("GET", baseURL+"/v1/jobs", nil), "Bearer "+items)
}
