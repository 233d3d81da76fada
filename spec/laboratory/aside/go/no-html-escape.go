package main

import (
	"bytes"
	"encoding/json"
)

func noHtmlEscape() {
	job := map[string]any{
		"request_id": "20261021080000000202",
		"stages": []any{map[string]any{"type": "DIFFUSION", "diffusion": map[string]any{
			"width": 768, "height": 768, "prompts": []any{map[string]string{"text": "salt & pepper shaker, <white background>"}},
			"steps": 20, "sd_model": "600423083519508503", "cfg_scale": 7}}},
	}
	signed, err := json.Marshal(job)
	check(err)

	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false) // prompts came out as \u0026 in the images
	check(encoder.Encode(job))
	body := bytes.TrimRight(buffer.Bytes(), "\n")

	request := newRequest("POST", baseURL+"/v1/jobs", bytes.NewReader(body))
	send(request, authorize("POST", "/v1/jobs", string(signed)))
}
