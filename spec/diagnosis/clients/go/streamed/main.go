// Sends the body through a pipe, in chunks; nothing is wrong here.
package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

func main() {
	body, _ := os.ReadFile(os.Getenv("JOB"))
	text, _ := os.ReadFile(os.Getenv("KEY"))
	block, _ := pem.Decode(text)
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		panic(err)
	}
	reader, writer := io.Pipe()
	go func() {
		writer.Write(body[:len(body)/2])
		writer.Write(body[len(body)/2:])
		writer.Close()
	}()
	req, _ := http.NewRequest(http.MethodPost, os.Getenv("URL"), reader)
	random := make([]byte, 16)
	rand.Read(random)
	nonce := hex.EncodeToString(random)
	timestamp := time.Now().Unix()
	message := fmt.Sprintf("%s\n%s\n%d\n%s\n%s", req.Method, req.URL.RequestURI(), timestamp, nonce, body)
	digest := sha256.Sum256([]byte(message))
	signature, _ := rsa.SignPKCS1v15(rand.Reader, key.(*rsa.PrivateKey), crypto.SHA256, digest[:])
	req.Header.Set("Authorization", fmt.Sprintf("SVC-SHA256-RSA app_id=%s,nonce_str=%s,timestamp=%d,signature=%s",
		os.Getenv("APP_ID"), nonce, timestamp, base64.StdEncoding.EncodeToString(signature)))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		panic(err)
	}
	fmt.Println(res.StatusCode)
}
