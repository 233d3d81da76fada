/**
 * What a verifier hands over of a request that it has refused, to whoever looks for the cause.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { RefusedRequest } from '../../src/effects/RefusedRequest.ts'
import type * as node from '../../src/server/node.ts'
import { rsa } from '../support/keys.ts'
import { assert, suite } from '../support/suite.ts'
import { now, sign } from '../support/world.ts'
import { canary, endOf, everythingOf, keepsSecret } from './secrets.ts'
import { clock, faces, key, keys, signed } from './verdictOf.ts'

const spki = new Uint8Array(key.publicKey.export({ type: 'spki', format: 'der' }))

const request = async (change: Partial<node.ReceivedRequest> = {}): Promise<node.ReceivedRequest> => ({
  ...(await signed({ target: '/v1/jobs?q=1' })),
  ...change,
})

for (const [name, { createVerifier, keySource, noReplayGuard }] of faces) {
  const telling = suite(`onRefusal (${name})`)

  /** A verifier, and what it has told. */
  const watched = async (options: Partial<node.VerifierOptions> = {}) => {
    const told: Array<RefusedRequest> = []
    const onRefusal = (refused: RefusedRequest) => void told.push(refused)
    return { verifier: await createVerifier({ keys, clock, onRefusal, ...options }), told }
  }

  telling('is told of nothing when a request is accepted', async () => {
    const { verifier, told } = await watched({ tokens: { t: 'abc' } })
    const { body, ...head } = await request()
    await verifier.verify({ ...head, body })
    await verifier.verify(await request({ body: async () => Buffer.from('{}') }))
    await verifier.verify(await request({ authorization: 'Bearer abc' }))
    await new Promise(setImmediate)
    assert.equal(told, [])
  })

  telling('hands over the request as it came, the keys by which it was judged, and the settings', async () => {
    const { verifier, told } = await watched({ maxAge: 100 })
    const wrong = await request({ body: Buffer.from('{ }') })
    await endOf(verifier.verify(wrong))
    const [refused] = told
    assert.is(refused?.settings.maxAge, 100)
    assert.is(refused?.settings.authType, 'SVC-SHA256-RSA')
    assert.equal(Buffer.from(refused?.body ?? []), wrong.body)
    const { settings, body, ...rest } = refused as RefusedRequest
    assert.equal(rest, {
      reason: 'signature_invalid',
      message: "the signature is not valid for the string to sign and the app's key",
      method: 'POST',
      target: '/v1/jobs?q=1',
      authorization: [wrong.authorization],
      now,
      appId: 'app-1',
      keys: [{ spki }],
      otherKeys: [],
    })
  })

  telling('the keys of other apps, if the ring holds them: those of a record, and none of a source', async () => {
    const other = rsa(2048, 'app-2')
    const both = { ...keys, 'app-2': other.publicPem }
    const otherSpki = new Uint8Array(other.publicKey.export({ type: 'spki', format: 'der' }))
    const wrong = await request({ body: 'x' })
    const held = await watched({ keys: both })
    await endOf(held.verifier.verify(wrong))
    // No app is named, so each is another one.
    await endOf(held.verifier.verify({ ...wrong, authorization: 'SVC-SHA256-RSA app_id="app-1"' }))
    const asked = await watched({ keys: keySource(async (appId) => both[appId as 'app-1']) })
    await endOf(asked.verifier.verify(wrong))
    const strange = {
      keysOf: () => async () => E.right([]),
      entries: () => {
        throw new Error(canary)
      },
    }
    const broken = await watched({ keys: strange as never })
    await endOf(broken.verifier.verify(wrong))
    assert.equal(
      [...held.told, ...asked.told, ...broken.told].map(({ otherKeys }) => otherKeys),
      [
        [{ appId: 'app-2', spki: otherSpki }],
        [
          { appId: 'app-1', spki },
          { appId: 'app-2', spki: otherSpki },
        ],
        [],
        [],
      ],
    )
  })

  telling('a body that is read when it is needed: there if it was read, absent if it was not', async () => {
    const { verifier, told } = await watched()
    const bytes = Buffer.from('{ }')
    const read = async () => bytes
    await endOf(verifier.verify(await request({ body: read })))
    await endOf(verifier.verify(await request({ body: read, authorization: 'x' })))
    await endOf(verifier.verify(await request({ body: () => Promise.reject(new Error('gone')) })))
    assert.equal(
      told.map(({ reason, body }) => [reason, String(body) === String(new Uint8Array(bytes)), body === undefined]),
      [
        ['signature_invalid', true, false],
        ['scheme_unsupported', false, true],
        ['body_incomplete', false, true],
      ],
    )
  })

  telling('a stream: all but the body', async () => {
    const { verifier, told } = await watched()
    const { body: _, ...head } = await request()
    const body = (async function* () {
      yield new Uint8Array(3)
    })()
    await endOf(verifier.verifyStream({ ...head, body }))
    const shown = told.map(({ reason, body, keys }) => [reason, body, keys])
    assert.equal(shown, [['signature_invalid', undefined, [{ spki }]]])
  })

  telling(
    'no keys where none were looked up, none of an unknown app, none of a ring that does not answer',
    async () => {
      const { verifier, told } = await watched()
      const { authorization } = await request()
      await endOf(verifier.verify(await request({ authorization: [] })))
      await endOf(verifier.verify(await request({ authorization: String(authorization).replace('app-1', 'app-9') })))
      const away = await watched({ keys: keySource(() => Promise.reject(new Error('away'))) })
      await endOf(away.verifier.verify(await request()))
      assert.equal(
        [...told, ...away.told].map(({ reason, appId, keys }) => [reason, appId, keys]),
        [
          ['authorization_missing', undefined, []],
          ['app_unknown', 'app-9', []],
          ['key_source_unavailable', 'app-1', []],
        ],
      )
    },
  )

  telling('a key from elsewhere that keeps its bytes to itself is left out', async () => {
    const ring = {
      keysOf: () => async () =>
        E.right([
          { fingerprint: 'f'.repeat(64), signatureLength: 256, validity: {}, verify: () => false, begin: () => ({}) },
        ]),
    }
    const { verifier, told } = await watched({ keys: ring as never })
    await endOf(verifier.verify(await request()))
    const shown = told.map(({ reason, appId, keys }) => [reason, appId, keys])
    assert.equal(shown, [['signature_invalid', 'app-1', []]])
  })

  telling('the reading of the clock by which a timestamp was refused', async () => {
    const readings = [now, now + 1000, now + 1001, now + 1002]
    const { verifier, told } = await watched({ guard: noReplayGuard('a spec'), clock: () => readings.shift() ?? 0 })
    const error = (await endOf(verifier.verify(await request()))) as node.VerificationError
    assert.is(error.reason, 'timestamp_expired')
    assert.is(told[0]?.now, now + 1000)
  })

  telling('hands over neither a token nor a password, right or wrong', async () => {
    const { verifier, told } = await watched({ tokens: { a: `${canary}.right` }, authorize: () => false })
    const { authorization } = await request()
    for (const line of [
      `Bearer ${canary}.right`,
      ` Bearer\t${canary}`,
      `Basic ${canary}`,
      `"Bearer ${canary}"`,
      `Digest username="a", response="${canary}"`,
      `Bearer sign=${canary}`,
    ]) {
      await endOf(verifier.verify(await request({ authorization: line })))
      await endOf(verifier.verify(await request({ authorization: [line, String(authorization)] })))
    }
    assert.is(told.length, 12)
    assert.is(told[0]?.reason, 'app_forbidden')
    for (const refused of told) keepsSecret(everythingOf(refused))
    assert.equal(told[1]?.authorization, ['Bearer', authorization])
  })

  telling('an auth type that only begins like that is left as it came', async () => {
    const { verifier, told } = await watched({ authType: 'Bearer-RSA' })
    const authorization = 'Bearer-RSA app_id=a'
    await endOf(verifier.verify(await request({ authorization })))
    assert.equal(told[0]?.authorization, [authorization])
  })

  telling('what it throws or rejects with, and what it does to what it is told, changes nothing', async () => {
    const plain = await createVerifier({ keys, clock })
    const wrong = await request({ body: 'x' })
    const expected = (await endOf(plain.verify(wrong))) as node.VerificationError
    for (const onRefusal of [
      () => {
        throw new Error(canary)
      },
      () => Promise.reject(new Error(canary)),
      (refused: { settings: { maxAge: number; policies: Record<string, boolean> }; keys: Array<unknown> }) => {
        refused.keys.length = 0
        refused.settings.maxAge = 1e9
      },
      (refused: { settings: { policies: Record<string, boolean> } }) => {
        refused.settings.policies['method-case'] = false
      },
    ]) {
      const verifier = await createVerifier({ keys, clock, onRefusal: onRefusal as never })
      for (let i = 0; i < 2; i++) {
        const error = (await endOf(verifier.verify(wrong))) as node.VerificationError
        assert.equal({ ...error, message: error.message }, { ...expected, message: expected.message })
      }
      await verifier.verify(await request({ method: 'post' }))
      const old = (await endOf(
        verifier.verify({ ...(await request()), authorization: (await sign({ timestamp: now - 301 })).authorization }),
      )) as node.VerificationError
      assert.is(old.reason, 'timestamp_expired')
    }
    await new Promise(setImmediate)
  })

  telling('comes before whoever waits for the verdict goes on, and may overwrite the body', async () => {
    const order: Array<string> = []
    for (const lazy of [false, true]) {
      const verifier = await createVerifier({ keys, clock, onRefusal: () => void order.push('told') })
      const bytes = Buffer.from('x')
      await endOf(verifier.verify(await request({ body: lazy ? async () => bytes : bytes })))
      order.push('on')
    }
    assert.equal(order, ['told', 'on', 'told', 'on'])
  })

  telling('a call that is no request is told to onVerdict alone', async () => {
    const verdicts: Array<node.Verdict> = []
    const { verifier, told } = await watched({ onVerdict: (verdict) => verdicts.push(verdict) })
    for (const nonsense of [{ method: 7 }, undefined]) await endOf(verifier.verify(nonsense as never))
    assert.is(verdicts.length, 2)
    assert.equal(told, [])
  })
}
