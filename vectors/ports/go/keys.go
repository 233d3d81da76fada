package main

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"math/big"
	"regexp"
	"strings"
	"sync"
)

// pem.Decode skips text around a block, header lines and line ends anywhere, so the block is read here.
var pemForm = regexp.MustCompile(`^-----BEGIN ([A-Z ]+)-----\r?\n([0-9A-Za-z+/=\r\n]+)\r?\n-----END ([A-Z ]+)-----(?:\r?\n)?$`)

const keyInvalid = refusal("key_invalid")

func derOf(pem string) (label string, der []byte, err error) {
	m := pemForm.FindStringSubmatch(pem)
	if m == nil || m[1] != m[3] {
		return "", nil, keyInvalid
	}
	text := strings.NewReplacer("\r", "", "\n", "").Replace(m[2])
	der, err = base64.StdEncoding.DecodeString(text)
	if err != nil || base64.StdEncoding.EncodeToString(der) != text {
		return "", nil, keyInvalid
	}
	return m[1], der, nil
}

// publicKey imports a public key. The key is encoded again and compared, to refuse other encodings and trailing bytes.
func publicKey(pem string) (*rsa.PublicKey, error) {
	label, der, err := derOf(pem)
	if err != nil {
		return nil, err
	}
	var key *rsa.PublicKey
	var again []byte
	switch label {
	case "PUBLIC KEY":
		parsed, _ := x509.ParsePKIXPublicKey(der)
		if rsaKey, ok := parsed.(*rsa.PublicKey); ok {
			key = rsaKey
			again, err = x509.MarshalPKIXPublicKey(key)
		}
	case "RSA PUBLIC KEY":
		if key, err = x509.ParsePKCS1PublicKey(der); err == nil {
			again = x509.MarshalPKCS1PublicKey(key)
		}
	}
	if err != nil || key == nil || !bytes.Equal(again, der) || !isFit(key) {
		return nil, keyInvalid
	}
	return key, nil
}

// privateKey imports a private key. Parsing refuses numbers that do not match.
func privateKey(pem string) (*rsa.PrivateKey, error) {
	label, der, err := derOf(pem)
	if err != nil {
		return nil, err
	}
	var key *rsa.PrivateKey
	var again []byte
	switch label {
	case "PRIVATE KEY":
		parsed, _ := x509.ParsePKCS8PrivateKey(der)
		if rsaKey, ok := parsed.(*rsa.PrivateKey); ok {
			key = rsaKey
			again, err = x509.MarshalPKCS8PrivateKey(key)
		}
	case "RSA PRIVATE KEY":
		if key, err = x509.ParsePKCS1PrivateKey(der); err == nil {
			again = x509.MarshalPKCS1PrivateKey(key)
		}
	}
	if err != nil || key == nil || !bytes.Equal(again, der) || !isFit(&key.PublicKey) {
		return nil, keyInvalid
	}
	return key, nil
}

// isFit checks the limits itself: the library's differ, and GODEBUG can lower them.
func isFit(key *rsa.PublicKey) bool {
	bits := key.N.BitLen()
	return bits >= 2048 && bits <= 8192 && key.N.Bit(0) == 1 && key.E >= 65537 && key.E < 1<<32 && key.E%2 == 1
}

func fingerprint(key *rsa.PublicKey) (string, error) {
	spki, err := x509.MarshalPKIXPublicKey(key)
	digest := sha256.Sum256(spki)
	return hex.EncodeToString(digest[:]), err
}

func sign(key *rsa.PrivateKey, message []byte) ([]byte, error) {
	digest := sha256.Sum256(message)
	signature, err := rsa.SignPKCS1v15(nil, key, crypto.SHA256, digest[:])
	if err != nil {
		return nil, keyInvalid
	}
	return signature, nil
}

func verifies(key *rsa.PublicKey, message, signature []byte) (bool, error) {
	digest := sha256.Sum256(message)
	if key.E > maxLibraryExponent {
		return verifiesByHand(key, digest[:], signature), nil
	}
	err := rsa.VerifyPKCS1v15(key, crypto.SHA256, digest[:], signature)
	if err != nil && !errors.Is(err, rsa.ErrVerification) {
		return false, err
	}
	return err == nil, nil
}

// crypto/rsa refuses larger exponents.
const maxLibraryExponent = 1<<31 - 1

// DigestInfo of SHA-256 up to the digest (RFC 8017, section 9.2, note 1).
var digestInfo, _ = hex.DecodeString("3031300d060960864801650304020105000420")

// verifiesByHand compares the whole block (RFC 8017, section 8.2.2). It handles no secrets.
func verifiesByHand(key *rsa.PublicKey, digest, signature []byte) bool {
	s := new(big.Int).SetBytes(signature)
	if len(signature) != key.Size() || s.Cmp(key.N) >= 0 {
		return false
	}
	end := append(append([]byte{0}, digestInfo...), digest...)
	padding := bytes.Repeat([]byte{0xff}, key.Size()-2-len(end))
	block := append(append([]byte{0, 1}, padding...), end...)
	power := s.Exp(s, big.NewInt(int64(key.E)), key.N)
	return bytes.Equal(power.FillBytes(make([]byte, key.Size())), block)
}

// A cache imports each key once: a run uses the same few keys hundreds of times.
type cache[K any] struct {
	load func(pem string) (K, error)
	kept map[string]func() (K, error)
}

func (c cache[K]) get(pem string) (K, error) {
	if c.kept[pem] == nil {
		c.kept[pem] = sync.OnceValues(func() (K, error) { return c.load(pem) })
	}
	return c.kept[pem]()
}

func cached[K any](load func(string) (K, error)) cache[K] {
	return cache[K]{load, map[string]func() (K, error){}}
}

var (
	publicKeys  = cached(publicKey)
	privateKeys = cached(privateKey)
)
