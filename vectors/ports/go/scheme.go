package main

import (
	"bytes"
	"encoding/base64"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
)

// A refusal is a verdict and names the broken rule. Any other error is not a verdict.
type refusal string

func (r refusal) Error() string { return string(r) }

const (
	maxInteger = 1<<53 - 1
	maxTarget  = 8192
	maxNonce   = 128
	maxAppID   = 128
)

// In Go a `$` without (?m) matches only at the end of the text, never before a last line feed. Under (?i), U+017F would pass
// for s and U+212A for k.
var (
	tokenForm       = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
	originForm      = regexp.MustCompile(`^[A-Za-z][0-9A-Za-z+.-]*://[0-9A-Za-z._~%!$&'()*+,;=:@[\]-]+`)
	targetForm      = regexp.MustCompile(`^/[!"$-~]*$`)
	timestampForm   = regexp.MustCompile(`^(0|[1-9][0-9]{0,15})$`)
	nonceForm       = regexp.MustCompile(`^[0-9A-Za-z-]{1,` + strconv.Itoa(maxNonce) + `}$`)
	appIDForm       = regexp.MustCompile(`^[0-9A-Za-z._~-]{1,` + strconv.Itoa(maxAppID) + `}$`)
	numberAtEndForm = regexp.MustCompile(`(?:^|\.)(?:[0-9]+|0[Xx][0-9A-Fa-f]*)$`)
	baseURLForm     = regexp.MustCompile(
		`^([Hh][Tt][Tt][Pp][Ss]?)://([0-9A-Za-z](?:[0-9A-Za-z._-]*[0-9A-Za-z])?|\[[0-9A-Fa-f:.]+\])(?::0*([0-9]{1,5}))?((?:/[^?#]*)?)$`)
)

// methodOf is the method as it is signed.
func methodOf(s string) (string, error) {
	if len(s) > 32 || !tokenForm.MatchString(s) {
		return "", refusal("method_invalid")
	}
	return strings.ToUpper(s), nil // of ASCII, since the form has been checked: ToUpper turns U+017F into S
}

// targetOf reads a received target. net/url would normalise it, but the signed target is the sent one.
func targetOf(s string) (string, error) {
	if origin := originForm.FindString(s); origin != "" {
		s = s[len(origin):]
		// The character after the authority begins the target; a `#` or a space is refused below.
		if !strings.HasPrefix(s, "/") {
			if s != "" && s[0] != '?' {
				return "", refusal("target_invalid")
			}
			s = "/" + s
		}
	}
	if len(s) > maxTarget || !targetForm.MatchString(s) {
		return "", refusal("target_invalid")
	}
	return s, nil
}

// targetOfURL reads what a signer is given: the fragment is never sent.
func targetOfURL(url string) (string, error) {
	url, _, _ = strings.Cut(url, "#")
	return targetOf(url)
}

// targetUnder is the target to which jobs are submitted.
func targetUnder(baseURL string) (string, error) {
	m := baseURLForm.FindStringSubmatch(baseURL)
	if m == nil || !isHost(m[2]) {
		return "", refusal("base_url_invalid")
	}
	scheme, host, port, path := m[1], m[2], m[3], m[4]
	if n, err := strconv.Atoi(port); port != "" && (err != nil || n < 1 || n > 65535) {
		return "", refusal("base_url_invalid")
	}
	if len(scheme) == len("http") && !isLoopback(host) {
		return "", refusal("base_url_invalid")
	}
	target, err := targetOf(strings.TrimRight(path, "/") + "/v1/jobs")
	if err != nil {
		return "", refusal("base_url_invalid")
	}
	return target, nil
}

// isHost refuses malformed addresses. URL parsers read a name that ends in a number as an IPv4 address, 051 as octal.
func isHost(host string) bool {
	if inside, isIPv6 := strings.CutPrefix(host, "["); isIPv6 {
		address, err := netip.ParseAddr(strings.TrimSuffix(inside, "]"))
		return err == nil && address.Is6()
	}
	_, err := netip.ParseAddr(host)
	return err == nil || !numberAtEndForm.MatchString(host)
}

func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || host == "[::1]" || err == nil && address.IsLoopback()
}

func isTimestamp(s string) bool {
	n, err := strconv.ParseInt(s, 10, 64) // takes a sign and leading zeros, so the form comes first
	return timestampForm.MatchString(s) && err == nil && n <= maxInteger
}

// signatureBytes decodes the one spelling of a signature. Strict decoders skip line ends too, so the bytes are encoded again.
func signatureBytes(s string) ([]byte, error) {
	raw, err := base64.StdEncoding.Strict().DecodeString(s)
	if err != nil || s == "" || base64.StdEncoding.EncodeToString(raw) != s {
		return nil, refusal("signature_malformed")
	}
	return raw, nil
}

// stringToSign joins checked parts. None of the first four holds a line feed, so no two requests share a string.
func stringToSign(method, target, timestamp, nonce string, body []byte) []byte {
	var b bytes.Buffer
	for _, part := range []string{method, target, timestamp, nonce} {
		b.WriteString(part)
		b.WriteByte('\n')
	}
	b.Write(body)
	return b.Bytes()
}

// toSign is a request before it is signed.
type toSign struct {
	method, url, timestamp, nonce string
	body                          []byte
}

// check applies the rules of a signer's parts, and answers method and target as they go on the wire.
func (r toSign) check() (method, target string, err error) {
	if method, err = methodOf(r.method); err != nil {
		return
	}
	if target, err = targetOfURL(r.url); err != nil {
		return
	}
	if !isTimestamp(r.timestamp) {
		return "", "", refusal("timestamp_malformed")
	}
	if !nonceForm.MatchString(r.nonce) {
		return "", "", refusal("nonce_malformed")
	}
	return
}

func (r toSign) string() ([]byte, error) {
	method, target, err := r.check()
	if err != nil {
		return nil, err
	}
	return stringToSign(method, target, r.timestamp, r.nonce, r.body), nil
}
