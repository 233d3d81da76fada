package main

import "net/url"

func queryEscapeInPath() {
	album := "by the sea side"
	authorization := authorize("GET", "/v1/albums/"+url.QueryEscape(album), "")
	send(newRequest("GET", baseURL+"/v1/albums/"+url.PathEscape(album), nil), authorization)
}
