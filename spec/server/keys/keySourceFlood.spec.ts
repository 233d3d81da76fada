/**
 * A stranger who names 4,000 unknown apps a second, a registry that takes 200 ms a call, and honest apps none of which is
 * cached: real verifiers and signatures, on a virtual clock. `keySourceFlood.live` does the same in real time.
 */
import { randomBytes } from 'node:crypto'
import type { AppId } from '../../../src/core/AppId.ts'
import type { KeyInput } from '../../../src/core/KeyInput.ts'
import { platform } from '../../../src/platform/node/platform.ts'
import { createVerifierOn } from '../../../src/server/createVerifier.ts'
import {
  type BatchLookup,
  type KeyLookup,
  type KeySourceOptions,
  keySourceOn,
} from '../../../src/server/keys/keySource.ts'
import { VerificationError } from '../../../src/server/VerificationError.ts'
import type { ReceivedRequest } from '../../../src/server/Verifier.ts'
import { assert, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'
import { virtualTimer } from '../virtualTimer.ts'

const latency = 200
const strangersPerMs = 4
const seconds = 1
/** A cold app sends its first request every so many milliseconds. */
const every = 5

/** A modulus whose factors nobody knows is a public key like any other, and much faster to make. */
const freshKey = (): KeyInput => {
  const modulus = randomBytes(256)
  modulus[0] = 0x80 | (modulus[0] ?? 0)
  modulus[255] = 1 | (modulus[255] ?? 0)
  return { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' }
}

const requestOf = ({ authorization, method, target }: Awaited<ReturnType<typeof sign>>): ReceivedRequest => ({
  method,
  target,
  authorization,
})

interface Try {
  readonly outcome: string
  readonly after: number
}

interface Flooded {
  readonly tries: ReadonlyArray<Try>
  readonly mostCallsInASecond: number
}

type Open = (call: (appIds: ReadonlyArray<string>) => Promise<ReadonlyMap<string, KeyInput>>) => KeyLookup | BatchLookup

/** The same numbers in each run. */
const random = (() => {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
})()

const flood = async (open: Open, options: KeySourceOptions = {}): Promise<Flooded> => {
  const timer = virtualTimer()
  const calls: Array<number> = []
  const honest = new Map<string, KeyInput>()
  const lookup = open(async (appIds) => {
    calls.push(timer.elapsed())
    await timer.wait(latency)()
    return new Map([...honest].filter(([appId]) => appIds.includes(appId)))
  })
  const virtual = { ...platform, timer }
  const keys = keySourceOn(virtual)(lookup, { cryptoOn: 'loop', ...options })
  const verifier = await createVerifierOn(virtual, { sharedBy: 'process', because: '' })({ keys, clock: () => now })
  const template = requestOf(await sign({ method: 'GET', body: '', appId: 'template' as AppId }))
  const naming = (appId: string): ReceivedRequest => ({
    ...template,
    authorization: String(template.authorization).replace('=template,', `=${appId},`),
  })
  const tries: Array<Try> = []
  const tryOnce = async (appId: string): Promise<void> => {
    const began = timer.elapsed()
    honest.set(appId, freshKey())
    const outcome = await verifier.verify(naming(appId)).then(
      () => 'accept',
      (error) => (error instanceof VerificationError ? error.reason : String(error)),
    )
    tries.push({ outcome, after: timer.elapsed() - began })
  }
  for (let ms = 0; ms < seconds * 1000; ms++) {
    // At any place among the strangers of this millisecond.
    const place = ms % every === 0 ? Math.floor(random() * (strangersPerMs + 1)) : undefined
    for (let i = 0; i <= strangersPerMs; i++) {
      if (i === place) void tryOnce(`honest-${ms}`)
      if (i < strangersPerMs) void verifier.verify(naming(`stranger-${ms}-${i}`)).catch(() => {})
    }
    await timer.pass(1)
  }
  await timer.pass(3000)
  const inSecondFrom = (start: number) => calls.filter((at) => at >= start && at < start + 999.999).length
  return { tries, mostCallsInASecond: Math.max(...calls.map(inSecondFrom)) }
}

const many: Open = (call) => ({ lookUpMany: call })
const one: Open = (call) => async (appId) => (await call([appId])).get(appId)

/** Nobody can sign with such a key; that its signature is wrong shows that the key was there. */
const gotKeys = ({ outcome }: Try): boolean => outcome === 'signature_invalid'

const cold = suite('keySource: cold apps during a flood of unknown apps')

cold(
  'with many ids a call, each cold app has its keys within the call’s time and 100 ms, at 50 calls a second',
  async () => {
    const { tries, mostCallsInASecond } = await flood(many)
    assert.is(tries.length, (seconds * 1000) / every)
    const inTime = tries.filter((each) => gotKeys(each) && each.after <= latency + 100)
    assert.ok(inTime.length >= 0.99 * tries.length, JSON.stringify(tries.filter((each) => !inTime.includes(each))[0]))
    assert.ok(mostCallsInASecond <= 50)
  },
)

cold('with one id a call, the rate is bounded as well, and few cold apps get through', async () => {
  const { tries, mostCallsInASecond } = await flood(one, { maxCallsPerSecond: 50 })
  assert.ok(mostCallsInASecond <= 50)
  // 50 of 4,200 a second; the others are refused, and at once.
  assert.ok(tries.filter(gotKeys).length < 0.1 * tries.length)
  assert.ok(tries.every((each) => gotKeys(each) || each.outcome === 'key_source_unavailable'))
})
