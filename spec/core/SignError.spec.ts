import { message, type SignatureFault, type SignError } from '../../src/core/SignError.ts'
import { assert, suite } from '../support/suite.ts'

/** One of each kind: a new one must come here before this compiles. */
const one: { readonly [T in SignError['_tag']]: Extract<SignError, { readonly _tag: T }> } = {
  app_id_malformed: { _tag: 'app_id_malformed' },
  method_invalid: { _tag: 'method_invalid', rule: 'length' },
  target_invalid: { _tag: 'target_invalid', rule: 'character', offset: 17 },
  timestamp_malformed: { _tag: 'timestamp_malformed' },
  nonce_malformed: { _tag: 'nonce_malformed' },
  header_too_long: { _tag: 'header_too_long', length: 8471 },
  body_not_unicode: { _tag: 'body_not_unicode', index: 23 },
  signer_unavailable: { _tag: 'signer_unavailable', detail: 'the vault is sealed' },
  signer_timed_out: { _tag: 'signer_timed_out', afterMs: 31 },
  signature_wrong: { _tag: 'signature_wrong', fault: 'length', found: '384 bytes instead of 256' },
}

/** One of each fault of a signature, by the same rule. */
const faults: { readonly [F in SignatureFault]: RegExp } = {
  'not-bytes': /Uint8Array/,
  base64: /Base64/,
  length: /modulus/,
  pss: /RSASSA-PKCS1-v1_5/,
  'hashed-twice': /the input is a digest/,
  'no-digest-info': /3031300d060960864801650304020105000420/,
  'digest-info-twice': /twice/,
  'other-digest-info': /SHA-256/,
  'other-text': /sign exactly the bytes/,
  'other-key': /another key/,
}

const words = suite('SignError.message')

words('has a distinct message for each error', () => {
  const all = Object.values(one).map(message)
  for (const text of all) assert.match(text, /^[a-z].{20,}[^.]$/)
  assert.is(new Set(all).size, all.length)
})

words('its message has the offset, the limit and the cause', () => {
  assert.match(message(one.method_invalid), '32')
  assert.match(message(one.target_invalid), 'character 17')
  assert.match(message(one.body_not_unicode), 'index 23')
  assert.match(message(one.signer_unavailable), 'the vault is sealed')
  assert.match(message(one.signer_timed_out), '31 ms')
  assert.match(message(one.signature_wrong), '(found 384 bytes instead of 256)')
  assert.match(message(one.timestamp_malformed), String(Number.MAX_SAFE_INTEGER))
})

words('for a wrong signature, says what was done and what to do instead', () => {
  const texts = Object.entries(faults).map(([fault, words]) => {
    const text = message({ _tag: 'signature_wrong', fault: fault as SignatureFault })
    assert.match(text, words)
    return text
  })
  assert.is(new Set(texts).size, texts.length)
})
