/**
 * The laws that the package exports: a sound effect keeps each, and for each law a broken effect fails exactly there.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../../../src/core/AppId.ts'
import * as Bytes from '../../../src/core/Bytes.ts'
import type { Timestamp } from '../../../src/core/Timestamp.ts'
import type { KeyRing } from '../../../src/effects/KeyRing.ts'
import type { Claimed, NonceClaim } from '../../../src/effects/ReplayGuard.ts'
import type { Signer } from '../../../src/effects/Signer.ts'
import { testApp } from '../../../src/kit/testing/keys.ts'
import {
  type GuardStart,
  keyRingLaws,
  type Law,
  type MakeKeyRing,
  type MakeSigner,
  type OpenedGuard,
  replayGuardLaws,
  roundTrip,
  type SignerToProve,
  signerLaws,
} from '../../../src/kit/testing/laws.ts'
import { keyRing, platform, verificationKey } from '../../../src/platform/node/index.ts'
import { assert, right, suite } from '../../support/suite.ts'
import { failsEachLaw, failureOf } from './lawFaults.ts'

/** A guard of a few lines: it remembers all claims, by what `idOf` makes of them. */
interface Rules {
  readonly idOf: (claim: NonceClaim) => string
  readonly floorOf: (start: GuardStart) => number
  /** When the guard has forgotten an earlier claim. */
  readonly forgets: (seconds: { readonly now: number; readonly claimed: number; readonly timestamp: number }) => boolean
  readonly tracesForgotten: boolean
  readonly isFull: (size: number, quota: number) => boolean
  readonly namedQuota: (quota: number) => number
  readonly isCounted: (claim: NonceClaim) => string
  /** Whether the answer is found before the task runs. */
  readonly isEager: boolean
  /** Waits between look and note. */
  readonly pause?: () => Promise<void>
}

const sound: Rules = {
  idOf: ({ fingerprint, unique }) => `${fingerprint} ${unique}`,
  floorOf: ({ floor, clock }) => floor ?? clock.now(),
  forgets: () => false,
  tracesForgotten: false,
  isFull: (size, quota) => size >= quota,
  namedQuota: (quota) => quota,
  isCounted: ({ fingerprint }) => fingerprint,
  isEager: false,
}

const guardOf =
  (changes: Partial<Rules> = {}) =>
  async (start: GuardStart): Promise<OpenedGuard> => {
    const rules = { ...sound, ...changes }
    const quota = start.quota ?? 100_000
    const floor = rules.floorOf(start)
    const seen = new Map<string, { readonly at: number; readonly by: string }>()

    const decide = async (claim: NonceClaim): Promise<Claimed> => {
      const id = rules.idOf(claim)
      const by = rules.isCounted(claim)
      if (claim.timestamp < floor) {
        if (rules.tracesForgotten) seen.set(id, { at: start.clock.now(), by })
        return E.right('forgotten')
      }
      const earlier = seen.get(id)
      const now = start.clock.now()
      if (rules.pause !== undefined) await rules.pause()
      if (earlier !== undefined && !rules.forgets({ now, claimed: earlier.at, timestamp: claim.timestamp }))
        return E.right('repeated')
      const size = [...seen.values()].filter((one) => one.by === by).length
      if (rules.isFull(size, quota)) return E.left({ _tag: 'guard_full', quota: rules.namedQuota(quota) })
      seen.set(id, { at: now, by })
      return E.right('first')
    }
    const claim = (asked: NonceClaim) => {
      const eager = rules.isEager ? decide(asked) : undefined
      return () => eager ?? decide(asked)
    }
    return { guard: { claim } }
  }

const ascii = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')

failsEachLaw('a replay guard', (open: ReturnType<typeof guardOf>) => replayGuardLaws(open), guardOf(), {
  'at each run of the task': guardOf({ isEager: true }),
  'in case or in length': guardOf({ idOf: ({ fingerprint, unique }) => `${fingerprint} ${unique.toLowerCase()}` }),
  'halves of surrogate pairs': guardOf({ idOf: ({ fingerprint, unique }) => `${fingerprint} ${ascii(unique)}` }),
  'many copies in one tick': guardOf({ pause: () => new Promise((resolve) => setImmediate(resolve)) }),
  'with rising timestamps': guardOf({ idOf: (c) => `${sound.idOf(c)} ${c.timestamp}` }),
  'in the last second': guardOf({ forgets: ({ now, claimed }) => now - claimed >= 360 }),
  'never first again': guardOf({ forgets: ({ now, claimed }) => now < claimed }),
  'one is first exactly if': guardOf({ idOf: ({ unique }) => unique }),
  'at or above the setting floor': guardOf({ floorOf: ({ clock }) => clock.now() }),
  'below the floor leaves no trace': guardOf({
    tracesForgotten: true,
    idOf: ({ unique }) => unique,
  }),
  'a key at its quota': guardOf({ isCounted: () => 'all' }),
  'names the quota': guardOf({ namedQuota: (quota) => quota + 1 }),
})

const soundRing: MakeKeyRing = keyRing

/** A sound ring with one change. */
const ringWith =
  (change: (ring: KeyRing) => KeyRing): MakeKeyRing =>
  (keys) =>
    TE.map(change)(keyRing(keys))

const keysOfTestApp = async () =>
  right(await right(await keyRing({ [testApp.appId]: testApp.publicKey })()).keysOf(testApp.appId as AppId)())

failsEachLaw('a key ring', keyRingLaws, soundRing, {
  "verify the app's signatures": ringWith((ring) => ({
    keysOf: () => async () => ring.keysOf(testApp.appId as AppId)(),
  })),
  'one key for two apps': (keys) =>
    keys['app-1'] === undefined
      ? keyRing(keys)
      : TE.right({ keysOf: () => async () => E.right(await keysOfTestApp()) }),
  'an unknown app has no keys': ringWith((ring) => ({
    keysOf: (appId) => ring.keysOf(appId.toLowerCase() as AppId),
  })),
  'the synchronous answer': ringWith((ring) => ({
    keysOf: Object.assign((appId: AppId) => ring.keysOf(appId), { atOnce: () => E.right([]) }),
  })),
  'another look': ringWith((ring) => ({ ...ring, lookAgain: () => TE.right([]) })),
})

const soundSigner = async (): Promise<SignerToProve> => ({
  signer: right(await platform.signer(testApp.privateKey)()),
  key: right(await verificationKey(testApp.publicKey)()),
})

const signerWith =
  (change: (signer: Signer) => Signer): MakeSigner =>
  async () => {
    const { signer, key } = await soundSigner()
    return { signer: change(signer), key }
  }

/** Keeps the parts that it is given, and reads them at the end. */
const keepingParts = (signer: Signer): Signer => ({
  ...signer,
  begin: (head) => {
    const parts: Array<Uint8Array> = []
    return {
      update: (part) => void parts.push(part),
      end: () => signer.sign({ head, body: Bytes.concat(parts) })(),
    }
  },
})

/** Every second signature is of another message. */
const changing = (signer: Signer): Signer => {
  let count = 0
  return { sign: (message) => () => signer.sign(count++ % 2 === 0 ? message : { ...message, head: '' })() }
}

failsEachLaw('a signer', signerLaws, soundSigner, {
  'the signature verifies': signerWith((signer) => ({
    sign: ({ head }) => signer.sign({ head, body: new Uint8Array() }),
  })),
  'has one signature': signerWith(changing),
  'a body in parts': signerWith(keepingParts),
})

const trips = suite('laws of a round trip')

const decimal = (text: string): E.Either<string, number> => E.right(Number(text))

trips("hold for a parser that inverts its writer, by structure or by an equality of one's own", async () => {
  const [law] = roundTrip(decimal, String, fc.nat())
  assert.is(await failureOf(law as Law), undefined)
  const equals = (a: Timestamp, b: Timestamp): boolean => Math.abs(a - b) <= 1
  const [rough] = roundTrip(
    (text: string) => E.right((Number(text) - 1) as Timestamp),
    String,
    fc.nat().map((n) => n as Timestamp),
    { of: 'times', equals },
  )
  assert.is(rough?.name, 'for all times: parse inverts serialize')
  assert.is(await failureOf(rough as Law), undefined)
})

trips('fail with the smallest value, and say how to draw it again', async () => {
  const [law] = roundTrip(decimal, (n: number) => (n < 10 ? String(n) : '9'), fc.nat())
  const failure = (await failureOf(law as Law)) ?? ''
  assert.match(
    failure,
    /^the law is broken: for all values: parse inverts serialize\ndrawn: {4}10\nrepeat: {3}\{ seed: -?\d+, path: /,
  )
  assert.match(failure, /given: {4}"9"\nexpected: \{.*10\}\nseen: {5}\{.*9\}/)
})

trips('fail if the parser refuses what was written', async () => {
  const [law] = roundTrip((text: string) => (text === '' ? E.left('empty') : E.right(text)), String, fc.string())
  assert.match((await failureOf(law as Law)) ?? '', /seen: .*"empty"/)
})

trips("are properties too, for settings of one's own", async () => {
  const [law] = roundTrip(decimal, String, fc.nat())
  const { property } = law as Required<Law>
  const { numRuns } = await fc.check(property, { numRuns: 7 })
  assert.is(numRuns, 7)
})
