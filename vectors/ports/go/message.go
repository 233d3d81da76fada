package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf16"
)

// An input is an object's members as raw text, because a job must be checked as it is written.
type input map[string]json.RawMessage

// inputOf splits an object into members. It walks the tokens, because json.Unmarshal refuses a depth of 10,000.
func inputOf(text []byte) (input, error) {
	tokens := json.NewDecoder(bytes.NewReader(text))
	if t, err := tokens.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("this is no JSON object")
	}
	in := input{}
	for tokens.More() {
		name, err := tokens.Token()
		start := tokens.InputOffset()
		for depth := 0; err == nil; {
			var t json.Token
			t, err = tokens.Token()
			switch t {
			case json.Delim('{'), json.Delim('['):
				depth++
			case json.Delim('}'), json.Delim(']'):
				depth--
			}
			if depth == 0 {
				break
			}
		}
		if err != nil {
			return nil, err
		}
		in[name.(string)] = bytes.TrimLeft(text[start:tokens.InputOffset()], " \t\r\n:")
	}
	return in, nil
}

// get reads a member. It panics if the member is missing, since that is not a verdict.
func get[T any](in input, name string) (value T) {
	if err := json.Unmarshal(in[name], &value); err != nil {
		panic(fmt.Errorf("the input's %s: %w", name, err))
	}
	return
}

func (in input) has(name string) bool { return in[name] != nil }

func (in input) text(name string) string { return get[string](in, name) }

// content is bytes, or a text in UTF-16 that is to be sent in UTF-8.
type content struct {
	Hex, UTF16 *string
	Repeat     *struct {
		Hex   string
		Times int
	}
}

func (c content) bytes() ([]byte, error) {
	switch {
	case c.Hex != nil:
		return hex.DecodeString(*c.Hex)
	case c.Repeat != nil:
		one, err := hex.DecodeString(c.Repeat.Hex)
		return bytes.Repeat(one, c.Repeat.Times), err
	case c.UTF16 == nil:
		return nil, errors.New("these are no bytes and no text")
	}
	raw, err := hex.DecodeString(*c.UTF16)
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	// Half a pair decodes to a replacement character, so encoding it again differs.
	runes := utf16.Decode(units)
	if err == nil && !slices.Equal(utf16.Encode(runes), units) {
		return nil, refusal("body_not_unicode")
	}
	return []byte(string(runes)), err
}
