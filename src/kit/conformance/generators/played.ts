/**
 * Plays requests to one verifier, and gives to each the verdict of the rules. The verdicts are those of a model that
 * remembers each accepted request for ever. Two kinds of steps are left out, because the rules leave their verdict open:
 * - a nonce under another timestamp, when the timestamp under which it was accepted has been too old for the clock,
 * - a timestamp that was too old for an earlier reading of the clock, which has gone back since: a verifier may have
 *   forgotten, and then refuses all such timestamps.
 */
import type { VerifyStep } from '../Vector.ts'
import type { GeneratedInput } from './Generator.ts'
import { type Change, type Draft, inputOf, plainDraft, sendOnly, signAndSend } from './requestDrafts.ts'
import type { Pair, Parts, Registered } from './signedRequest.ts'
import { flipBitOfBody, flipBitOfSignature } from './signedRequest.ts'
import type { Window } from './windows.ts'
import { clampClock, isFresh, usualClock } from './windows.ts'

/** A key that no app of a history has. */
const stranger: Pair = 'exponent-largest'

/** The rules that decide about steps. */
export const rules = {
  once: 'with one key, each nonce is accepted once',
  perKey: 'a used nonce stays used in every other request with the same key; with another key it is not used',
  anyClock: 'a request is accepted once, whatever the clock does',
  unburnt: 'a refused request uses up no nonce',
  fresh: 'a timestamp is at most maxAge old and at most maxSkew ahead, both inclusive',
  stillFresh: 'a timestamp is still fresh when the body has arrived',
  valid:
    'a key that is not revoked is valid from notBefore to notAfter, both inclusive; the verifier reads the clock when the body has arrived, in whole seconds',
} as const

/** The body limit of the verifiers of histories, in bytes. */
const bodyLimit = 16

export type Fault =
  | ('body' | 'method' | 'target' | 'nonce' | 'timestamp' | 'signature' | 'short signature' | 'stranger')
  | ('other app' | 'unknown app' | 'two headers' | 'no header' | 'too large' | 'not allowed')
const changeByFault: Readonly<Record<Fault, (bit: number, apps: ReadonlyArray<Registered>) => Change>> = {
  body: (bit) => sendOnly(({ body }) => ({ body: flipBitOfBody(body, bit) })),
  method: () => sendOnly(({ method }) => ({ method: `${method}X` })),
  target: () => sendOnly(({ target }) => ({ target: `${target}x` })),
  nonce: () => sendOnly(({ nonce }) => ({ nonce: nonce === '1' ? '2' : '1' })),
  timestamp: () => sendOnly(({ timestamp }) => ({ timestamp: Number(timestamp) + 1 })),
  signature: (bit) => (draft) => ({ ...draft, signature: (base64) => flipBitOfSignature(base64, bit) }),
  'short signature': () => (draft) => ({ ...draft, signature: (base64) => base64.slice(4) }),
  stranger: () => (draft) => ({ ...draft, pair: stranger }),
  'other app': (_, apps) =>
    sendOnly(({ appId: signerAppId }) => ({
      appId: apps.find(({ appId }) => appId !== signerAppId)?.appId ?? 'other',
    })),
  'unknown app': () => sendOnly(({ appId }) => ({ appId: `x${appId}`.slice(0, 128) })),
  'two headers': () => (draft) => ({ ...draft, writeLines: (line) => [line, line] }),
  'no header': () => (draft) => ({ ...draft, writeLines: () => [] }),
  'too large': () => signAndSend({ body: 'x'.repeat(bodyLimit + 1) }),
  'not allowed': () => (draft) => ({ ...draft, allowed: false }),
}
/** The names of the faults, each of which makes a request wrong in one way. */
export const faults: ReadonlyArray<Fault> = Object.keys(changeByFault) as ReadonlyArray<Fault>

export interface Setting extends Window {
  readonly start: number
  readonly registered: ReadonlyArray<Registered>
}

/** A new reading of the clock, or a timestamp, from the clock as it is and the timestamp of an earlier request. */
export type Move = (setting: Setting, clock: number, timestamp: number) => number

/** Moves the clock by so many times `maxAge`, so many times `maxSkew`, and by seconds. `byWindows(0, 1)`: to `maxSkew` seconds ahead. */
export const byWindows =
  (ages: number, skews: number, seconds = 0): Move =>
  ({ maxAge, maxSkew }, clock) =>
    clock + ages * maxAge + skews * maxSkew + seconds
export const bySeconds = (seconds: number): Move => byWindows(0, 0, seconds)
export const clockUnchanged: Move = bySeconds(0)

export type Part = 'timestamp' | 'method' | 'target' | 'body' | 'key'

export interface Event {
  /** The earlier request that the move refers to, and that is sent again: 0 is the last, −1 the first. */
  readonly earlier: number
  /** Moves the clock before the request. The next event begins with the moved clock. */
  readonly move: Move
  /** A part of a second that is added to each reading of the clock: from 0 to less than 1. */
  readonly fraction: number
  /** Moves the clock while the body comes in. `undefined`: the clock stands still. */
  readonly later: Move | undefined
  /** The parts that change when the earlier request is sent again. `undefined`: the event is a request of its own. */
  readonly again: ReadonlyArray<Part> | undefined
  /** Which registered key signs, as an index. */
  readonly signer: number
  /** The app id that is sent in place of the signer's own. */
  readonly claimedAppId?: string
  readonly nonce: string
  /** The timestamp of the request, counted from the moved clock. */
  readonly stamp: Move
  readonly method: string
  readonly target: string
  readonly body: string
  readonly fault: Fault | undefined
  /** The bit that a fault flips. */
  readonly bit: number
}

/** A request as it is signed: its parts and its key. */
interface Asked {
  readonly parts: Parts
  readonly pair: Pair
}

/** A request that is put to the verifier, with the clock at its start (`now`) and when its body has arrived (`later`). */
interface Put extends Asked {
  readonly now: number
  readonly later: number
  readonly fraction?: number
  readonly fault: Fault | undefined
  readonly bit: number
}

interface Judged {
  /** Signs the request. Signing takes most of a draw's time, so it waits: a history may end before this request. */
  readonly step: () => VerifyStep
  readonly rule: string
  readonly passes: boolean
}

const moveClock = (setting: Setting, clock: number, move: Move, timestamp: number): number =>
  clampClock(move(setting, clock, timestamp))

/** The parts and the key of an event's request: its own, or those of the earlier request that it repeats. */
const askedBy = (event: Event, { registered }: Setting, timestamp: number, earlier: Asked | undefined): Asked => {
  const { again, method, target, body, nonce } = event
  const { appId: signerAppId, pair } = registered[event.signer % registered.length] as Registered
  const appId = event.claimedAppId ?? signerAppId
  if (earlier === undefined || again === undefined)
    return { parts: { appId, method, target, timestamp, nonce, body }, pair }
  const { parts } = earlier
  if (again.includes('key')) return { parts: { ...parts, appId }, pair }
  const changes: Partial<Parts> = { timestamp, method, target, body }
  const changed = Object.fromEntries(Object.entries(changes).filter(([part]) => again.includes(part as Part)))
  return { parts: { ...parts, ...changed }, pair: earlier.pair }
}

/** The settings of the verifier, without the steps. */
const draftOf = ({ registered, maxAge, maxSkew }: Setting): Draft => ({
  ...plainDraft,
  maxAge,
  maxSkew,
  bodyLimit,
  keys: registered,
  tokens: null,
})

/** The steps of the events, except those about which the rules leave the verdict open. */
export const play = (setting: Setting, events: ReadonlyArray<Event>): ReadonlyArray<Judged> => {
  const memory: Memory = { accepted: new Map(), acceptedNonces: new Set(), refused: new Set(), highest: 0 }
  const judgedEvents: Array<Judged> = []
  const asked: Array<Asked> = []
  let clock = setting.start
  for (const event of events) {
    const { move, later, stamp, fraction, fault, bit } = event
    const earlier = earlierOf(event, asked)
    clock = moveClock(setting, clock, move, earlier?.parts.timestamp ?? clock)
    const { parts, pair } = askedBy(event, setting, moveClock(setting, clock, stamp, clock), earlier)
    const after = later === undefined ? clock : moveClock(setting, clock, later, parts.timestamp)
    const put: Put = { parts, pair, now: clock, later: after, fraction, fault, bit }
    const verdict = judge(setting, memory, put)
    if (verdict !== undefined) {
      remember(memory, put, verdict.passes)
      asked.push({ parts, pair })
      judgedEvents.push({ step: () => stepOf(setting, put), rule: verdict.rule, passes: verdict.passes })
    }
    clock = after
  }
  return judgedEvents
}

/** The request that `earlier` of an event names. A number beyond the first request counts on from the last. */
const earlierOf = ({ earlier }: Event, asked: ReadonlyArray<Asked>): Asked | undefined => {
  if (earlier < 0) return asked[0]
  return asked.at(-1 - (earlier % Math.max(asked.length, 1)))
}

/** What the model of a verifier remembers. */
interface Memory {
  /** The timestamps under which each pair of key and nonce was accepted. */
  readonly accepted: Map<string, ReadonlyArray<number>>
  readonly acceptedNonces: Set<string>
  /** Keys and nonces of refused requests. */
  readonly refused: Set<string>
  /** The highest reading of the clock at a request that was judged. */
  highest: number
}

/** Whether the rules let a request pass, and the rule that decides. */
interface Verdict {
  readonly rule: string
  readonly passes: boolean
}

const nameOf = ({ pair, parts }: Asked): string => `${pair} ${parts.nonce}`

const reachedBy = ({ highest }: Memory, { now, later }: Put): number => Math.max(highest, now, later)

/** `undefined` if the rules leave the verdict open. */
const judge = (setting: Setting, memory: Memory, put: Put): Verdict | undefined => {
  const { now, later, fault, parts } = put
  if (fault !== undefined) return refusing(rules.unburnt)
  if (!isFresh(setting, parts.timestamp, now)) return refusing(rules.fresh)
  if (!keysOf(setting, put).some((key) => isValid(key, later))) return refusing(rules.valid)
  if (!isFresh(setting, parts.timestamp, later)) return refusing(rules.stillFresh)
  return judgeNonce(setting, memory, put)
}

/** The verdict on a request that is valid, except perhaps for its nonce. */
const judgeNonce = (setting: Setting, memory: Memory, put: Put): Verdict | undefined => {
  const { timestamp, nonce } = put.parts
  // A verifier may have forgotten requests with timestamps below this one, if it refuses such timestamps from then on.
  const floor = reachedBy(memory, put) - setting.maxAge
  const earlier = memory.accepted.get(nameOf(put)) ?? []
  if (earlier.includes(timestamp)) return refusing(timestamp < floor ? rules.anyClock : rules.once)
  if (earlier.some((timestampBefore) => timestampBefore >= floor)) return refusing(rules.perKey)
  if (earlier.length > 0 || timestamp < floor) return undefined
  if (memory.acceptedNonces.has(nonce)) return passing(rules.perKey)
  return passing(ruleOfFirst(setting, memory, put))
}

/** The rule that came closest to refusing a request that passes. */
const ruleOfFirst = (setting: Setting, memory: Memory, put: Put): string => {
  const { now, later, parts } = put
  const hasLimit = ({ notBefore, notAfter }: Registered): boolean => notBefore !== undefined || notAfter !== undefined
  if (keysOf(setting, put).some(hasLimit)) return rules.valid
  if (memory.refused.has(nameOf(put))) return rules.unburnt
  if (now !== later) return rules.stillFresh
  if (now < reachedBy(memory, put)) return rules.anyClock
  const isEdge = !isFresh(setting, parts.timestamp, now + 1) || !isFresh(setting, parts.timestamp, now - 1)
  return isEdge ? rules.fresh : rules.once
}

const passing = (rule: string): Verdict => ({ rule, passes: true })
const refusing = (rule: string): Verdict => ({ rule, passes: false })

/** The same key may have two entries. It is valid if one of them is valid. */
const keysOf = ({ registered }: Setting, { parts, pair }: Asked): ReadonlyArray<Registered> =>
  registered.filter((key) => key.appId === parts.appId && key.pair === pair)

const isValid = ({ notBefore = 0, notAfter, revoked = false }: Registered, now: number): boolean =>
  !revoked && notBefore <= now && now <= (notAfter ?? now)

const remember = (memory: Memory, put: Put, passes: boolean): void => {
  const { nonce, timestamp } = put.parts
  const name = nameOf(put)
  memory.highest = reachedBy(memory, put)
  if (!passes) {
    memory.refused.add(name)
    return
  }
  memory.accepted.set(name, [...(memory.accepted.get(name) ?? []), timestamp])
  memory.acceptedNonces.add(nonce)
}

const stepOf = ({ registered }: Setting, put: Put): VerifyStep => {
  const { parts, pair, now, later, fraction = 0, fault, bit } = put
  const clocks = { now: now + fraction, ...(later !== now && { later: later + fraction }) }
  const honest = { ...plainDraft, parts, pair, ...clocks, keys: [] }
  const change: Change = fault === undefined ? (draft) => draft : changeByFault[fault](bit, registered)
  return inputOf(change(honest)).steps[0] as VerifyStep
}

/** The rule of the last step is the rule of the run. */
export const historyOf = (setting: Setting, judged: ReadonlyArray<Judged>): GeneratedInput<'verify'> => ({
  input: { ...inputOf(draftOf(setting)), steps: judged.map(({ step }) => step()) },
  rule: judged.at(-1)?.rule ?? rules.once,
  passes: judged.map(({ passes }) => passes),
})

/** A request that passes. Other events list only the members in which they differ. */
export const baseline: Event = {
  earlier: -1,
  move: clockUnchanged,
  fraction: 0,
  later: undefined,
  again: undefined,
  signer: 0,
  nonce: 'first',
  stamp: clockUnchanged,
  method: 'POST',
  target: '/v1/jobs',
  body: '{}',
  fault: undefined,
  bit: 0,
}

/** The first request again. */
export const replay: Event = { ...baseline, again: [] }

/** Requests with nonces of their own, and with one timestamp unless the members given say otherwise. */
export const crowd = (count: number, shared: Partial<Event> = {}): ReadonlyArray<Event> => {
  const crowdEvent = { ...baseline, body: '', stamp: () => usualClock, ...shared }
  return Array.from({ length: count }, (_, i) => ({ ...crowdEvent, nonce: `crowd-${i}`, bit: i }))
}
