// The beginning of a port in Go: it says hello and answers stringToSign.
//
// Each line of standard input is a JSON object. Answer each in one line of standard output, in order, and flush it. The rules are
// in vectors/README.md of countersign. Add the other operations, one after the other, to ops and to the hello.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// refused says that the input breaks a rule. Its text is the reason.
type refused string

func (r refused) Error() string { return string(r) }

var (
	token     = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$")
	origin    = regexp.MustCompile(`^[A-Za-z][0-9A-Za-z+.-]*://[0-9A-Za-z._~%!$&'()*+,;=:@[\]-]+`)
	target    = regexp.MustCompile(`^/[!"$-~]*$`)
	timestamp = regexp.MustCompile(`^(?:0|[1-9][0-9]{0,15})$`)
	nonce     = regexp.MustCompile(`^[0-9A-Za-z-]{1,128}$`)
)

// content is the body: bytes, or a text as its UTF-16BE code units, which is sent in UTF-8.
type content struct {
	Hex    *string
	UTF16  string
	Repeat *struct {
		Hex   string
		Times int
	}
}

func (c content) bytes() ([]byte, error) {
	if c.Hex != nil {
		return hex.DecodeString(*c.Hex)
	}
	if c.Repeat != nil {
		piece, err := hex.DecodeString(c.Repeat.Hex)
		return bytes.Repeat(piece, c.Repeat.Times), err
	}
	raw, err := hex.DecodeString(c.UTF16)
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	// Decode replaces half a pair, so that encoding it again differs.
	text := utf16.Decode(units)
	if err == nil && !slices.Equal(utf16.Encode(text), units) {
		return nil, refused("body_not_unicode")
	}
	return []byte(string(text)), err
}

// targetOf is what a request for this URL sends as its target. No part is normalised.
func targetOf(url string) (string, error) {
	text, _, _ := strings.Cut(url, "#")
	if found := origin.FindString(text); found != "" {
		text = text[len(found):]
		if text == "" || text[0] == '?' {
			text = "/" + text
		}
	}
	if len(text) > 8192 || !target.MatchString(text) {
		return "", refused("target_invalid")
	}
	return text, nil
}

func stringToSign(raw json.RawMessage) (any, error) {
	var in struct {
		Method, URL, Timestamp, Nonce string
		Body                          content
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, err
	}
	if !token.MatchString(in.Method) {
		return nil, refused("method_invalid")
	}
	path, err := targetOf(in.URL)
	if err != nil {
		return nil, err
	}
	seconds, err := strconv.ParseInt(in.Timestamp, 10, 64)
	if err != nil || !timestamp.MatchString(in.Timestamp) || seconds > 9007199254740991 {
		return nil, refused("timestamp_malformed")
	}
	if !nonce.MatchString(in.Nonce) {
		return nil, refused("nonce_malformed")
	}
	body, err := in.Body.bytes()
	if err != nil {
		return nil, err
	}
	head := strings.ToUpper(in.Method) + "\n" + path + "\n" + in.Timestamp + "\n" + in.Nonce + "\n"
	return map[string]string{"hex": hex.EncodeToString(append([]byte(head), body...))}, nil
}

// accept{} is what an operation returns whose answer has no value.
type accept struct{}

// What an operation returns is the answer's value.
var ops = map[string]func(json.RawMessage) (any, error){
	"stringToSign": stringToSign,
	// parseAuthorization: authType, authorization (an array of header values)
	//   -> {"scheme":"signed","appId","nonce","timestamp","signature"} or {"scheme":"bearer","token"}
	// formatAuthorization: authType, appId, nonce, timestamp, signature; or token alone
	//   -> the header's value
	// sign: privateKey, authType, appId, method, url, timestamp, body, and nonce or times
	//   -> {"method","target","authorization"}; with times an array of so many, each with a fresh nonce
	// verify: edition, authType, maxAge, maxSkew, bodyLimit, keys, tokens, steps
	//   -> for each step {"outcome":"accept","appId"} or {"outcome":"reject","reason"}
	// rsaVerify: key, message, signature
	//   -> accept, or reject for signature_malformed or signature_invalid
	// importKey: use, pem
	//   -> {"bits","fingerprint"}
	// decodeJob: body
	//   -> the job
	// encodeJob: job
	//   -> {"hex"} of a JSON text
	// request: baseUrl, edition, authType, credentials, timestamp, nonce, body
	//   -> {"method","target","headers":[[name, value]],"body":{"hex"}}
}

type answer struct {
	Seq     json.RawMessage `json:"seq"`
	Outcome string          `json:"outcome"`
	Reason  string          `json:"reason,omitempty"`
	Value   any             `json:"value,omitempty"`
}

func run(op string, input json.RawMessage) (a answer) {
	do := ops[op]
	if do == nil {
		return answer{Outcome: "unsupported"}
	}
	// A mistake of the port is an error: it must not look like a refusal.
	defer func() {
		if fault := recover(); fault != nil {
			a = answer{Outcome: "error", Reason: fmt.Sprint(fault)}
		}
	}()
	value, err := do(input)
	var reason refused
	switch {
	case errors.As(err, &reason):
		return answer{Outcome: "reject", Reason: string(reason)}
	case err != nil:
		return answer{Outcome: "error", Reason: err.Error()}
	case value == accept{}:
		return answer{Outcome: "accept"}
	}
	return answer{Outcome: "value", Value: value}
}

func main() {
	lines := bufio.NewReader(os.Stdin) // a Scanner ends at a line of 64 KiB
	out := json.NewEncoder(os.Stdout)  // writes each line at once
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var message struct {
			Type, Op   string
			Seq, Input json.RawMessage
		}
		if err := json.Unmarshal(line, &message); err != nil {
			panic(err)
		}
		switch message.Type {
		case "hello":
			out.Encode(map[string]any{
				"type":     "hello",
				"name":     "my-port",
				"version":  "1",
				"language": runtime.Version(),
				"ops":      []string{"stringToSign"},
				"policies": []string{},
			})
		case "run":
			a := run(message.Op, message.Input)
			a.Seq = message.Seq
			out.Encode(a)
		case "bye":
			return
		}
	}
}
