package main

func urlPathDecoded() {
	request := newRequest("GET", baseURL+"/v1/albums/summer%20at%20sea", nil)
	send(request, authorize("GET", request.URL.Path, ""))
}
