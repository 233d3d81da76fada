package main

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
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

// AlgorithmIdentifier of rsaEncryption (RFC 3279, section 2.3.1).
var rsaEncryption, _ = hex.DecodeString("300d06092a864886f70d0101010500")

// crypto/x509 refuses exponents beyond 2^31 - 1 in most forms, so the DER is read here.
type spki struct {
	Algorithm asn1.RawValue
	Key       asn1.BitString
}

type pkcs1Public struct{ N, E *big.Int }

type pkcs8 struct {
	Version    int
	Algorithm  asn1.RawValue
	Key        []byte
	Attributes asn1.RawValue `asn1:"optional"`
}

type pkcs1Private struct {
	Version                     int
	N, E, D, P, Q, DP, DQ, QInv *big.Int
}

// readDER reads one value. It is encoded again and compared, to refuse other encodings and trailing bytes.
func readDER[T any](der []byte) (value T, err error) {
	if _, err := asn1.Unmarshal(der, &value); err != nil {
		return value, keyInvalid
	}
	if again, err := asn1.Marshal(value); err != nil || !bytes.Equal(again, der) {
		return value, keyInvalid
	}
	return value, nil
}

func publicKey(pem string) (*rsa.PublicKey, error) {
	label, der, err := derOf(pem)
	if err != nil {
		return nil, err
	}
	if label == "PUBLIC KEY" {
		info, err := readDER[spki](der)
		if err != nil || !bytes.Equal(info.Algorithm.FullBytes, rsaEncryption) || info.Key.BitLength%8 != 0 {
			return nil, keyInvalid
		}
		label, der = "RSA PUBLIC KEY", info.Key.Bytes
	}
	key, err := readDER[pkcs1Public](der)
	if err != nil || label != "RSA PUBLIC KEY" {
		return nil, keyInvalid
	}
	return fit(key.N, key.E)
}

func privateKey(pem string) (*rsa.PrivateKey, error) {
	label, der, err := derOf(pem)
	if err != nil {
		return nil, err
	}
	if label == "PRIVATE KEY" {
		info, err := readDER[pkcs8](der)
		isRSA := bytes.Equal(info.Algorithm.FullBytes, rsaEncryption)
		if err != nil || info.Version != 0 || !isRSA || !areAttributes(info.Attributes) {
			return nil, keyInvalid
		}
		label, der = "RSA PRIVATE KEY", info.Key
	}
	key, err := readDER[pkcs1Private](der)
	if err != nil || label != "RSA PRIVATE KEY" || key.Version != 0 || !isConsistent(key) {
		return nil, keyInvalid
	}
	public, err := fit(key.N, key.E)
	if err != nil {
		return nil, err
	}
	private := &rsa.PrivateKey{PublicKey: *public, D: key.D, Primes: []*big.Int{key.P, key.Q}}
	private.Precompute()
	return private, nil
}

// areAttributes tells whether this is the set of attributes of PKCS#8 (RFC 5208, section 5), or absent. They are ignored.
func areAttributes(set asn1.RawValue) bool {
	if len(set.FullBytes) > 0 && set.FullBytes[0] != 0xa0 {
		return false
	}
	for rest := set.Bytes; len(rest) > 0; {
		var attribute asn1.RawValue
		var err error
		if rest, err = asn1.Unmarshal(rest, &attribute); err != nil || attribute.FullBytes[0] != 0x30 {
			return false
		}
	}
	return true
}

// isConsistent tells whether the numbers belong together: a test signature does not show a damaged one.
func isConsistent(key pkcs1Private) bool {
	one := big.NewInt(1)
	isInverse := func(a, b, modulus *big.Int) bool {
		product := new(big.Int).Mul(a, b)
		return product.Mod(product, modulus).Cmp(one) == 0
	}
	if key.P.Cmp(one) <= 0 || key.Q.Cmp(one) <= 0 || new(big.Int).Mul(key.P, key.Q).Cmp(key.N) != 0 {
		return false
	}
	less1 := func(n *big.Int) *big.Int { return new(big.Int).Sub(n, one) }
	return isInverse(key.E, key.D, less1(key.P)) && isInverse(key.E, key.D, less1(key.Q)) &&
		isInverse(key.E, key.DP, less1(key.P)) && isInverse(key.E, key.DQ, less1(key.Q)) &&
		isInverse(key.Q, key.QInv, key.P)
}

// fit makes a public key, if the numbers are within the scheme's limits.
func fit(n, e *big.Int) (*rsa.PublicKey, error) {
	isLong := n.Sign() > 0 && n.BitLen() >= 2048 && n.BitLen() <= 8192
	if !isLong || n.Bit(0) == 0 || e.BitLen() > 32 || e.Int64() < 65537 || e.Bit(0) == 0 {
		return nil, keyInvalid
	}
	return &rsa.PublicKey{N: n, E: int(e.Int64())}, nil
}

func fingerprint(key *rsa.PublicKey) (string, error) {
	spki, err := x509.MarshalPKIXPublicKey(key)
	digest := sha256.Sum256(spki)
	return hex.EncodeToString(digest[:]), err
}

func sign(key *rsa.PrivateKey, message []byte) ([]byte, error) {
	digest := sha256.Sum256(message)
	if key.E > maxLibraryExponent {
		// Its time depends on the key, which is good enough for a test: crypto/rsa hides it.
		m := new(big.Int).SetBytes(block(digest[:], key.Size()))
		return m.Exp(m, key.D, key.N).FillBytes(make([]byte, key.Size())), nil
	}
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

// block is what a signature of this length holds (EMSA-PKCS1-v1_5, RFC 8017, section 9.2).
func block(digest []byte, length int) []byte {
	end := append(append([]byte{0}, digestInfo...), digest...)
	return append(append([]byte{0, 1}, bytes.Repeat([]byte{0xff}, length-2-len(end))...), end...)
}

// verifiesByHand compares the whole block (RFC 8017, section 8.2.2). It handles no secrets.
func verifiesByHand(key *rsa.PublicKey, digest, signature []byte) bool {
	s := new(big.Int).SetBytes(signature)
	if len(signature) != key.Size() || s.Cmp(key.N) >= 0 {
		return false
	}
	power := s.Exp(s, big.NewInt(int64(key.E)), key.N)
	return bytes.Equal(power.FillBytes(make([]byte, key.Size())), block(digest, key.Size()))
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
