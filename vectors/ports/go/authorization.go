package main

import (
	"regexp"
	"strings"
)

const maxHeader = 8192

var token68Form = regexp.MustCompile(`^[0-9A-Za-z._~+/-]+=*$`)

// signed holds the items of a signed request's header.
type signed struct {
	AppID     string `json:"appId"`
	Nonce     string `json:"nonce"`
	Timestamp string `json:"timestamp"`
	Signature string `json:"signature"`
}

const malformed = refusal("authorization_malformed")

// schemeOf finds the one Authorization line and its first word: `Bearer` or the auth type.
func schemeOf(lines []string, authType string) (line string, bearer bool, err error) {
	switch {
	case len(lines) == 0:
		return "", false, refusal("authorization_missing")
	case len(lines) > 1:
		return "", false, refusal("authorization_multiple")
	}
	word, _, _ := strings.Cut(lines[0], " ")
	if word == "" {
		return "", false, malformed
	}
	if word != authType && word != "Bearer" {
		return "", false, refusal("scheme_unsupported")
	}
	return lines[0], word != authType, nil
}

// parseSigned reads the items. Spaces need no check: no key and no value may have one.
func parseSigned(line string) (signed, error) {
	_, list, found := strings.Cut(line, " ")
	list = strings.TrimLeft(list, " ")
	if !found || len(line) > maxHeader {
		return signed{}, malformed
	}
	items := make(map[string]string, 4)
	for _, item := range strings.Split(list, ",") {
		key, value, _ := strings.Cut(item, "=")
		switch key {
		case "app_id", "nonce_str", "timestamp", "signature":
		case "appid": // policy appid-alias
			key = "app_id"
		default:
			return signed{}, malformed
		}
		if _, repeated := items[key]; repeated || value == "" || strings.Contains(value, `"`) {
			return signed{}, malformed
		}
		items[key] = value
	}
	s := signed{items["app_id"], items["nonce_str"], items["timestamp"], items["signature"]}
	if len(items) < 4 || !appIDForm.MatchString(s.AppID) || !nonceForm.MatchString(s.Nonce) || !isTimestamp(s.Timestamp) {
		return signed{}, malformed
	}
	_, err := signatureBytes(s.Signature)
	return s, err
}

func parseBearer(line string) (token string, err error) {
	_, token, _ = strings.Cut(line, " ")
	if len(line) > maxHeader || !token68Form.MatchString(token) {
		return "", malformed
	}
	return token, nil
}

// checkAuthType checks a configured auth type, whether headers are written or read with it.
func checkAuthType(s string) error {
	if !tokenForm.MatchString(s) || len(s) > 64 || strings.EqualFold(s, "bearer") {
		return refusal("auth_type_malformed")
	}
	return nil
}

// formatSigned writes the header's value, from checked parts only.
func formatSigned(authType string, s signed) (string, error) {
	if err := checkAuthType(authType); err != nil {
		return "", err
	}
	_, err := signatureBytes(s.Signature)
	switch {
	case !appIDForm.MatchString(s.AppID):
		return "", refusal("app_id_malformed")
	case !nonceForm.MatchString(s.Nonce):
		return "", refusal("nonce_malformed")
	case !isTimestamp(s.Timestamp):
		return "", refusal("timestamp_malformed")
	case err != nil:
		return "", err
	}
	line := authType + " app_id=" + s.AppID + ",nonce_str=" + s.Nonce + ",timestamp=" + s.Timestamp + ",signature=" + s.Signature
	if len(line) > maxHeader {
		return "", refusal("header_too_long")
	}
	return line, nil
}

func formatBearer(token string) (string, error) {
	line := "Bearer " + token
	if len(line) > maxHeader || !token68Form.MatchString(token) {
		return "", refusal("token_malformed")
	}
	return line, nil
}
