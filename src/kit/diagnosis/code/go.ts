/**
 * The right program in the standard library of Go: what `diagnose --code` shows of it is the section that the caller got wrong. A live spec runs the
 * whole, and breaks it section by section.
 */
import type { Program } from './Program.ts'

export const go: Program = {
  setup: `package main

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
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func readKey(name string) (*rsa.PrivateKey, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("PRIVATE_KEY names a file without a PEM block")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	privateKey, ok := key.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("PRIVATE_KEY names a file with a key that is not RSA")
	}
	return privateKey, nil
}

func run() error {
	rawURL, appID, jobFile := os.Getenv("URL"), os.Getenv("APP_ID"), os.Getenv("JOB")
	if rawURL == "" || appID == "" {
		return errors.New("set URL, APP_ID and PRIVATE_KEY")
	}
	privateKey, err := readKey(os.Getenv("PRIVATE_KEY"))
	if err != nil {
		return err
	}
	prompts := []any{map[string]any{"text": "café, 雪"}}
	diffusion := map[string]any{"width": 512, "height": 512, "prompts": prompts}
	job := map[string]any{
		"request_id": "1001",
		"stages": []any{
			map[string]any{
				"type":            "INPUT_INITIALIZE",
				"inputInitialize": map[string]any{"seed": -1, "count": 1},
			},
			map[string]any{"type": "DIFFUSION", "diffusion": diffusion},
		},
	}`,

  indent: '\t',

  body: `// A file is read as bytes, and a job that is built here is serialized once. Either way these
// are the bytes that are signed, and these are sent.
body, err := json.Marshal(job)
if jobFile != "" {
	body, err = os.ReadFile(jobFile)
}
if err != nil {
	return err
}`,

  bytes: `// The content is written once, as bytes. These are signed, and these are sent.
body, err := os.ReadFile(jobFile)
if err != nil {
	return err
}`,

  target: `// Path and query with their escapes, without origin and fragment: what net/http writes on the
// request line.
address, err := url.Parse(rawURL)
if err != nil {
	return err
}
target := address.RequestURI()`,

  timestamp: `// Whole seconds. The clock is read once: this text is signed, and this text is sent.
timestamp := strconv.FormatInt(time.Now().Unix(), 10)`,

  nonce: `// 128 random bits in hexadecimal digits, drawn once for each request.
random := make([]byte, 16)
if _, err := rand.Read(random); err != nil {
	return err
}
nonce := hex.EncodeToString(random)`,

  text: `// A line feed behind each of the first four parts, even if the body is empty; then the
// body's bytes, and nothing behind them. The method is in upper case.
text := []byte("POST\\n" + target + "\\n" + timestamp + "\\n" + nonce + "\\n")
text = append(text, body...)`,

  signature: `// RSASSA-PKCS1-v1_5 with SHA-256. SignPKCS1v15 does not hash: the text is hashed once, here.
digest := sha256.Sum256(text)
signed, err := rsa.SignPKCS1v15(rand.Reader, privateKey, crypto.SHA256, digest[:])
if err != nil {
	return err
}
signature := base64.StdEncoding.EncodeToString(signed)`,

  header: `// The auth type, a space, and four items: no quotes, no other blanks, nothing encoded again.
items := "app_id=" + appID + ",nonce_str=" + nonce + ",timestamp=" + timestamp
authorization := "SVC-SHA256-RSA " + items + ",signature=" + signature`,

  send: `// The bytes that were signed. A json.Encoder here would write others: a line feed at the end.
request, err := http.NewRequest("POST", rawURL, bytes.NewReader(body))
if err != nil {
	return err
}
request.Header.Set("Authorization", authorization)
request.Header.Set("Content-Type", "application/json; charset=UTF-8")
request.Header.Set("Accept", "application/json")
client := &http.Client{
	Timeout: 30 * time.Second,
	// The signature is for this target only.
	CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	},
}
response, err := client.Do(request)
if err != nil {
	return err
}
defer response.Body.Close()
answer, err := io.ReadAll(response.Body)
if err != nil {
	return err
}
fmt.Println(response.StatusCode)
fmt.Println(string(answer))`,

  end: `	return nil
}`,
}
