import type { BaseUrlInvalid } from '../../src/core/BaseUrl.ts'
import { type SignError, message as signMessage } from '../../src/core/SignError.ts'
import { message, type SubmitError } from '../../src/core/SubmitError.ts'
import { assert, suite } from '../support/suite.ts'

type Own = Exclude<SubmitError, SignError>

/** One of each kind: a new one must come here before this compiles. */
const one: { readonly [T in Own['_tag']]: Extract<Own, { readonly _tag: T }> } = {
  base_url_invalid: { _tag: 'base_url_invalid', rule: 'https' },
  bearer_not_offered: { _tag: 'bearer_not_offered' },
  connection_refused: { _tag: 'connection_refused' },
  certificate_untrusted: { _tag: 'certificate_untrusted', detail: 'CERT_HAS_EXPIRED' },
  timed_out: { _tag: 'timed_out', afterMs: 1234 },
  target_rewritten: { _tag: 'target_rewritten' },
  proxy_failed: { _tag: 'proxy_failed', detail: '407' },
  body_changed: { _tag: 'body_changed' },
  body_unreadable: { _tag: 'body_unreadable', detail: 'Error ENOENT' },
  aborted: { _tag: 'aborted' },
  network_failed: { _tag: 'network_failed', detail: 'ECONNRESET' },
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

words('has a distinct message for each error, and for each fault of a base URL', () => {
  const all = [
    ...Object.values(one).map(message),
    ...(Object.keys(rules) as Array<BaseUrlInvalid['rule']>).map((rule) => message({ _tag: 'base_url_invalid', rule })),
  ]
  for (const text of all) assert.match(text, /^[a-z].{20,}[^.]$/)
  assert.is(new Set(all).size, all.length - 1) // the https rule is in both lists
})

words('its message has the time-out and the platform’s code', () => {
  assert.match(message(one.timed_out), '1234 ms')
  assert.match(message(one.network_failed), 'ECONNRESET')
})

words('a code that nobody knows is asked about, with the proxy or without one', () => {
  assert.match(message({ _tag: 'proxy_failed', detail: '599' }), /\(599\); is this the right proxy, /)
  assert.match(message({ _tag: 'network_failed', detail: 'EODD' }), /\(EODD\); is the base URL right, /)
})

words('has SignError’s message for a request that cannot be signed', () => {
  const error: SignError = { _tag: 'target_invalid', rule: 'fragment', offset: 3 }
  assert.is(message(error), signMessage(error))
})
