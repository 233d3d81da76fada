import * as assert from 'uvu/assert'
import { message, type SignatureFault, type SignError } from '../../src/core/SignError.ts'
import { suite } from '../support/suite.ts'

/** One of each kind: a new one must come here before this compiles. */
const one: { readonly [T in SignError['_tag']]: Extract<SignError, { readonly _tag: T }> } = {
  AppIdMalformed: { _tag: 'AppIdMalformed' },
  MethodInvalid: { _tag: 'MethodInvalid', rule: 'length' },
  TargetInvalid: { _tag: 'TargetInvalid', rule: 'character', offset: 17 },
  TimestampMalformed: { _tag: 'TimestampMalformed' },
  NonceMalformed: { _tag: 'NonceMalformed' },
  LoneSurrogate: { _tag: 'LoneSurrogate', index: 23 },
  SignerUnavailable: { _tag: 'SignerUnavailable', detail: 'the vault is sealed' },
  SignerTimedOut: { _tag: 'SignerTimedOut', afterMs: 31 },
  SignatureWrong: { _tag: 'SignatureWrong', fault: 'length', found: '384 bytes instead of 256' },
}

/** One of each fault of a signature, by the same rule. */
const faults: { readonly [F in SignatureFault]: RegExp } = {
  'not-bytes': /Uint8Array/,
  base64: /Base64/,
  length: /modulus/,
  pss: /RSASSA-PKCS1-v1_5/,
  'hashed-twice': /signed as a digest/,
  'no-digest-info': /3031300d060960864801650304020105000420/,
  'digest-info-twice': /twice/,
  'other-digest-info': /SHA-256/,
  'other-text': /unchanged/,
  'other-key': /another key/,
}

const words = suite('SignError.message')

words('has words of its own for each error', () => {
  const all = Object.values(one).map(message)
  for (const text of all) assert.match(text, /^[a-z].{20,}[^.]$/)
  assert.is(new Set(all).size, all.length)
})

words('tells the place, the limit and the cause', () => {
  assert.match(message(one.MethodInvalid), '32')
  assert.match(message(one.TargetInvalid), 'character 17')
  assert.match(message(one.LoneSurrogate), 'index 23')
  assert.match(message(one.SignerUnavailable), 'the vault is sealed')
  assert.match(message(one.SignerTimedOut), '31 ms')
  assert.match(message(one.SignatureWrong), '(found 384 bytes instead of 256)')
  assert.match(message(one.TimestampMalformed), String(Number.MAX_SAFE_INTEGER))
})

words('says of a wrong signature what was done, and what to do instead', () => {
  const texts = Object.entries(faults).map(([fault, words]) => {
    const text = message({ _tag: 'SignatureWrong', fault: fault as SignatureFault })
    assert.match(text, words)
    return text
  })
  assert.is(new Set(texts).size, texts.length)
})

words.run()
