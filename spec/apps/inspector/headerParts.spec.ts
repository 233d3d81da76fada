import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../../src/core/Authorization.ts'
import * as AuthType from '../../../src/core/AuthType.ts'
import {
  authorizationLines,
  type HeaderParts,
  headerParts,
  isBearer,
  isCredential,
  readingOf,
} from '../../../src/kit/diagnosis/headerParts.ts'
import { holdsSecret } from '../../../src/kit/diagnosis/secrets.ts'
import * as arb from '../../../src/kit/testing/arbitraries.ts'
import * as like from '../../support/lookalikes.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const right = 'SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1700000000,signature=AAAA'
const partsOf = (line: string): HeaderParts => headerParts(line, AuthType.standard)
const faultsIn = (line: string): ReadonlyArray<string> =>
  partsOf(line).items.flatMap(({ name, fault }) => (fault === undefined ? [] : [`${name.trim()} ${fault.offset}`]))

const parts = suite('headerParts')

parts('are the auth type and the items, each at its place', () => {
  const { items, missing } = partsOf(right)
  const told = items.map(({ name, value, offset }) => [name, value, offset])
  assert.equal(told, [
    ['auth type', 'SVC-SHA256-RSA', 0],
    ['app_id', 'app-1', 15],
    ['nonce_str', 'n-1', 28],
    ['timestamp', '1700000000', 42],
    ['signature', 'AAAA', 63],
  ])
  assert.equal(missing, [])
  assert.equal(faultsIn(right), [])
})

parts('are all looked at, although a verifier stops at the first fault', () => {
  assert.equal(faultsIn(right.replace('app-1,', '"app-1", ').replace('=1700000000', '=17e9').replace('AAAA', 'A_AA')), [
    'app_id 22',
    'nonce_str 30',
    'timestamp 57',
    'signature 71',
  ])
})

parts('say what is missing, repeated, unknown, empty or no item', () => {
  assert.equal(partsOf('SVC-SHA256-RSA app_id=a').missing, ['nonce_str', 'timestamp', 'signature'])
  assert.equal(faultsIn(`${right},appid=b`), ['appid 78'])
  assert.equal(faultsIn(`${right},realm=b`), ['realm 78'])
  assert.equal(faultsIn(`${right},`), [' 78'])
  assert.equal(faultsIn(right.replace('n-1', '')), ['nonce_str 38'])
  assert.equal(faultsIn(right.replace('SVC-SHA256-RSA ', '')), ['auth type 0'])
  assert.equal(faultsIn(right.replace('RSA', 'RSA2')), ['auth type 0'])
  assert.equal(faultsIn(right.replace(' ', '\t')), ['auth type 14'])
})

parts('give the values that a string to sign needs, faults or not', () => {
  const { values } = readingOf(right.replace('app-1,', '"app-1", '), AuthType.standard)
  assert.equal([values.nonce_str, values.timestamp], [['n-1'], ['1700000000']])
  assert.equal(readingOf('nothing', AuthType.standard).values.timestamp, [])
})

parts('a token is recognised, for it is a secret', () => {
  assert.ok(isBearer('bearer abc'))
  assert.not(isBearer(right))
})

parts('for all authorizations: no part has a fault', () =>
  forAll([arb.authorization()], (a) => {
    if (a._tag === 'Signed')
      assert.equal(
        headerParts(like.written(a), a.authType).items.filter((i) => i.fault),
        [],
      )
  }),
)

parts('for all lines: one without a fault is one that a verifier reads', () =>
  forAll(
    [fc.array(fc.constantFrom('app_id', 'nonce_str', 'timestamp', 'signature', '=', ',', 'AAAA', '1', '"', ' ', 'x'))],
    (pieces) => {
      const line = `SVC-SHA256-RSA ${pieces.join('')}`
      const { items, missing } = partsOf(line)
      const whole = missing.length === 0 && items.every(({ fault }) => fault === undefined)
      assert.is(whole, E.isRight(Authorization.parse(line)))
    },
  ),
)

parts('a credential of another kind is known as one in any spelling, of any length; a signed request is none', () => {
  const others = [
    'Bearer abc',
    'bearer\tabc',
    'Bearer: abc',
    'Bearer=abc',
    '"Bearer abc"',
    `Bearer ${'a'.repeat(20_000)}`,
    'Bearer token="abc",app_id=1',
    'Basic dXNlcjpwYXNz==',
    'Token token=abc',
    'Digest username="u", nonce="n", response="abc"',
    'ApiKey abc',
    'abcdefghijklmnopqrstuvwxyz',
    'eyJh.eyJz.c2ln',
  ]
  for (const line of others) assert.ok(isCredential(line, AuthType.standard), line.slice(0, 40))
  const own = [
    right,
    right.toLowerCase(),
    right.replace('SVC-SHA256-RSA ', ''),
    right.replace('SVC-SHA256-RSA', 'RSA'),
    right.replaceAll(',', '; '),
    'svc-sha256-rsa AAAA',
    'SVC {"appId": "app-1", "nonce": "n-1"}',
  ]
  for (const line of own) assert.not(isCredential(line, AuthType.standard), line)
})

parts(
  'for all words before the items of a signature: the word is a wrong auth type, and nothing is a credential',
  () => {
    const items = right.replace('SVC-SHA256-RSA ', '')
    for (const word of ['Bearer', 'bearer', 'Basic', 'Digest', 'Token', 'OAuth', 'RSA', 'Signature'])
      for (const written of [items, items.replaceAll(',', ', '), items.replace(/=([^,]+)/g, '="$1"')]) {
        const line = `${word} ${written}`
        assert.not(isCredential(line, AuthType.standard), line)
        assert.not(holdsSecret(line), line)
        assert.ok(
          isCredential(`${word} eyJhbGciOiJSUzI1NiJ9.e30.c2ln ${written}`, AuthType.standard) ||
            !/^(?:bearer|basic|digest|token)/i.test(word),
          line,
        )
      }
  },
)

const lines = suite('authorizationLines')

lines('are the values, with the name of the header or without', () => {
  assert.equal(authorizationLines(right), [right])
  assert.equal(authorizationLines(`Authorization: ${right}\n`), [right])
  assert.equal(authorizationLines(`authorization:${right}\nAUTHORIZATION:  Bearer a `), [right, 'Bearer a'])
  assert.equal(authorizationLines(`${right}\n${right}`), [right, right])
  assert.equal(authorizationLines(' \n'), [])
})

lines('of which one is wrapped is still one', () => {
  const wrapped = right.replace('signature=AA', 'signature=AA\n')
  assert.equal(authorizationLines(wrapped), [wrapped])
})
