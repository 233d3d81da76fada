/**
 * Requests to one verifier, with the verdict that the rules give to each. The verdicts are those of a model that
 * remembers each accepted request for ever. Two kinds of steps are left out, because the rules leave their verdict open:
 * - a nonce under another timestamp, when the timestamp under which it was accepted has been too old for the clock,
 * - a timestamp that was too old for an earlier reading of the clock, which has gone back since: a verifier may have
 *   forgotten, and then refuses all such timestamps.
 */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import * as fc from 'fast-check'
import { standard } from '../../core/AuthType.ts'
import { type KeyPems, readTestKeys } from '../suite.ts'
import type { VerifyInput, VerifyKey, VerifyStep } from '../Vector.ts'
import {
  alphanumerics,
  capitals,
  letters,
  ofAppIds,
  ofAuthTypes,
  ofMethods,
  ofNonces,
  ofTargets,
  ofTokens,
} from './characters.ts'
import { type Drawn, type Generator, generator, inside, outside, type Sample, textOf, withOne } from './Generator.ts'

const bytesOf = (least: number, most: number): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.nat(255).map((byte) => String.fromCharCode(byte)),
    minLength: least,
    maxLength: most,
    size: 'max',
  })

// ---- Signing

/** The parts of a request, each as it is signed or as it is sent. A body holds a character of Latin-1 for each byte. */
interface Parts {
  readonly appId: string
  readonly method: string
  readonly target: string
  readonly timestamp: number
  readonly nonce: string
  readonly body: string
}

const pairs = ['app-1', 'app-1-next', 'app-2', 'exponent-65539', 'bits-2049', 'bits-3072', 'exponent-largest'] as const
type Pair = (typeof pairs)[number]

/** No app of a history has this key. */
const stranger: Pair = 'exponent-largest'

let testKeys: Readonly<Record<string, KeyPems>> | undefined
const pemsOf = (pair: Pair): KeyPems => {
  testKeys ??= readTestKeys()
  return testKeys[pair] as KeyPems
}

const privateKeys = new Map<Pair, KeyObject>()
const privateKeyOf = (pair: Pair): KeyObject => {
  const known = privateKeys.get(pair) ?? createPrivateKey(pemsOf(pair).privateKey)
  privateKeys.set(pair, known)
  return known
}

// A signature takes most of a draw's time, and long histories share their messages.
const signatures = new Map<string, string>()
const mostSignatures = 20_000

const signatureOf = (pair: Pair, { method, target, timestamp, nonce, body }: Parts): string => {
  const message = `${method}\n${target}\n${timestamp}\n${nonce}\n${body}`
  const name = `${pair} ${message}`
  const known = signatures.get(name)
  if (known !== undefined) return known
  const made = sign('sha256', Buffer.from(message, 'latin1'), privateKeyOf(pair)).toString('base64')
  if (signatures.size >= mostSignatures) signatures.clear()
  signatures.set(name, made)
  return made
}

const lineOf = (authType: string, { appId, nonce, timestamp }: Parts, signature: string): string =>
  `${authType} app_id=${appId},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`

const hexOf = (body: string): { readonly hex: string } => ({ hex: Buffer.from(body, 'latin1').toString('hex') })

/** Turns over one bit. */
const flipped = (bytes: Buffer, bit: number): Buffer => {
  const at = bit % (bytes.length * 8)
  const copy = Buffer.from(bytes)
  copy[at >> 3] = (copy[at >> 3] as number) ^ (1 << (at & 7))
  return copy
}

const flippedBody = (body: string, bit: number): string =>
  body === '' ? '\0' : flipped(Buffer.from(body, 'latin1'), bit).toString('latin1')

const flippedSignature = (signature: string, bit: number): string =>
  flipped(Buffer.from(signature, 'base64'), bit).toString('base64')

// ---- Clocks and windows

const windowSizes = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(300, 60) },
  { weight: 3, arbitrary: fc.constantFrom(0, 1, 2) },
  { weight: 2, arbitrary: fc.constantFrom(86_400, 90_061, 31_536_000) },
  { weight: 1, arbitrary: fc.nat(100_000) },
)

const usual = 1_700_000_000
/** A later clock would make a `notAfter` in seconds look like one in milliseconds. */
const latestClock = 99_999_999_999
const starts = fc.oneof(
  { weight: 8, arbitrary: fc.constant(usual) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 59, 2_147_483_647, 4_294_967_295, latestClock - 1) },
)
const fractions = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(0.5, 0.25, 0.999) },
)

const clamped = (clock: number): number => Math.min(Math.max(clock, 0), latestClock)

interface Window {
  readonly maxAge: number
  readonly maxSkew: number
}

const isFresh = ({ maxAge, maxSkew }: Window, timestamp: number, clock: number): boolean =>
  clock - maxAge <= timestamp && timestamp <= clock + maxSkew

// ---- Histories

const once = 'a key takes each nonce once'
const perKey = 'a used nonce stays used in any other request of its key, and is unused with every other key'
const anyClock = 'a request is accepted once, whatever the clock does'
const unburnt = 'a refused request uses up no nonce'
const fresh = 'a timestamp is at most maxAge old and at most maxSkew ahead, both inclusive'
const stillFresh = 'a timestamp is still fresh when the body has arrived'
const valid = 'a key counts from notBefore to notAfter, when the body has arrived, unless it is revoked'
const rules = [once, perKey, anyClock, unburnt, fresh, stillFresh, valid]
const crowded = 'hundreds of requests change nothing for the next, and no nonce is forgotten'

/** Each makes a request wrong in one way. */
const faults = [
  'body',
  'method',
  'target',
  'nonce',
  'timestamp',
  'signature',
  'stranger',
  'other app',
  'unknown app',
  'two headers',
  'no header',
  'too large',
  'not allowed',
] as const
type Fault = (typeof faults)[number]

interface Registered extends Omit<VerifyKey, 'key'> {
  readonly pair: Pair
}

const keyOf = ({ pair, ...key }: Registered): VerifyKey => ({ ...key, key: pemsOf(pair).publicKey })

interface Setting extends Window {
  readonly start: number
  readonly registered: ReadonlyArray<Registered>
}

/** The clock moves by whole windows and seconds, or to an edge of the freshness of an earlier request. */
type Move =
  | { readonly ages: number; readonly skews: number; readonly seconds: number }
  | { readonly edge: 'oldest' | 'newest'; readonly seconds: number }

type Part = 'timestamp' | 'method' | 'target' | 'body' | 'key'

interface Event {
  /** Which earlier request the clock moves to, and is sent again: 0 is the last, −1 the first. */
  readonly back: number
  readonly move: Move
  readonly fraction: number
  readonly later: Move | undefined
  /** Sent again: the same, or with other parts. */
  readonly again: ReadonlyArray<Part> | undefined
  readonly signer: number
  readonly nonce: string
  readonly stamp: Exclude<Move, { readonly edge: string }>
  readonly method: string
  readonly target: string
  readonly body: string
  readonly fault: Fault | undefined
  /** Which bit, or which other app. */
  readonly bit: number
}

/** So many requests with nonces of their own. */
interface Crowd {
  readonly crowd: number
}

const seldom = <A>(often: number, values: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.oneof({ weight: often, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })

const appIds = fc.shuffledSubarray(
  ['app-1', 'app-2', 'App-1', 'app-1.', '__proto__', 'constructor', '0', '~'.repeat(128)],
  {
    minLength: 2,
    maxLength: 2,
  },
)

const periods = fc.record({
  notBefore: seldom(7, fc.integer({ min: -2, max: 302 })),
  notAfter: seldom(7, fc.integer({ min: -2, max: 302 })),
  revoked: seldom(12, fc.boolean()),
})

const settings: fc.Arbitrary<Setting> = fc
  .record({
    maxAge: windowSizes,
    maxSkew: windowSizes,
    start: starts,
    apps: appIds,
    // The app of each further key, if it is registered.
    owners: fc.array(fc.constantFrom(0, 1, 0, undefined), { maxLength: 5 }),
    periods: fc.array(periods, { minLength: 6, maxLength: 6 }),
  })
  .map(({ maxAge, maxSkew, start, apps, owners, periods: drawn }) => {
    const registered: Array<Registered> = []
    for (const [i, owner] of [0, ...owners].entries()) {
      const appId = apps[owner ?? 2]
      if (appId === undefined || registered.filter((key) => key.appId === appId).length === 4) continue
      const { notBefore, notAfter, revoked } = drawn[i] as (typeof drawn)[number]
      registered.push({
        appId,
        pair: pairs[i] as Pair,
        ...(notBefore !== undefined && { notBefore: clamped(start + notBefore) }),
        ...(notAfter !== undefined && { notAfter: clamped(start + notAfter) }),
        ...(revoked !== undefined && { revoked }),
      })
    }
    return { maxAge, maxSkew, start, registered }
  })

const still = { ages: 0, skews: 0, seconds: 0 }
const nearby = fc.constantFrom(0, 1, -1)
const by = fc.record({ ages: nearby, skews: nearby, seconds: fc.integer({ min: -2, max: 2 }) })
const toEdge = fc.record({ edge: fc.constantFrom('oldest', 'newest'), seconds: nearby })
const moves: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(still) },
  {
    weight: 2,
    arbitrary: fc.record({ ages: fc.constant(0), skews: fc.constant(0), seconds: fc.integer({ min: -5, max: 20 }) }),
  },
  { weight: 2, arbitrary: toEdge },
  { weight: 1, arbitrary: by },
)

/** Few, so that they meet again; some differ in a letter's case, a hyphen or a zero. */
const fewNonces = fc.constantFrom('n', 'N', 'n-', '0', '00', '-', '--proto--', 'a'.repeat(128))

const events: fc.Arbitrary<Event> = fc.record({
  back: fc.oneof(fc.constant(0), fc.constant(-1), fc.nat(2000)),
  move: moves,
  fraction: fractions,
  later: seldom(4, fc.oneof(toEdge, by)),
  again: fc.oneof(
    fc.constant(undefined),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom<Part>('key', 'key', 'key', 'timestamp', 'method', 'target', 'body')
          .map((part) => [part]),
      },
    ),
  ),
  signer: fc.oneof(fc.constant(0), fc.nat(5)),
  nonce: fewNonces,
  stamp: fc.oneof(
    { weight: 8, arbitrary: fc.constant(still) },
    { weight: 1, arbitrary: by },
    // The edges of freshness, and one second beyond.
    {
      weight: 1,
      arbitrary: fc.record({ ages: fc.constant(-1), skews: fc.constant(0), seconds: fc.constantFrom(0, -1) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ ages: fc.constant(0), skews: fc.constant(1), seconds: fc.constantFrom(0, 1) }),
    },
  ),
  method: fc.constantFrom('POST', 'GET', 'DELETE'),
  target: fc.constantFrom('/v1/jobs', '/v1/jobs?a=1&a=2', '/'),
  body: fc.constantFrom('', '{}', '\xff\0'),
  fault: seldom(6, fc.constantFrom(...faults)),
  bit: fc.nat(4095),
})

/** In histories; one request says more about the limit. */
const bodyLimit = 16

interface Asked {
  readonly parts: Parts
  readonly pair: Pair
}

interface Judged {
  readonly step: VerifyStep
  readonly rule: string
  readonly passes: boolean
}

const moved = ({ maxAge, maxSkew }: Window, clock: number, move: Move, timestamp: number): number => {
  if (!('edge' in move)) return clamped(clock + move.ages * maxAge + move.skews * maxSkew + move.seconds)
  return clamped(move.edge === 'oldest' ? timestamp + maxAge + move.seconds : timestamp - maxSkew - move.seconds)
}

/** What an event asks for, perhaps by repeating an earlier request. */
const askedBy = (event: Event, { registered }: Setting, timestamp: number, earlier: Asked | undefined): Asked => {
  const { again, method, target, body, nonce } = event
  const { appId, pair } = registered[event.signer % registered.length] as Registered
  if (earlier === undefined || again === undefined)
    return { parts: { appId, method, target, timestamp, nonce, body }, pair }
  const { parts } = earlier
  if (again.includes('key')) return { parts: { ...parts, appId }, pair }
  const changes: Partial<Parts> = { timestamp, method, target, body }
  const changed = Object.fromEntries(Object.entries(changes).filter(([part]) => again.includes(part as Part)))
  return { parts: { ...parts, ...changed }, pair: earlier.pair }
}

type Sent = Pick<VerifyStep, 'method' | 'target' | 'authorization' | 'body' | 'allowed'>

const honestly = ({ parts, pair }: Asked): Sent => ({
  method: parts.method,
  target: parts.target,
  authorization: [lineOf(standard, parts, signatureOf(pair, parts))],
  body: hexOf(parts.body),
})

/** The request with one fault. */
const wrongly = (fault: Fault, asked: Asked, { registered }: Setting, bit: number): Sent => {
  const { parts, pair } = asked
  const honest = honestly(asked)
  const sentAs = (sent: Parts): ReadonlyArray<string> => [lineOf(standard, sent, signatureOf(pair, parts))]
  switch (fault) {
    case 'body':
      return { ...honest, body: hexOf(flippedBody(parts.body, bit)) }
    case 'method':
      return { ...honest, method: `${parts.method}X` }
    case 'target':
      return { ...honest, target: `${parts.target}x` }
    case 'nonce':
      return { ...honest, authorization: sentAs({ ...parts, nonce: parts.nonce === '1' ? '2' : '1' }) }
    case 'timestamp':
      return { ...honest, authorization: sentAs({ ...parts, timestamp: parts.timestamp + 1 }) }
    case 'signature':
      return {
        ...honest,
        authorization: [lineOf(standard, parts, flippedSignature(signatureOf(pair, parts), bit))],
      }
    case 'stranger':
      return honestly({ parts, pair: stranger })
    case 'other app': {
      const other = registered.find(({ appId }) => appId !== parts.appId)?.appId ?? 'other'
      return { ...honest, authorization: sentAs({ ...parts, appId: other }) }
    }
    case 'unknown app':
      return { ...honest, authorization: sentAs({ ...parts, appId: `x${parts.appId}`.slice(0, 128) }) }
    case 'two headers':
      return { ...honest, authorization: [...honest.authorization, ...honest.authorization] }
    case 'no header':
      return { ...honest, authorization: [] }
    case 'too large':
      return honestly({ parts: { ...parts, body: 'x'.repeat(bodyLimit + 1) }, pair })
    case 'not allowed':
      return { ...honest, allowed: false }
  }
}

const crowdParts = (i: number): Omit<Parts, 'appId'> => ({
  method: 'POST',
  target: '/v1/jobs',
  timestamp: usual,
  nonce: `crowd-${i}`,
  body: '',
})

/** The steps of the events, except those about which the rules leave the verdict open. */
const play = (setting: Setting, drawn: ReadonlyArray<Event | Crowd>): ReadonlyArray<Judged> => {
  const { registered, start, maxAge } = setting
  const judged: Array<Judged> = []
  const asked: Array<Asked> = []
  /** By key and nonce, the timestamps under which it was accepted. */
  const accepted = new Map<string, ReadonlyArray<number>>()
  const acceptedNonces = new Set<string>()
  const refused = new Set<string>()
  let clock = start
  let highest = 0

  /** The rule that decides, and the verdict; undefined if the rules leave it open. */
  const judge = (
    { parts: { timestamp, nonce, appId }, pair }: Asked,
    now: number,
    later: number,
    reached: number,
    fault: Fault | undefined,
  ): readonly [rule: string, passes: boolean] | undefined => {
    if (fault !== undefined) return [unburnt, false]
    if (!isFresh(setting, timestamp, now)) return [fresh, false]
    const key = registered.find((one) => one.appId === appId && one.pair === pair) as Registered
    const { notBefore = 0, notAfter = later, revoked = false } = key
    if (revoked || later < notBefore || later > notAfter) return [valid, false]
    if (!isFresh(setting, timestamp, later)) return [stillFresh, false]

    // Below this a verifier may have forgotten what it accepted, if it then refuses such timestamps for ever.
    const floor = reached - maxAge
    const earlier = accepted.get(`${pair} ${nonce}`) ?? []
    if (earlier.includes(timestamp)) return [timestamp < floor ? anyClock : once, false]
    if (earlier.some((one) => one >= floor)) return [perKey, false]
    if (earlier.length > 0 || timestamp < floor) return undefined

    if (acceptedNonces.has(nonce)) return [perKey, true]
    if (key.notBefore !== undefined || key.notAfter !== undefined) return [valid, true]
    if (refused.has(`${pair} ${nonce}`)) return [unburnt, true]
    if (now !== later) return [stillFresh, true]
    if (now < reached) return [anyClock, true]
    if (!isFresh(setting, timestamp, now + 1) || !isFresh(setting, timestamp, now - 1)) return [fresh, true]
    return [once, true]
  }

  const put = (
    one: Asked,
    now: number,
    later: number,
    fraction: number,
    fault: Fault | undefined,
    bit: number,
  ): void => {
    const reached = Math.max(highest, now, later)
    const verdict = judge(one, now, later, reached, fault)
    if (verdict === undefined) return
    const [rule, passes] = verdict
    const { parts, pair } = one
    const name = `${pair} ${parts.nonce}`
    highest = reached
    asked.push(one)
    if (passes) {
      accepted.set(name, [...(accepted.get(name) ?? []), parts.timestamp])
      acceptedNonces.add(parts.nonce)
    } else refused.add(name)
    const sent = fault === undefined ? honestly(one) : wrongly(fault, one, setting, bit)
    const clocks = { now: now + fraction, ...(later !== now && { later: later + fraction }) }
    judged.push({ step: { ...clocks, ...sent }, rule, passes })
  }

  for (const event of drawn) {
    if ('crowd' in event) {
      const { appId, pair } = registered[0] as Registered
      for (let i = 0; i < event.crowd; i++)
        put({ parts: { appId, ...crowdParts(i) }, pair }, clock, clock, 0, undefined, 0)
      continue
    }
    const { back, move, later, stamp, fraction, fault, bit } = event
    const earlier = back < 0 ? asked[0] : asked.at(-1 - (back % Math.max(asked.length, 1)))
    clock = moved(setting, clock, move, earlier?.parts.timestamp ?? clock)
    const one = askedBy(event, setting, moved(setting, clock, stamp, clock), earlier)
    const after = later === undefined ? clock : moved(setting, clock, later, one.parts.timestamp)
    put(one, clock, after, fraction, fault, bit)
    clock = after
  }
  return judged
}

/** The last step's rule is that of the run. */
const historyOf = (setting: Setting, judged: ReadonlyArray<Judged>): Drawn<'verify'> => ({
  input: {
    edition: 'international',
    authType: standard,
    maxAge: setting.maxAge,
    maxSkew: setting.maxSkew,
    bodyLimit,
    keys: setting.registered.map(keyOf),
    tokens: null,
    steps: judged.map(({ step }) => step),
  },
  rule: judged.at(-1)?.rule ?? once,
  passes: judged.map(({ passes }) => passes),
})

const many: Generator = generator({
  name: 'history',
  op: 'verify',
  weight: 250,
  drawn: fc
    .tuple(settings, fc.array(events, { minLength: 1, maxLength: 16 }), fc.constantFrom(...rules), fc.boolean())
    .map(([setting, drawn, rule, passes]) => {
      // Up to the last step that the rule decides in this way: so all of them are met as often.
      const judged = play(setting, drawn)
      const last = judged.findLastIndex((one) => one.rule === rule && one.passes === passes)
      return historyOf(setting, last < 0 ? judged : judged.slice(0, last + 1))
    }),
})

/** A plain request that passes, or the first again. */
const quiet: Event = {
  back: -1,
  move: still,
  fraction: 0,
  later: undefined,
  again: undefined,
  signer: 0,
  nonce: 'first',
  stamp: still,
  method: 'POST',
  target: '/v1/jobs',
  body: '{}',
  fault: undefined,
  bit: 0,
}

const crowds: Generator = generator({
  name: 'crowd',
  op: 'verify',
  weight: 16,
  drawn: fc
    .record({
      window: fc.constantFrom({ maxAge: 300, maxSkew: 60 }, { maxAge: 86_400, maxSkew: 0 }, { maxAge: 1, maxSkew: 1 }),
      count: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 130, max: 500 }) },
        { weight: 1, arbitrary: fc.integer({ min: 1001, max: 1200 }) },
      ),
      between: fc.array(events, { maxLength: 2 }),
      last: fc.oneof(
        { weight: 1, arbitrary: fewNonces.map((nonce) => ({ ...quiet, nonce })) },
        {
          weight: 1,
          arbitrary: fc.oneof(
            fc.constant({ ...quiet, again: [] }),
            fc.nat(2000).map((back) => ({ ...quiet, back, again: [] })),
            fc
              .constantFrom<Part>('method', 'target', 'body')
              .map((part) => ({ ...quiet, method: 'GET', target: '/', body: '', again: [part] })),
            // The first request's last fresh second.
            fc.constant({ ...quiet, move: { edge: 'oldest', seconds: 0 } as const, again: [] }),
          ),
        },
      ),
    })
    .map(({ window, count, between, last }) => {
      const setting = { ...window, start: usual, registered: [{ appId: 'app-1', pair: 'app-1' }] } as const
      const judged = play(setting, [quiet, { crowd: count }, ...between, last])
      return { ...historyOf(setting, judged), rule: crowded }
    }),
})

// ---- One request

/** A request, and the verifier that it meets. */
interface Draft extends Window {
  readonly edition: VerifyInput['edition']
  readonly authType: string
  readonly bodyLimit: number
  readonly keys: ReadonlyArray<Registered>
  readonly tokens: VerifyInput['tokens']
  readonly now: number
  readonly later?: number
  readonly allowed?: boolean
  readonly pair: Pair
  /** As they are signed. */
  readonly parts: Parts
  /** What is sent in their place. */
  readonly sent: Partial<Parts>
  /** The Authorization lines, of the right one. */
  readonly lines: (line: string) => ReadonlyArray<string>
  readonly signature: (signature: string) => string
  /** In place of a signature. */
  readonly token?: string
}

type Change = (draft: Draft) => Draft

const inputOf = (draft: Draft): VerifyInput => {
  const {
    edition,
    authType,
    maxAge,
    maxSkew,
    bodyLimit: limit,
    keys,
    tokens,
    now,
    later,
    allowed,
    pair,
    parts,
    token,
  } = draft
  const sent = { ...parts, ...draft.sent }
  const line =
    token === undefined ? lineOf(authType, sent, draft.signature(signatureOf(pair, parts))) : `Bearer ${token}`
  return {
    edition,
    authType,
    maxAge,
    maxSkew,
    bodyLimit: limit,
    keys: keys.map(keyOf),
    tokens,
    steps: [
      {
        now,
        ...(later !== undefined && { later }),
        method: sent.method,
        target: sent.target,
        authorization: draft.lines(line),
        body: hexOf(sent.body),
        ...(allowed !== undefined && { allowed }),
      },
    ],
  }
}

const methods = fc.oneof(fc.constantFrom('POST', 'GET', 'PUT'), textOf(ofMethods, 1, 32))
const targets = fc.oneof(
  fc.constantFrom('/v1/jobs', '/', '/?', '//', '/v1/jobs?b=2&a=1&a=1', '/%7e/%zz', "/a/../b;c'd\\"),
  textOf(ofTargets, 0, 40).map((rest) => `/${rest}`),
)
const nonces = fc.oneof(textOf(ofNonces, 1, 40), textOf(ofNonces, 127, 128))
const names = fc.oneof(fc.constantFrom('app-1', '__proto__', 'constructor'), textOf(ofAppIds, 1, 128))
const bodies = fc.oneof(fc.constantFrom('', '{}', '{"stages":[]}\n', '\r\n'), bytesOf(0, 60))
/** With a letter, whose case can be changed. */
const characters = fc
  .tuple(textOf(ofTokens, 0, 30), fc.constantFrom(...letters), textOf(ofTokens, 0, 10))
  .map((texts) => texts.join(''))
const padding = fc.nat(3).map((length) => '='.repeat(length))
const tokens = fc.tuple(fc.oneof(characters, textOf(ofTokens, 1, 40)), padding).map((texts) => texts.join(''))

const firstPairs = ['app-1', 'app-1-next', 'app-2', 'exponent-65539'] as const

/** The app that stands beside the one of the draft. */
const otherApp = (appId: string): string => (appId === 'other' ? 'others' : 'other')

const honest: fc.Arbitrary<Draft> = fc
  .record({
    edition: fc.constantFrom('international', 'mainland'),
    maxAge: windowSizes,
    maxSkew: windowSizes,
    now: starts,
    appId: names,
    pair: fc.constantFrom(...firstPairs, 'bits-2049'),
    method: methods,
    target: targets,
    nonce: nonces,
    body: bodies,
    token: tokens,
  })
  .map(({ edition, maxAge, maxSkew, now, appId, pair, method, target, nonce, body, token }) => ({
    edition,
    authType: standard,
    maxAge,
    maxSkew,
    bodyLimit: 1_048_576,
    keys: [
      { appId, pair },
      { appId: otherApp(appId), pair: 'exponent-largest' },
    ],
    tokens: edition === 'mainland' ? null : [{ appId: otherApp(appId), token: `${token}=` }],
    now,
    pair,
    parts: { appId, method, target, timestamp: now, nonce, body },
    sent: {},
    lines: (line) => [line],
    signature: (signature) => signature,
  }))

const unchanged = fc.constant<Change>((draft) => draft)

const sending =
  (change: (parts: Parts) => Partial<Parts>): Change =>
  (draft) => ({ ...draft, sent: change(draft.parts) })

/** Changes both what is signed and what is sent. */
const having =
  (parts: Partial<Parts>): Change =>
  (draft) => ({ ...draft, parts: { ...draft.parts, ...parts } })

/** A text with one character more, fewer or other; never the same, never empty, never too long. */
const nearMisses = (characters: string, most: number): fc.Arbitrary<(text: string) => string> =>
  fc
    .record({ kind: fc.constantFrom('more', 'fewer', 'other'), at: fc.nat(8191), by: fc.nat(92) })
    .map(({ kind, at, by: step }) => (text) => {
      const place = at % text.length
      const before = text.slice(0, place)
      const here = text[place] as string
      const after = text.slice(place + 1)
      const other = characters[(characters.indexOf(here) + 1 + (step % (characters.length - 1))) % characters.length]
      if (kind === 'more' && text.length < most) return before + here + other + after
      if (kind === 'fewer' && text.length > 1) return before + after
      return before + other + after
    })

const bits = fc.nat(4095)

/** The clock is `ahead` seconds after the timestamp, at the start or when the body is there. Windows are wide unless given. */
const aged =
  (window: Partial<Window>, ahead: number, at: 'now' | 'later' = 'now'): Change =>
  (draft) => {
    const parts = { ...draft.parts, timestamp: usual }
    const clocks = at === 'now' ? { now: usual + ahead } : { now: usual, later: usual + ahead }
    return { ...draft, maxAge: 86_400, maxSkew: 86_400, ...window, ...clocks, parts }
  }

const sizes = fc.oneof(fc.constantFrom(0, 1, 60, 300, 86_400), fc.nat(1_000_000))
const places = fc.constantFrom('now', 'later')

/** How far on this side of a limit. */
const within = fc.oneof(fc.constant(0), fc.nat(100_000))
/** How far beyond it. */
const beyond = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 100_000 }))
const less = within.map((n) => -n)

/** Clocks so many seconds past the last fresh second. */
const ages = (past: fc.Arbitrary<number>): fc.Arbitrary<Change> =>
  fc
    .tuple(sizes, past, fractions, places)
    .map(([maxAge, by, fraction, at]) => aged({ maxAge }, Math.max(maxAge + by, 0) + fraction, at))

/** Clocks so many seconds before the first fresh second. */
const skews = (before: fc.Arbitrary<number>): fc.Arbitrary<Change> =>
  fc
    .tuple(sizes, before, fractions, places)
    .map(([maxSkew, by, fraction, at]) => aged({ maxSkew }, Math.min(-maxSkew - by, 0) + fraction, at))

/** The app's key with a validity, made from the clock that decides and a gap in seconds. */
type Validity = Omit<VerifyKey, 'appId' | 'key'>
const dated = (of: (now: number, gap: number) => Validity, gaps: fc.Arbitrary<number>): fc.Arbitrary<Change> =>
  fc
    .tuple(gaps, fc.integer({ min: -1000, max: 1000 }), fractions, places)
    .map(([gap, ahead, fraction, at]) => (draft) => ({
      ...aged({}, ahead + fraction, at)(draft),
      keys: draft.keys.map((key) => (key.pair === draft.pair ? { ...key, ...of(usual + ahead, gap) } : key)),
    }))

/** Another case of the letter at this place, if it has one; else of the first that has one. */
const otherCase = (text: string, at: number): string => {
  const where = [...text].flatMap((character, i) => (letters.includes(character) ? [i] : []))
  const place = where[at % where.length] as number
  const letter = text[place] as string
  const other = capitals.includes(letter) ? letter.toLowerCase() : letter.toUpperCase()
  return text.slice(0, place) + other + text.slice(place + 1)
}

/** 1 to 64 characters of an HTTP token. */
const authTypes = fc
  .oneof(fc.constantFrom('SVC-SHA256-RSA', 'RSA', 'Bearer2', 'x'), textOf(ofAuthTypes, 1, 64))
  .filter((text) => text.toLowerCase() !== 'bearer')

/** The line with another auth type, which the change makes of the configured one. */
const spelling =
  (authType: string, change: (text: string) => string): Change =>
  (draft) => ({ ...draft, authType, lines: (line) => [change(authType) + line.slice(authType.length)] })

/** Bodies so many bytes over the limit. */
const lengths = (over: fc.Arbitrary<number>): fc.Arbitrary<Change> =>
  fc.tuple(fc.oneof(fc.constantFrom(0, 1, 64), fc.nat(3000)), over).map(([limit, by]) => (draft) => ({
    ...having({ body: 'b'.repeat(Math.max(limit + by, 0)) })(draft),
    bodyLimit: limit,
  }))

const badMethods = fc.oneof(
  fc.constant(''),
  textOf(ofMethods, 33, 34),
  withOne(textOf(capitals, 1, 8), fc.constantFrom(...' \t"(),/:;<=>?@[\\]{}\0\x7f\xe9')),
)
const badTargets = fc.oneof(
  fc.constantFrom('', '*', 'jobs.example:443', 'v1/jobs', '://jobs.example/', 'http:/v1/jobs', 'http:///v1/jobs'),
  withOne(targets, fc.constantFrom(...'# \t\0\x7f\xe9')).map((text) => (text.startsWith('/') ? text : `/${text}`)),
)
const longTargets = (length: number): fc.Arbitrary<string> => fc.constant(`/${'t'.repeat(length - 1)}`)

type Samples = ReadonlyArray<fc.Arbitrary<Sample<Change>>>

const both = (rule: string, good: fc.Arbitrary<Change>, bad: fc.Arbitrary<Change>): Samples => [
  inside(rule, good),
  outside(rule, bad),
]

/** Two pairs or more; the first is for the one that is missing. */
const fewKeys = fc.shuffledSubarray(['app-1', 'app-1-next', 'app-2', 'exponent-65539', 'exponent-largest'] as const, {
  minLength: 2,
})

/** The app has these keys, in any order, and signs with this one. */
const holding =
  (held: ReadonlyArray<Pair>, signer: Pair): Change =>
  (draft) => ({
    ...draft,
    pair: signer,
    keys: [...held].sort().map((pair) => ({ appId: draft.parts.appId, pair })),
  })

const severalLines: fc.Arbitrary<Change> = fc
  .constantFrom<(line: string) => ReadonlyArray<string>>(
    () => [],
    (line) => [line, line],
    (line) => [line, ''],
    (line) => ['', line],
    (line) => [line, 'Basic YTpi'],
    (line) => ['Bearer abc', line],
    (line) => [line, line, line],
  )
  .map((lines) => (draft) => ({ ...draft, lines }))

const capitalMethods = fc
  .tuple(textOf(ofMethods, 0, 15), fc.constantFrom('P', 'S', 'K', 'I', 'POST'), textOf(ofMethods, 0, 12))
  .map((texts) => texts.join(''))

const allowing = (allowed: boolean): fc.Arbitrary<Change> => fc.constant((draft) => ({ ...draft, allowed }))

const signedSamples: Samples = [
  ...both(
    'the method is signed',
    unchanged,
    nearMisses(ofMethods, 32).map((miss) => sending(({ method }) => ({ method: miss(method) }))),
  ),
  ...both(
    'the target is signed, byte for byte',
    unchanged,
    nearMisses(ofTargets, 8191).map((miss) =>
      sending(({ target }) => ({ target: `/${target === '/' ? '/' : miss(target.slice(1))}` })),
    ),
  ),
  ...both(
    'the timestamp is signed',
    unchanged,
    fc
      .constantFrom(1, -1, 60)
      .map((gap) => (draft) => sending(({ timestamp }) => ({ timestamp: timestamp + gap }))(aged({}, 0)(draft))),
  ),
  ...both(
    'the nonce is signed',
    unchanged,
    nearMisses(ofNonces, 128).map((miss) => sending(({ nonce }) => ({ nonce: miss(nonce) }))),
  ),
  ...both(
    'the body is signed, to the last bit',
    bytesOf(0, 300).map((body) => having({ body })),
    fc.oneof(
      bits.map((bit) => sending(({ body }) => ({ body: flippedBody(body, bit) }))),
      fc.constantFrom('\n', '\0', ' ', '\r\n').map((end) => sending(({ body }) => ({ body: body + end }))),
    ),
  ),
  ...both(
    'a signature has no wrong bit',
    fc
      .constantFrom(...firstPairs)
      .map((pair) => (draft) => ({ ...draft, pair, keys: [{ appId: draft.parts.appId, pair }] })),
    bits.map((bit) => (draft) => ({ ...draft, signature: (text) => flippedSignature(text, bit) })),
  ),
  ...both(
    'a signature is by a key of the app, whichever',
    fewKeys.map(
      ([, ...held]) =>
        (draft) =>
          holding(held, held[0] as Pair)(draft),
    ),
    fewKeys.map(
      ([missing, ...held]) =>
        (draft) =>
          holding(held, missing as Pair)(draft),
    ),
  ),
  ...both(
    'the app id is compared exactly, and its key is its own',
    names.map((appId) => (draft) => ({
      ...having({ appId })(draft),
      keys: [
        { appId, pair: draft.pair },
        { appId: otherApp(appId), pair: 'exponent-largest' },
      ],
    })),
    fc.oneof(
      fc.constant(sending(({ appId }) => ({ appId: otherApp(appId) }))),
      nearMisses(ofAppIds, 128).map((miss) => sending(({ appId }) => ({ appId: miss(appId) }))),
    ),
  ),
  ...both('a request has one Authorization header', unchanged, severalLines),
  ...both(
    'the auth type is compared as a whole, with its case',
    authTypes.map((authType) => spelling(authType, (text) => text)),
    fc.oneof(
      fc.tuple(authTypes, nearMisses(ofAuthTypes, 64)).map(([authType, miss]) => spelling(authType, miss)),
      fc
        .tuple(authTypes, fc.constantFrom('a', 'Z'), bits)
        .map(([authType, letter, at]) => spelling(authType.slice(1) + letter, (text) => otherCase(text, at))),
      authTypes.map((authType) => spelling(authType, (text) => `${text},`)),
    ),
  ),
  ...both(
    'a method is sent in upper case',
    capitalMethods.map((method) => having({ method })),
    fc.tuple(capitalMethods, bits).map(
      ([method, at]) =>
        (draft) =>
          sending(() => ({ method: otherCase(method, at) }))(having({ method })(draft)),
    ),
  ),
  ...both('a timestamp is at most maxAge old, from the first check to the last', ages(less), ages(beyond)),
  ...both('a timestamp is at most maxSkew ahead, from the first check to the last', skews(less), skews(beyond)),
  ...both(
    'a key counts from its notBefore on',
    dated((now, gap) => ({ notBefore: now - gap }), within),
    dated((now, gap) => ({ notBefore: now + gap }), beyond),
  ),
  ...both(
    'a key counts up to its notAfter',
    dated((now, gap) => ({ notAfter: now + gap }), within),
    dated((now, gap) => ({ notAfter: now - gap }), beyond),
  ),
  ...both(
    'a revoked key does not count',
    dated(() => ({ revoked: false }), within),
    dated(() => ({ revoked: true }), within),
  ),
]

/** What the rules say of every request, whether it is signed or has a token. */
const commonSamples: Samples = [
  ...both('an app does only what it may do', allowing(true), allowing(false)),
  ...both(
    'a body has at most bodyLimit bytes',
    lengths(fc.integer({ min: -3000, max: 0 })),
    lengths(fc.integer({ min: 1, max: 3000 })),
  ),
  ...both(
    'a method has 1 to 32 characters of an HTTP token',
    methods.map((method) => having({ method })),
    badMethods.map((method) => having({ method })),
  ),
  ...both(
    'a target starts with / and has at most 8,192 visible characters without #',
    fc.oneof(targets, longTargets(8192)).map((target) => having({ target })),
    fc.oneof(badTargets, longTargets(8193)).map((target) => having({ target })),
  ),
]

const requestOf = (name: string, drafts: fc.Arbitrary<Draft>, samples: Samples, weight: number): Generator =>
  generator({
    name,
    op: 'verify',
    weight,
    drawn: fc.tuple(drafts, fc.oneof(...samples)).map(([draft, { value: change, rule, passes }]) => ({
      input: inputOf(change(draft)),
      rule,
      passes: [passes],
    })),
  })

// ---- Tokens

/** The holder of the token. */
const holder = 'token-app'

const withToken =
  (sent: string, known: string): Change =>
  (draft) => ({
    ...draft,
    tokens: [
      { appId: otherApp(draft.parts.appId), token: `other-${known}` },
      { appId: holder, token: known },
    ],
    token: sent,
  })

/** A token as the verifier knows it, and as it is sent. */
const sentAs = (change: fc.Arbitrary<(token: string) => string>): fc.Arbitrary<Change> =>
  fc.tuple(characters, padding, change).map(([text, end, to]) => withToken(to(text + end), text + end))

const beforeToken =
  (change: (line: string) => string): Change =>
  (draft) => ({
    ...draft,
    lines: (line) => [change(line)],
  })

const tokenDrafts: fc.Arbitrary<Draft> = fc
  .tuple(honest, tokens)
  .map(([draft, token]) => withToken(token, token)({ ...draft, edition: 'international' }))

const tokenSamples: Samples = [
  ...both(
    'a token is compared exactly',
    sentAs(fc.constant((token) => token)),
    sentAs(
      fc.oneof(
        nearMisses(alphanumerics, 200).map((miss) => (token: string) => {
          const end = token.search(/=*$/)
          return miss(token.slice(0, end)) + token.slice(end)
        }),
        fc.constant((token: string) => `${token}=`),
        bits.map((at) => (token: string) => otherCase(token, at)),
      ),
    ),
  ),
  ...both(
    'a token is letters, digits and - . _ ~ + /, and then any number of =',
    tokens.map((token) => withToken(token, token)),
    fc.oneof(
      fc
        .tuple(tokens, withOne(fc.constant(''), fc.constantFrom(...'!"#$%&\'()*,:;<>?@[\\]^`{|}\t\0\x7f\xe9')), bits)
        .map(([token, wrong, at]) => {
          const place = at % (token.length + 1)
          return withToken(token.slice(0, place) + wrong + token.slice(place), token)
        }),
      tokens.map((token) => withToken(`=${token}`, token)),
      tokens.map((token) => withToken(`${token}=x`, token)),
      tokens.map((token) => withToken('', token)),
      tokens.map((token) => withToken('=', token)),
    ),
  ),
  ...both(
    'the mainland edition takes no tokens',
    fc.constant((draft) => ({ ...draft, edition: 'international' })),
    fc.constant((draft) => ({ ...draft, edition: 'mainland' })),
  ),
  ...both(
    'a token is taken where tokens are configured, and known',
    unchanged,
    fc.constantFrom(null, []).map((held) => (draft) => ({ ...draft, tokens: held })),
  ),
  ...both(
    'one space is between Bearer and its token, and none elsewhere',
    unchanged,
    fc
      .constantFrom(
        ...[/ /, / /, / /].flatMap((space) => ['  ', '', '\t', ' \t', '\t '].map((other) => [space, other] as const)),
        [/^/, ' '] as const,
        [/$/, ' '] as const,
        [/$/, '\t'] as const,
      )
      .map(([place, other]) => beforeToken((line) => line.replace(place, other))),
  ),
  ...both(
    'Bearer is compared with its case, as a whole',
    unchanged,
    fc.oneof(
      fc
        .constantFrom('bearer', 'BEARER', 'bEARER', 'BeareR')
        .map((word) => beforeToken((line) => word + line.slice(6))),
      fc
        .constantFrom('Bearers', 'Beare', 'earer', 'Bearer:', 'Basic')
        .map((word) => beforeToken((line) => word + line.slice(6))),
    ),
  ),
  ...both('a request has one Authorization header', unchanged, severalLines),
]

/** `verify`: one verifier and what it is sent. */
export const histories: ReadonlyArray<Generator> = [
  many,
  crowds,
  requestOf('one-step', honest, [...signedSamples, ...commonSamples], 450),
  requestOf('token', tokenDrafts, [...tokenSamples, ...commonSamples], 180),
]
