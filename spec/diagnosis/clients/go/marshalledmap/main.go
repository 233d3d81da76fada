// Reads the job into a map to look into it, and signs the map: keys in order, numbers as Go writes them.
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
	content, _ := os.ReadFile(os.Getenv("JOB"))
	var job map[string]any
	if err := json.Unmarshal(content, &job); err != nil {
		panic(err)
	}
	fmt.Println("submitting", job["request_id"])
	req, _ := http.NewRequest("POST", os.Getenv("URL"), bytes.NewReader(content))

	random := make([]byte, 16)
	rand.Read(random)
	nonce, timestamp := hex.EncodeToString(random), time.Now().Unix()
	body, _ := json.Marshal(job)
	digest := sha256.Sum256([]byte(fmt.Sprintf("POST\n%s\n%d\n%s\n%s", req.URL.RequestURI(), timestamp, nonce, body)))
	signature, _ := rsa.SignPKCS1v15(rand.Reader, privateKey(), crypto.SHA256, digest[:])
	req.Header.Set("Authorization", fmt.Sprintf("SVC-SHA256-RSA app_id=%s,nonce_str=%s,timestamp=%d,signature=%s",
		os.Getenv("APP_ID"), nonce, timestamp, base64.StdEncoding.EncodeToString(signature)))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		panic(err)
	}
	fmt.Println(res.StatusCode)
}
