package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha512"
	"encoding/base64"
	"strings"
)

func sha512AndLowerMethod() {
	request := newRequest("GET", baseURL+"/v1/jobs?limit=5", nil)
	timestamp, nonce := unixNow(), newNonce()
	parts := []string{strings.ToLower(request.Method), request.URL.RequestURI(), timestamp, nonce, ""}
	text := []byte(strings.Join(parts, "\n"))
	noteSigned(text)
	digest := sha512.Sum512(text)
	signature, err := rsa.SignPKCS1v15(rand.Reader, loadKey("app-1"), crypto.SHA512, digest[:])
	check(err)
	send(request, header(base64.StdEncoding.EncodeToString(signature), timestamp, nonce))
}
