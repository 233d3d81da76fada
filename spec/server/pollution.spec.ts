/**
 * A polluted `Object.prototype`, as a hole in another library leaves it, changes no setting and no verdict.
 * `COUNTERSIGN_ALL=1 npm test -- pollution` takes 3,000.
 */
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { createSigner } from '../../src/client/node.ts'
import { memoryGuard } from '../../src/guards/memory/memory.ts'
import { createVerifier, keySource } from '../../src/server/node.ts'
import { drawn } from '../support/finding.ts'
import { rsa, type TestKey } from '../support/keys.ts'
import { suite } from '../support/suite.ts'

const names = [
  // createVerifier
  ...['keys', 'tokens', 'guard', 'authorize', 'clock', 'scope', 'timeoutMs', 'onVerdict', 'onRefusal', 'where'],
  ...['edition', 'authType', 'maxAge', 'maxSkew', 'bodyLimit', 'policies', 'nonce-per-timestamp', 'bare-base64'],
  // keySource, guards, createSigner
  ...['ttl', 'staleLimit', 'onProblem', 'margin', 'floor', 'cap', 'quota', 'highWater', 'path', 'prefix', 'fence'],
  ...['appId', 'privateKey', 'passphrase', 'publicKey', 'sign', 'signDigest', 'token', 'baseUrl', 'retries', 'fetch'],
  // What these hold, and what functions answer.
  ...['keysOf', 'find', 'claim', 'window', 'atOnce', 'key', 'notBefore', 'notAfter', 'revoked', 'validity'],
  ...['kty', 'n', 'e', 'alg', 'format', 'type', '_tag', 'right', 'left', 'detail', 'app-1', 'app-2', 'isHeard'],
  // A request.
  ...['method', 'target', 'authorization', 'body', 'url', 'headers', 'limit', 'signal'],
]

const values: ReadonlyArray<unknown> = [
  ...[true, false, 0, 1, 10 ** 9, '', 'host', 'Right', 'first', '*', null],
  ...[[], ['x'], {}, { maxAge: 10 ** 9 }, () => true, () => [], async () => undefined],
]

interface Pollution {
  readonly name: string
  readonly value: unknown
  readonly isGetter: boolean
  readonly isBefore: boolean
}

const made = () => ({ ours: rsa(2048, 'app-1'), theirs: rsa(2048, 'app-2') })

async function* once(bytes: Uint8Array) {
  yield bytes
}

const jwk = ({ publicKey }: TestKey) => publicKey.export({ format: 'jwk' }) as never

/** What happens to an honest request, the same again, and wrong ones, by a verifier and a signer of ours. */
const story = async (pollute: () => void, isBefore: boolean): Promise<ReadonlyArray<string>> => {
  const { ours, theirs } = made()
  if (isBefore) pollute()
  const signer = await createSigner({ appId: 'app-1', privateKey: ours.privatePem })
  const stranger = await createSigner({ appId: 'app-2', privateKey: theirs.privatePem })
  const verifiers = [
    await createVerifier({ keys: { 'app-1': ours.publicPem } }),
    await createVerifier({ keys: { 'app-1': { key: ours.publicPem } }, tokens: { 'app-1': 'abc' } }),
    await createVerifier({ keys: keySource(async (app) => (app === 'app-1' ? ours.publicPem : undefined)) }),
    await createVerifier({ keys: { 'app-1': jwk(ours) }, guard: await memoryGuard({}) }),
  ]
  if (!isBefore) pollute()
  const told: Array<string> = []
  for (const verifier of verifiers) {
    const signed = await signer.sign({ method: 'POST', url: '/v1/jobs', body: '{}' })
    const { authorization, method, target } = signed
    const honest = { method, target, authorization, body: '{}' }
    const unnamed = await signer.sign({ method: 'GET', url: '/v1/jobs/1' })
    told.push(
      await verifier.verify({ method: 'GET', target: unnamed.target, authorization: unnamed.authorization }).then(
        ({ appId }) => `accepted ${appId}`,
        ({ reason }) => reason,
      ),
    )
    const streamed = await signer.sign({ method: 'POST', url: '/v1/jobs', body: '{}' })
    told.push(
      await verifier
        .verifyStream({ method, target, authorization: streamed.authorization, body: once(Buffer.from('{}')) })
        .then(
          ({ appId }) => `accepted ${appId}`,
          ({ reason }) => reason,
        ),
    )
    const { authorization: forged } = await stranger.sign({ method: 'POST', url: '/v1/jobs', body: '{}' })
    for (const request of [
      honest,
      honest,
      { ...honest, body: '{"a":1}' },
      { ...honest, authorization: forged },
      { ...honest, authorization: 'Bearer abc' },
      { method, target, body: '{}' },
      { method, target, authorization: 'Bearer abc' },
    ]) {
      told.push(
        await verifier.verify(request as typeof honest).then(
          ({ appId }) => `accepted ${appId}`,
          ({ reason }) => reason,
        ),
      )
    }
  }
  return told
}

const under = async ({ name, value, isGetter, isBefore }: Pollution): Promise<ReadonlyArray<string>> => {
  const had = Object.getOwnPropertyDescriptor(Object.prototype, name)
  const pollute = (): void => {
    // The setter keeps assignments of programs working, as a writable value does.
    const set = function (this: object, own: unknown): void {
      Object.defineProperty(this, name, { value: own, writable: true, configurable: true, enumerable: true })
    }
    const how = isGetter ? { get: () => value, set } : { value, writable: true }
    // biome-ignore lint/suspicious/noExplicitAny: the pollution.
    Object.defineProperty(Object.prototype as any, name, { ...how, configurable: true, enumerable: true })
  }
  try {
    return await story(pollute, isBefore)
  } catch (e) {
    return [`failed: ${e}`]
  } finally {
    delete (Object.prototype as Record<string, unknown>)[name]
    if (had !== undefined) Object.defineProperty(Object.prototype, name, had)
  }
}

const pollution = suite('a polluted Object.prototype')

pollution('changes no verdict, before the start or after it', async () => {
  const expected = await story(() => {}, true)
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        name: fc.constantFrom(...names),
        value: fc.constantFrom(...values),
        isGetter: fc.boolean(),
        isBefore: fc.boolean(),
      }),
      async (p) => assert.equal(await under(p), expected),
    ),
    { numRuns: drawn(3_000, 15) },
  )
})

pollution.run()
