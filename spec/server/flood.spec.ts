/**
 * A flood of forgeries in the name of one app, and who waits for it. What counts is the order in which things end, so that a
 * slow machine changes nothing.
 */
import { stat } from 'node:fs/promises'
import type { AppId } from '../../src/core/AppId.ts'
import { memoryGuard } from '../../src/guards/memory/memory.ts'
import { createVerifier, type ReceivedRequest, type VerificationError, type Verifier } from '../../src/server/node.ts'
import { rsa } from '../support/keys.ts'
import { assert, suite } from '../support/suite.ts'
import { app1, app2, sign } from '../support/world.ts'

const keys = { 'app-1': rsa(2048, 'app-1').publicPem, 'app-2': rsa(2048, 'app-2').publicPem }
const seconds = () => Math.floor(Date.now() / 1000)

const signed = async (who: AppId, body = '{}'): Promise<ReceivedRequest> => {
  const { method, target, authorization } = await sign({ key: rsa(2048, who), appId: who, body, timestamp: seconds() })
  return { method, target, authorization, body }
}

/** In the name of app-2, signed by app-1: every check says no. */
const forgery = async (body?: string): Promise<ReceivedRequest> => {
  const request = await signed(app1, body)
  return { ...request, authorization: String(request.authorization).replace('app-1', 'app-2') }
}

/** How many forgeries had been checked when each of these ended. */
const during = async (
  verifier: Verifier,
  size: number,
  others: ReadonlyArray<() => Promise<unknown>>,
  clientOf: (i: number) => string | undefined = () => undefined,
): Promise<ReadonlyArray<number>> => {
  const forged = await forgery()
  let checked = 0
  const reasons = new Set<string>()
  const flood = Array.from({ length: size }, (_, i) =>
    verifier.verify({ ...forged, callerAddress: clientOf(i) }).catch((error: VerificationError) => {
      if (error.reason === 'signature_invalid') checked++
      reasons.add(error.reason)
    }),
  )
  const counts = await Promise.all(others.map((other) => other().then(() => checked)))
  await Promise.all(flood)
  // The app is suspect after a few, and then few of its requests wait.
  assert.ok([...reasons].every((reason) => reason === 'signature_invalid' || reason === 'verifier_busy'))
  assert.ok(reasons.has('signature_invalid'))
  return counts
}

const flooded = suite('a flood of forgeries')

for (const where of ['loop', 'pool'] as const) {
  flooded(`does not delay another app's requests, nor files: ${where}`, async () => {
    const verifier = await createVerifier({ keys, cryptoOn: where, timeoutMs: 60_000 })
    const honest = await signed(app1)
    const counts = await during(verifier, 1000, [() => verifier.verify(honest), () => stat('.')])
    assert.ok(
      counts.every((count) => count < 300),
      `${counts}`,
    )
  })
}

for (const where of ['loop', 'pool'] as const)
  for (const [from, clients] of Object.entries({ 'a client': 1, 'fifty clients': 50, 'ever new clients': 1000 }))
    flooded(`from ${from}, in the name of an app, does not delay the app itself: ${where}`, async () => {
      const verifier = await createVerifier({ keys, cryptoOn: where, timeoutMs: 60_000 })
      const client = '198.51.100.7'
      await verifier.verify({ ...(await signed(app2)), callerAddress: client })
      const honest = await Promise.all([0, 1, 2].map(() => signed(app2)))
      const others = honest.map((request) => () => verifier.verify({ ...request, callerAddress: client }))
      const counts = await during(verifier, 1000, others, (i) => `203.0.113.${i % clients}`)
      // The middle one: the system may take the processor from one thread of the pool for as long as 300 checks of the others.
      assert.ok((counts.toSorted((a, b) => a - b)[1] as number) < 300, `${counts}`)
    })

flooded('a request that waits too long is answered 503 verifier_busy, and keeps its nonce', async () => {
  const guard = await memoryGuard()
  const patient = await createVerifier({ keys, guard, timeoutMs: 60_000 })
  const hurried = await createVerifier({ keys, guard, timeoutMs: 1 })
  const forged = await forgery('x'.repeat(500_000))
  const honest = await signed(app2)
  const flood = Array.from({ length: 100 }, () => patient.verify(forged).catch(() => {}))
  const error = await hurried.verify(honest).then(
    () => undefined,
    (thrown: VerificationError) => thrown,
  )
  assert.equal([error?.reason, error?.status, error?.headers['Retry-After']], ['verifier_busy', 503, '1'])
  assert.is(JSON.parse(error?.body ?? '').error.code, 'verifier_busy')
  await Promise.all(flood)
  assert.is((await patient.verify(honest)).appId, 'app-2')
})
