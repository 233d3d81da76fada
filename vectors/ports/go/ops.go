package main

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/hex"
	"errors"
)

// In place of a value: the op accepts.
type accepted struct{}

type bytesValue struct {
	Hex string `json:"hex"`
}

func hexOf(b []byte, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return bytesValue{hex.EncodeToString(b)}, nil
}

func (in input) toSign() (toSign, error) {
	body, err := get[content](in, "body").bytes()
	r := toSign{method: in.text("method"), url: in.text("url"), timestamp: in.text("timestamp"), body: body}
	if in.has("nonce") {
		r.nonce = in.text("nonce")
	}
	return r, err
}

func opStringToSign(in input) (any, error) {
	r, err := in.toSign()
	if err != nil {
		return nil, err
	}
	return hexOf(r.string())
}

func opParseAuthorization(in input) (any, error) {
	authType := in.text("authType")
	if err := checkAuthType(authType); err != nil {
		return nil, err
	}
	line, bearer, err := schemeOf(get[[]string](in, "authorization"), authType)
	if err != nil {
		return nil, err
	}
	if bearer {
		token, err := parseBearer(line)
		return map[string]string{"scheme": "bearer", "token": token}, err
	}
	items, err := parseSigned(line)
	return struct {
		Scheme string `json:"scheme"`
		signed
	}{"signed", items}, err
}

func opFormatAuthorization(in input) (any, error) {
	if in.has("token") {
		return formatBearer(in.text("token"))
	}
	items := signed{in.text("appId"), in.text("nonce"), in.text("timestamp"), in.text("signature")}
	return formatSigned(in.text("authType"), items)
}

type wireRequest struct {
	Method        string      `json:"method"`
	Target        string      `json:"target"`
	Authorization string      `json:"authorization,omitempty"`
	Headers       [][2]string `json:"headers,omitempty"`
	Body          *bytesValue `json:"body,omitempty"`
}

func signRequest(key *rsa.PrivateKey, authType, appID string, r toSign) (w wireRequest, err error) {
	if w.Method, w.Target, err = r.check(); err != nil {
		return
	}
	signature, err := sign(key, stringToSign(w.Method, w.Target, r.timestamp, r.nonce, r.body))
	if err != nil {
		return
	}
	items := signed{appID, r.nonce, r.timestamp, base64.StdEncoding.EncodeToString(signature)}
	w.Authorization, err = formatSigned(authType, items)
	return
}

func opSign(in input) (any, error) {
	key, err := privateKeys.get(in.text("privateKey"))
	if err != nil {
		return nil, err
	}
	r, err := in.toSign()
	if err != nil {
		return nil, err
	}
	if in.has("nonce") {
		return signRequest(key, in.text("authType"), in.text("appId"), r)
	}
	requests := make([]wireRequest, get[int](in, "times"))
	for i := range requests {
		r.nonce = rand.Text()
		if requests[i], err = signRequest(key, in.text("authType"), in.text("appId"), r); err != nil {
			return nil, err
		}
	}
	return requests, nil
}

type verdict struct {
	Outcome string `json:"outcome"`
	AppID   string `json:"appId,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

func opVerify(in input) (any, error) {
	steps := get[[]step](in, "steps")
	v, err := newVerifier(in)
	if err != nil {
		return nil, err
	}
	verdicts := make([]verdict, len(steps))
	for i, step := range steps {
		var refused refusal
		switch appID, err := v.verify(step); {
		case err == nil:
			verdicts[i] = verdict{Outcome: "accept", AppID: appID}
		case errors.As(err, &refused):
			verdicts[i] = verdict{Outcome: "reject", Reason: string(refused)}
		default:
			return nil, err
		}
	}
	return verdicts, nil
}

func opRSAVerify(in input) (any, error) {
	key, err := publicKeys.get(in.text("key"))
	if err != nil {
		return nil, err
	}
	message, err := get[content](in, "message").bytes()
	signature, err2 := get[content](in, "signature").bytes()
	if err = errors.Join(err, err2); err != nil {
		return nil, err
	}
	if len(signature) != key.Size() {
		return nil, refusal("signature_malformed")
	}
	ok, err := verifies(key, message, signature)
	if err == nil && !ok {
		err = refusal("signature_invalid")
	}
	return accepted{}, err
}

func opImportKey(in input) (any, error) {
	key, err := publicHalf(in.text("use"), in.text("pem"))
	if err != nil {
		return nil, err
	}
	print, err := fingerprint(key)
	return map[string]any{"bits": key.N.BitLen(), "fingerprint": print}, err
}

func publicHalf(use, pem string) (*rsa.PublicKey, error) {
	if use == "verify" {
		return publicKeys.get(pem)
	}
	key, err := privateKeys.get(pem)
	if err != nil {
		return nil, err
	}
	return &key.PublicKey, nil
}

func opDecodeJob(in input) (any, error) {
	body, err := get[content](in, "body").bytes()
	if err != nil {
		return nil, err
	}
	return decodeJob(body)
}

func opEncodeJob(in input) (any, error) { return hexOf(encodeJob(in["job"])) }

func opRequest(in input) (any, error) {
	target, err := targetUnder(in.text("baseUrl"))
	if err != nil {
		return nil, err
	}
	body, err := requestBody(in)
	if err != nil {
		return nil, err
	}
	credentials, err := inputOf(in["credentials"])
	if err != nil {
		return nil, err
	}
	w := wireRequest{Method: "POST", Target: target}
	if credentials.has("token") {
		if in.text("edition") == "mainland" {
			return nil, refusal("bearer_not_offered")
		}
		w.Authorization, err = formatBearer(credentials.text("token"))
	} else {
		var key *rsa.PrivateKey
		if key, err = privateKeys.get(credentials.text("privateKey")); err == nil {
			r := toSign{"POST", target, in.text("timestamp"), in.text("nonce"), body}
			w, err = signRequest(key, in.text("authType"), credentials.text("appId"), r)
		}
	}
	w.Headers = [][2]string{
		{"Content-Type", "application/json; charset=UTF-8"},
		{"Accept", "application/json"},
		{"Authorization", w.Authorization},
	}
	w.Authorization = ""
	w.Body = &bytesValue{hex.EncodeToString(body)}
	return w, err
}

func requestBody(in input) ([]byte, error) {
	body, err := inputOf(in["body"])
	if err == nil && body.has("job") {
		return encodeJob(body["job"])
	}
	return get[content](in, "body").bytes()
}

var ops = map[string]func(input) (any, error){
	"stringToSign":        opStringToSign,
	"parseAuthorization":  opParseAuthorization,
	"formatAuthorization": opFormatAuthorization,
	"sign":                opSign,
	"verify":              opVerify,
	"rsaVerify":           opRSAVerify,
	"importKey":           opImportKey,
	"decodeJob":           opDecodeJob,
	"encodeJob":           opEncodeJob,
	"request":             opRequest,
}
