package main

import "net/url"

func pathEscape() {
	jobName := "summer sale/banner 3"
	request := newRequest("GET", baseURL+"/v1/jobs/"+url.PathEscape(jobName), nil)
	send(request, authorize("GET", request.URL.Path, ""))
}
