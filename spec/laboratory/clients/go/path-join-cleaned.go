package main

import "path"

func pathJoinCleaned() {
	send(newRequest("GET", baseURL+"/v1/jobs/", nil), authorize("GET", path.Join("/v1", "jobs/"), ""))
}
