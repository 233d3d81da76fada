package main

import (
	"bytes"
	"encoding/json"
)

func gatewayCompacts() {
	diffusion := map[string]any{"width": 512, "height": 512, "steps": 20}
	stages := []any{map[string]any{"type": "DIFFUSION", "diffusion": diffusion}}
	body, err := json.MarshalIndent(map[string]any{"request_id": "20260101120000000212", "stages": stages}, "", "  ")
	check(err)
	// A gateway checks the JSON against a schema, and writes it again.
	request := newRequest("POST", edgeURL+"/compact/v1/jobs", bytes.NewReader(body))
	send(request, authorize("POST", "/v1/jobs", string(body)))
}
