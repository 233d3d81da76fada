// Signs what json.Marshal writes, and sends what an Encoder writes: it ends with a line feed.
package main

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"os"
	"time"
)

func privateKey() *rsa.PrivateKey {
	text, _ := os.ReadFile(os.Getenv("KEY"))
	block, _ := pem.Decode(text)
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		panic(err)
	}
	return key.(*rsa.PrivateKey)
}

type Job struct {
	RequestID string           `json:"request_id"`
	Stages    []map[string]any `json:"stages"`
}

func main() {
	job := Job{RequestID: "1001", Stages: []map[string]any{{
		"type":            "INPUT_INITIALIZE",
		"inputInitialize": map[string]any{"seed": -1, "count": 1},
	}}}
	var body bytes.Buffer
	json.NewEncoder(&body).Encode(job)
	req, _ := http.NewRequest("POST", os.Getenv("URL"), &body)

	random := make([]byte, 16)
	rand.Read(random)
	nonce, timestamp := hex.EncodeToString(random), time.Now().Unix()
	signed, _ := json.Marshal(job)
	digest := sha256.Sum256([]byte(fmt.Sprintf("POST\n%s\n%d\n%s\n%s", req.URL.RequestURI(), timestamp, nonce, signed)))
	signature, _ := rsa.SignPKCS1v15(rand.Reader, privateKey(), crypto.SHA256, digest[:])
	req.Header.Set("Authorization", fmt.Sprintf("SVC-SHA256-RSA app_id=%s,nonce_str=%s,timestamp=%d,signature=%s",
		os.Getenv("APP_ID"), nonce, timestamp, base64.StdEncoding.EncodeToString(signature)))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		panic(err)
	}
	fmt.Println(res.StatusCode)
}
