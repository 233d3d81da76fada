// Converts the number of seconds to a string, which makes a character of it.
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
	body, _ := os.ReadFile(os.Getenv("JOB"))
	req, _ := http.NewRequest("POST", os.Getenv("URL"), bytes.NewReader(body))
	random := make([]byte, 16)
	rand.Read(random)
	nonce, timestamp := hex.EncodeToString(random), string(rune(time.Now().Unix()))
	message := fmt.Sprintf("%s\n%s\n%s\n%s\n%s", req.Method, req.URL.RequestURI(), timestamp, nonce, body)
	digest := sha256.Sum256([]byte(message))
	signature, _ := rsa.SignPKCS1v15(rand.Reader, privateKey(), crypto.SHA256, digest[:])
	req.Header.Set("Authorization", fmt.Sprintf("SVC-SHA256-RSA app_id=%s,nonce_str=%s,timestamp=%s,signature=%s",
		os.Getenv("APP_ID"), nonce, timestamp, base64.StdEncoding.EncodeToString(signature)))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		panic(err)
	}
	fmt.Println(res.StatusCode)
}
