import * as assert from 'uvu/assert'
import type { BaseUrlInvalid } from '../../src/core/BaseUrl.ts'
import { type SignError, message as signMessage } from '../../src/core/SignError.ts'
import { message, type SubmitError } from '../../src/core/SubmitError.ts'
import { suite } from '../support/suite.ts'

type Own = Exclude<SubmitError, SignError>

/** One of each kind: a new one must come here before this compiles. */
const one: { readonly [T in Own['_tag']]: Extract<Own, { readonly _tag: T }> } = {
  BaseUrlInvalid: { _tag: 'BaseUrlInvalid', rule: 'https' },
  TokenNotOffered: { _tag: 'TokenNotOffered' },
  ConnectionRefused: { _tag: 'ConnectionRefused' },
  TimedOut: { _tag: 'TimedOut', afterMs: 1234 },
  TargetRewritten: { _tag: 'TargetRewritten' },
  NetworkFailed: { _tag: 'NetworkFailed', detail: 'ECONNRESET' },
}

const rules: Record<BaseUrlInvalid['rule'], true> = {
  form: true,
  https: true,
  userinfo: true,
  query: true,
  fragment: true,
  host: true,
  port: true,
  path: true,
}

const words = suite('SubmitError.message')

words('has words of its own for each error, and for each fault of a base URL', () => {
  const all = [
    ...Object.values(one).map(message),
    ...(Object.keys(rules) as Array<BaseUrlInvalid['rule']>).map((rule) => message({ _tag: 'BaseUrlInvalid', rule })),
  ]
  for (const text of all) assert.match(text, /^[a-z].{20,}[^.]$/)
  assert.is(new Set(all).size, all.length - 1) // the https rule is in both lists
})

words('tells the time-out and the platform’s code', () => {
  assert.match(message(one.TimedOut), '1234 ms')
  assert.match(message(one.NetworkFailed), 'ECONNRESET')
})

words('says of a request that cannot be signed what SignError says', () => {
  const error: SignError = { _tag: 'TargetInvalid', rule: 'fragment', offset: 3 }
  assert.is(message(error), signMessage(error))
})

words.run()
