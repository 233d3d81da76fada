/** Each arbitrary stays within its type's rule, and each near miss breaks it. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../../src/core/AppId.ts'
import * as Authorization from '../../../src/core/Authorization.ts'
import * as AuthType from '../../../src/core/AuthType.ts'
import * as BaseUrl from '../../../src/core/BaseUrl.ts'
import * as Fingerprint from '../../../src/core/Fingerprint.ts'
import * as Method from '../../../src/core/Method.ts'
import * as Nonce from '../../../src/core/Nonce.ts'
import * as PublicKey from '../../../src/core/PublicKey.ts'
import * as RequestTarget from '../../../src/core/RequestTarget.ts'
import * as Signature from '../../../src/core/Signature.ts'
import * as Timestamp from '../../../src/core/Timestamp.ts'
import * as Token from '../../../src/core/Token.ts'
import * as Job from '../../../src/job/Job.ts'
import * as Stage from '../../../src/job/Stage.ts'
import type { Values } from '../../../src/kit/testing/arbitraries/Values.ts'
import * as arb from '../../../src/kit/testing/arbitraries.ts'
import { platform } from '../../../src/platform/node/platform.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const near = suite('arbitraries: near misses')

const refused = <A>(name: string, { nearMiss }: Values<unknown, A>, isRefused: (value: A) => boolean): void =>
  near(`for all near misses of ${name}: refused`, () => forAll([nearMiss()], { numRuns: 300 }, isRefused))

refused('method', arb.method, (text) => E.isLeft(Method.parse(text)))
refused('target', arb.target, (text) => E.isLeft(RequestTarget.parse(text)))
refused('nonce', arb.nonce, (text) => E.isLeft(Nonce.parse(text)))
refused('timestamp', arb.timestamp, (text) => E.isLeft(Timestamp.parse(text)))
refused('appId', arb.appId, (text) => E.isLeft(AppId.parse(text)))
refused('authType', arb.authType, (text) => E.isLeft(AuthType.parse(text)))
refused('token', arb.token, (text) => E.isLeft(Token.parse(text)))
refused('signature', arb.signature, (text) => !Signature.isSignature(text))
refused('fingerprint', arb.fingerprint, (text) => !Fingerprint.rule.is(text))
refused('baseUrl', arb.baseUrl, (text) => E.isLeft(BaseUrl.parse(text)))
refused('authorization', arb.authorization, (text) => E.isLeft(Authorization.parse(text)))
refused('stage', arb.stage, (value) => E.isLeft(Stage.codec().decode(value)))
refused('job', arb.job, (value) => E.isLeft(Job.codec.decode(value)))
refused('job, as JSON', arb.job, (value) => E.isLeft(Job.decode(new TextEncoder().encode(JSON.stringify(value)))))
refused('key', arb.key, (pem) => E.isLeft(PublicKey.parse(pem)))

const whole = suite('arbitraries: values')

whole('for all keys: every runtime of this machine takes it', () =>
  forAll([arb.key()], async (pem) => {
    assert.ok(E.isRight(PublicKey.parse(pem)))
    assert.ok(E.isRight(await platform.verificationKey(pem)()))
  }),
)

whole('every mistake of a request is drawn', () => {
  const drawn = fc.sample(arb.request.nearMiss(), 500).map(({ mistake }) => mistake)
  assert.is(new Set(drawn).size, 10)
})

const json = (value: unknown): number => JSON.stringify(value).length
const planted: { readonly [fault: string]: readonly [least: number, most: number, fc.Arbitrary<number>] } = {
  'two slashes in a target': [2, 30, arb.target().map((text) => (text.includes('//') ? text.length : 0))],
  'a target of 100 characters': [100, 100, arb.target().map(({ length }) => length)],
  'a token of 20 characters': [20, 20, arb.token().map(({ length }) => length)],
  'a c in a body': [1, 5, arb.body().map((bytes) => (bytes.includes(0x63) ? bytes.length : 0))],
  'a job with xxx': [1, 100, arb.job().map((job) => (JSON.stringify(job).includes('xxx') ? json(job) : 0))],
}

for (const [fault, [least, most, lengths]] of Object.entries(planted))
  whole(`${fault}: most failures shrink to a plain value, though extremes are drawn`, () => {
    let plainOnes = 0
    for (let seed = 1; seed <= 5 && plainOnes < 3; seed++) {
      const { counterexample } = fc.check(
        fc.property(lengths, (length) => length < least),
        { seed, numRuns: 3000 },
      )
      if ((counterexample?.[0] ?? Number.NaN) <= most) plainOnes++
    }
    assert.is(plainOnes, 3)
  })
