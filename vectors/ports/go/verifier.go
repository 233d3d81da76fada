package main

import (
	"crypto/rsa"
	"crypto/sha256"
	"math"
	"slices"
	"strconv"
)

// A registration is a key of an app, as the run gives it.
type registration struct {
	AppID, Key          string
	NotBefore, NotAfter *float64
	Revoked             bool
}

type step struct {
	Now            float64
	Later          *float64
	Method, Target string
	Authorization  []string
	Body           content
	Allowed        *bool
}

type registeredKey struct {
	registration
	*rsa.PublicKey
	fingerprint string
}

func (r registration) isValid(now float64) bool {
	return !r.Revoked && (r.NotBefore == nil || now >= *r.NotBefore) && (r.NotAfter == nil || now <= *r.NotAfter)
}

type verifier struct {
	edition, authType          string
	maxAge, maxSkew, bodyLimit int64
	keys                       map[string][]registeredKey
	tokens                     map[[sha256.Size]byte]string // nil where tokens are not configured
	// By key, not by app: the app id is not signed.
	claimed map[[2]string]bool
}

const maxKeysPerApp = 4

func newVerifier(in input) (*verifier, error) {
	v := &verifier{
		edition:   in.text("edition"),
		authType:  in.text("authType"),
		maxAge:    get[int64](in, "maxAge"),
		maxSkew:   get[int64](in, "maxSkew"),
		bodyLimit: get[int64](in, "bodyLimit"),
		keys:      map[string][]registeredKey{},
		claimed:   map[[2]string]bool{},
	}
	if err := checkAuthType(v.authType); err != nil {
		return nil, err
	}
	owners := map[string]string{}
	for _, k := range get[[]registration](in, "keys") {
		key, err := publicKeys.get(k.Key)
		if err != nil {
			return nil, err
		}
		print, err := fingerprint(key)
		if err != nil {
			return nil, err
		}
		// With a shared key, one app could pass for the other.
		if owner, seen := owners[print]; seen && owner != k.AppID {
			return nil, keyInvalid
		}
		owners[print] = k.AppID
		if len(v.keys[k.AppID]) == maxKeysPerApp {
			return nil, keyInvalid
		}
		v.keys[k.AppID] = append(v.keys[k.AppID], registeredKey{k, key, print})
	}
	if tokens := get[[]struct{ AppID, Token string }](in, "tokens"); tokens != nil {
		// By digest, so that the time of a look-up reveals nothing about the tokens.
		v.tokens = map[[sha256.Size]byte]string{}
		for _, t := range tokens {
			v.tokens[sha256.Sum256([]byte(t.Token))] = t.AppID
		}
	}
	return v, nil
}

// verify answers the app that a request comes from. The order of the checks keeps unauthenticated callers away from keys and nonces.
func (v *verifier) verify(s step) (appID string, err error) {
	line, bearer, err := schemeOf(s.Authorization, v.authType)
	if err != nil {
		return "", err
	}
	if bearer {
		return v.verifyBearer(s, line)
	}
	return v.verifySigned(s, line)
}

func (v *verifier) verifySigned(s step, line string) (string, error) {
	items, err := parseSigned(line)
	if err != nil {
		return "", err
	}
	if err := v.checkFreshness(items.Timestamp, s.Now); err != nil {
		return "", err
	}
	target, err := checkRequestLine(s)
	if err != nil {
		return "", err
	}
	keys := v.keys[items.AppID]
	if len(keys) == 0 {
		return "", refusal("app_unknown")
	}
	body, err := v.bodyOf(s)
	if err != nil {
		return "", err
	}
	signature, err := signatureBytes(items.Signature)
	if err != nil {
		return "", err
	}
	message := stringToSign(s.Method, target, items.Timestamp, items.Nonce, body)
	signer, err := signerOf(keys, message, signature)
	if err != nil {
		return "", err
	}
	clock := s.Now
	if s.Later != nil {
		clock = *s.Later
	}
	now := math.Floor(clock)
	// Only a caller who can sign learns a key's state or an app's rights.
	if !isValidIn(keys, signer.fingerprint, now) {
		return "", refusal("key_revoked")
	}
	if s.Allowed != nil && !*s.Allowed {
		return "", refusal("app_forbidden")
	}
	if err := v.checkFreshness(items.Timestamp, clock); err != nil {
		return "", err
	}
	// Last, so that no refused request uses up a nonce.
	claim := [2]string{signer.fingerprint, items.Nonce}
	if v.claimed[claim] {
		return "", refusal("nonce_replayed")
	}
	v.claimed[claim] = true
	return items.AppID, nil
}

// isValidIn looks at each entry of a key: it may stand twice, with two validities.
func isValidIn(keys []registeredKey, fingerprint string, now float64) bool {
	return slices.ContainsFunc(keys, func(k registeredKey) bool { return k.fingerprint == fingerprint && k.isValid(now) })
}

func signerOf(keys []registeredKey, message, signature []byte) (registeredKey, error) {
	err := refusal("signature_malformed")
	for _, key := range keys {
		if key.Size() != len(signature) {
			continue
		}
		err = "signature_invalid"
		if ok, err := verifies(key.PublicKey, message, signature); ok || err != nil {
			return key, err
		}
	}
	return registeredKey{}, err
}

func (v *verifier) verifyBearer(s step, line string) (string, error) {
	if v.edition == "mainland" || v.tokens == nil {
		return "", refusal("bearer_not_offered")
	}
	token, err := parseBearer(line)
	if err != nil {
		return "", err
	}
	if _, err := checkRequestLine(s); err != nil {
		return "", err
	}
	appID, known := v.tokens[sha256.Sum256([]byte(token))]
	if !known {
		return "", refusal("token_unknown")
	}
	if s.Allowed != nil && !*s.Allowed {
		return "", refusal("app_forbidden")
	}
	if _, err := v.bodyOf(s); err != nil {
		return "", err
	}
	return appID, nil
}

// checkRequestLine checks the method, which must be upper-case since method-case is not taken, and answers the target.
func checkRequestLine(s step) (target string, err error) {
	if method, err := methodOf(s.Method); err != nil || method != s.Method {
		return "", refusal("method_invalid")
	}
	return targetOf(s.Target)
}

func (v *verifier) checkFreshness(timestamp string, clock float64) error {
	now := int64(math.Floor(clock))
	switch seconds, err := strconv.ParseInt(timestamp, 10, 64); {
	case err != nil:
		return err
	case seconds < now-v.maxAge:
		return refusal("timestamp_expired")
	case seconds > now+v.maxSkew:
		return refusal("timestamp_in_future")
	}
	return nil
}

func (v *verifier) bodyOf(s step) ([]byte, error) {
	body, err := s.Body.bytes()
	if err == nil && int64(len(body)) > v.bodyLimit {
		err = refusal("body_too_large")
	}
	return body, err
}
