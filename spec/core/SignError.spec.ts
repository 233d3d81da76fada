import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { message, type SignError } from '../../src/core/SignError.ts'

/** One of each kind: a new one must come here before this compiles. */
const one: { readonly [T in SignError['_tag']]: Extract<SignError, { readonly _tag: T }> } = {
  AppIdMalformed: { _tag: 'AppIdMalformed' },
  MethodInvalid: { _tag: 'MethodInvalid', rule: 'length' },
  TargetInvalid: { _tag: 'TargetInvalid', rule: 'character', offset: 17 },
  TimestampMalformed: { _tag: 'TimestampMalformed' },
  NonceMalformed: { _tag: 'NonceMalformed' },
  LoneSurrogate: { _tag: 'LoneSurrogate', index: 23 },
  SignerUnavailable: { _tag: 'SignerUnavailable', detail: 'the vault is sealed' },
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
  assert.match(message(one.TimestampMalformed), String(Number.MAX_SAFE_INTEGER))
})

words.run()
