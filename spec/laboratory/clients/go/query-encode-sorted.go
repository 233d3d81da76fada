package main

import "net/url"

func queryEncodeSorted() {
	raw := "status=done&page=2&limit=50"
	values, err := url.ParseQuery(raw)
	check(err)
	authorization := authorize("GET", "/v1/jobs?"+raw, "")
	send(newRequest("GET", baseURL+"/v1/jobs?"+values.Encode(), nil), authorization)
}
