// What a client has at hand: the key, the parts of the header, and a signer. Every signed text goes to standard error.
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
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

var baseURL, edgeURL, appID = os.Getenv("BASE_URL"), os.Getenv("EDGE_URL"), os.Getenv("APP_ID")

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func loadKey(name string) *rsa.PrivateKey {
	text, err := os.ReadFile(filepath.Join(os.Getenv("KEYS"), name+".pem"))
	check(err)
	block, _ := pem.Decode(text)
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	check(err)
	return key.(*rsa.PrivateKey)
}

func noteSigned(text []byte) {
	fmt.Fprintln(os.Stderr, "SIGNED", base64.StdEncoding.EncodeToString(text))
}

func signRaw(text []byte, key string) []byte {
	noteSigned(text)
	digest := sha256.Sum256(text)
	signature, err := rsa.SignPKCS1v15(rand.Reader, loadKey(key), crypto.SHA256, digest[:])
	check(err)
	return signature
}

func sign(text string) string {
	return base64.StdEncoding.EncodeToString(signRaw([]byte(text), "app-1"))
}

func newNonce() string {
	bytes := make([]byte, 16)
	_, err := rand.Read(bytes)
	check(err)
	return hex.EncodeToString(bytes)
}

func unixNow() string { return strconv.FormatInt(time.Now().Unix(), 10) }

func header(signature, timestamp, nonce string) string {
	return "SVC-SHA256-RSA app_id=" + appID + ",nonce_str=" + nonce + ",timestamp=" + timestamp + ",signature=" + signature
}

// authorize makes the header of one request.
func authorize(method, target, body string) string {
	timestamp, nonce := unixNow(), newNonce()
	return header(sign(strings.Join([]string{method, target, timestamp, nonce, body}, "\n")), timestamp, nonce)
}

func send(request *http.Request, authorization string) {
	if authorization != "" {
		request.Header.Set("Authorization", authorization)
	}
	answer, err := http.DefaultClient.Do(request)
	check(err)
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	fmt.Println(answer.StatusCode, string(text))
}

func readFile(name string) []byte {
	text, err := os.ReadFile(name)
	check(err)
	return text
}

func newRequest(method, url string, body io.Reader) *http.Request {
	request, err := http.NewRequest(method, url, body)
	check(err)
	request.Header.Set("Content-Type", "application/json; charset=UTF-8")
	return request
}
