package main

import (
	"encoding/base64"
	"strings"
	"sync"
)

var tenantSigner func(text string) string
var makeSigner sync.Once

func signFor(tenant, text string) string {
	makeSigner.Do(func() {
		tenantSigner = func(text string) string {
			return base64.StdEncoding.EncodeToString(signRaw([]byte(text), tenant))
		}
	})
	return tenantSigner(text)
}

func signerMadeOnce() {
	for _, tenant := range []string{"app-2", "app-1"} {
		timestamp, nonce := unixNow(), newNonce()
		signature := signFor(tenant, "GET\n/v1/jobs\n"+timestamp+"\n"+nonce+"\n")
		authorization := strings.Replace(header(signature, timestamp, nonce), appID, tenant, 1)
		send(newRequest("GET", baseURL+"/v1/jobs", nil), authorization)
	}
}
