// Sends the prompt as it was typed, through an Encoder told to leave HTML alone; signs it as json.Marshal escapes it.
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

func main() {
	job := map[string]any{"request_id": "1001", "stages": []any{map[string]any{
		"type": "DIFFUSION",
		"diffusion": map[string]any{
			"prompts": []any{map[string]any{"text": "black & white, <detailed>"}},
			"width":   512, "height": 512,
		},
	}}}
	signed, _ := json.Marshal(job)

	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	encoder.Encode(job)
	req, _ := http.NewRequest("POST", os.Getenv("URL"), &body)

	random := make([]byte, 16)
	rand.Read(random)
	nonce, timestamp := hex.EncodeToString(random), time.Now().Unix()
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
