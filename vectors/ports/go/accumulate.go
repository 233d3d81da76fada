package main

import (
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	nonceAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-"
	appIDAlphabet = nonceAlphabet + "._~"
	standardType  = "SVC-SHA256-RSA"
)

var (
	methods  = []string{"GET", "POST", "put", "Patch", "DELETE", "options", "x-custom", "PROPFIND"}
	prefixes = []string{"", "https://jobs.example", "HTTP://user@[::1]:8443"}
	suffixes = []string{"", "#part"}
	marks    = strings.Split("!#%&*+-./:;=?@_~09Az", "")
	visible  = func() (s string) {
		for c := '!'; c <= '~'; c++ {
			if c != '#' {
				s += string(c)
			}
		}
		return
	}()
)

// A stream is the bytes of one generated input.
type stream struct {
	name   string
	blocks int
	left   []byte
}

func (s *stream) bytes(n int) []byte {
	for len(s.left) < n {
		block := sha256.Sum256([]byte(s.name + strconv.Itoa(s.blocks)))
		s.left = append(s.left, block[:]...)
		s.blocks++
	}
	taken := s.left[:n:n]
	s.left = s.left[n:]
	return taken
}

func (s *stream) unsigned(n int) (value int) {
	for _, b := range s.bytes(n) {
		value = value<<8 | int(b)
	}
	return
}

func (s *stream) u8() int     { return s.unsigned(1) }
func (s *stream) u16() int    { return s.unsigned(2) }
func (s *stream) u32() string { return strconv.Itoa(s.unsigned(4)) }

func (s *stream) pick(list []string) string { return list[s.u16()%len(list)] }

func (s *stream) text(n int, alphabet string) string {
	text := slices.Clone(s.bytes(n))
	for i, b := range text {
		text[i] = alphabet[int(b)%len(alphabet)]
	}
	return string(text)
}

// Go calls functions from left to right, so the draws are made in the order written.
func (s *stream) toSign() toSign {
	return toSign{
		method:    s.pick(methods),
		url:       s.pick(prefixes) + "/" + s.text(s.u16()%48, visible) + s.pick(suffixes),
		timestamp: s.u32(),
		nonce:     s.text(1+s.u8()%maxNonce, nonceAlphabet),
		body:      s.bytes(s.u16() % 256),
	}
}

func (s *stream) header() string {
	left := [][2]string{
		{"app_id", s.text(1+s.u8()%24, appIDAlphabet)},
		{"nonce_str", s.text(1+s.u8()%48, nonceAlphabet)},
		{"timestamp", s.u32()},
		{"signature", base64.StdEncoding.EncodeToString(s.bytes(1 + s.u8()%48))},
	}
	var items [][2]string
	for len(left) > 0 {
		at := s.u8() % len(left)
		items = append(items, left[at])
		left = slices.Delete(left, at, at+1)
	}
	authType, before, comma, after := standardType, "", ",", ""
	switch k := s.u8() % 16; k {
	case 6, 7, 8:
		value := &items[s.u8()%4][1]
		p := s.u16() % len(*value)
		m := s.pick(marks)
		middle := map[int]string{6: "", 7: m + (*value)[p:p+1], 8: m}[k]
		*value = (*value)[:p] + middle + (*value)[p+1:]
	case 9:
		at := s.u8() % 4
		items = slices.Delete(items, at, at+1)
	case 10:
		items = append(items, items[s.u8()%4])
	case 11:
		items[s.u8()%4][1] = ""
	case 12:
		before = ","
	case 13:
		after = ","
	case 14:
		authType += "2"
	case 15:
		comma = ",,"
	}
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = item[0] + "=" + item[1]
	}
	return authType + " " + before + strings.Join(texts, comma) + after
}

// parsed is the text that is hashed for a header: its values, or the refusal.
func parsed(header string) string {
	line, bearer, err := schemeOf([]string{header}, standardType)
	if err != nil || bearer {
		return "reject\n"
	}
	items, err := parseSigned(line)
	if err != nil {
		return "reject\n"
	}
	return items.AppID + "\n" + items.Nonce + "\n" + items.Timestamp + "\n" + items.Signature + "\n"
}

// accumulate answers one digest over the results of many inputs. Only the run `signatures` needs a key.
func accumulate(run, seed string, count int, key *rsa.PrivateKey) (string, error) {
	digest := sha256.New()
	for i := range count {
		s := &stream{name: fmt.Sprintf("%s/%d/", seed, i)}
		if run == "headers" {
			one := sha256.Sum256([]byte(parsed(s.header())))
			digest.Write(one[:])
			continue
		}
		message, err := s.toSign().string()
		if err != nil {
			return "", fmt.Errorf("a generated request is refused: %w", err)
		}
		if run == "strings" {
			one := sha256.Sum256(message)
			digest.Write(one[:])
			continue
		}
		signature, err := sign(key, message)
		if err != nil {
			return "", err
		}
		digest.Write(signature)
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}
