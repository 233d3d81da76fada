import type fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { Eq } from 'fp-ts/lib/Eq.js'
import type { Show } from 'fp-ts/lib/Show.js'
import type { Type } from 'io-ts'
import * as AppId from '../../src/core/AppId.ts'
import * as AuthType from '../../src/core/AuthType.ts'
import * as Base64 from '../../src/core/Base64.ts'
import * as BaseUrl from '../../src/core/BaseUrl.ts'
import * as Fingerprint from '../../src/core/Fingerprint.ts'
import * as Method from '../../src/core/Method.ts'
import * as Nonce from '../../src/core/Nonce.ts'
import * as RequestTarget from '../../src/core/RequestTarget.ts'
import * as Signature from '../../src/core/Signature.ts'
import * as Timestamp from '../../src/core/Timestamp.ts'
import * as Token from '../../src/core/Token.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { assert, forAll, suite } from '../support/suite.ts'

interface Instances<A> {
  readonly codec: Type<A, unknown>
  readonly Eq: Eq<A>
  readonly Show: Show<A>
}

const secret = ['Token', 'Signature']

const check = <A>(name: string, { codec, Eq, Show }: Instances<A>, values: fc.Arbitrary<A>): void => {
  const test = suite(`${name}: codec, Eq and Show`)

  test('for all values: the codec takes them unchanged', () =>
    forAll([values], (a) => assert.equal(codec.decode(codec.encode(a)), E.right(a))))

  test('the codec refuses other types', () => {
    for (const u of [undefined, null, true, {}, [], Number.NaN, -1, '\n'])
      assert.ok(E.isLeft(codec.decode(u)), String(u))
  })

  test('for all pairs: equal only if identical', () =>
    forAll([values, values], (a, b) => assert.is(Eq.equals(a, b), a === b)))

  test(secret.includes(name) ? 'Show hides the value' : 'Show writes the value', () =>
    forAll([values], (a) => {
      if (!secret.includes(name)) assert.is(Show.show(a), JSON.stringify(a))
      else if (String(a).length > 3) assert.not(Show.show(a).includes(String(a)))
    }),
  )
}

check('AppId', AppId, arb.appId())
check('AuthType', AuthType, arb.authType())
check('Base64', Base64, arb.signature())
check('BaseUrl', BaseUrl, arb.baseUrl())
check('Fingerprint', Fingerprint, arb.fingerprint())
check('Method', Method, arb.method())
check('Nonce', Nonce, arb.nonce())
check('Signature', Signature, arb.signature())
check('Timestamp', Timestamp, arb.timestamp())
check('Token', Token, arb.token())

const target = suite('RequestTarget: codec')
target('for all targets: takes them unchanged', () =>
  forAll([arb.target()], (t) => assert.equal(RequestTarget.codec.decode(t), E.right(t))),
)

const order = suite('Timestamp.Ord')
order('for all pairs: ordered by time', () =>
  forAll([arb.timestamp(), arb.timestamp()], (a, b) => assert.is(Timestamp.Ord.compare(a, b), Math.sign(a - b))),
)
