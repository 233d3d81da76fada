/**
 * The cause of one refused request of a folder, how sure it is, and the advice for the app. It is taken from the report of the diagnosis:
 *
 *     findings, proven by the signature    body-reserialized   proven
 *     a finding in header or clock         clock-behind        visible in header and clock
 *     a signature of an unknown key        unknown-key         visible in the signature
 *     no finding, but a reason             nonce_replayed      the reason of the refusal
 *     an invalid signature, unexplained    not-found           no cause found
 */
import type { KnownKey } from '../../kit/diagnosis/Case.ts'
import { fingerprintOf } from '../../kit/diagnosis/keyFindings.ts'
import type { Finding, Report } from '../../kit/diagnosis/Report.ts'
import { forBoth } from '../../kit/diagnosis/remedies.ts'
import { replayed, reportWords, sorted } from '../../kit/diagnosis/reportWords.ts'
import { hash } from '../../platform/node/hash.ts'
import { didYouMean } from './didYouMean.ts'

/** What the caller did, and what to do instead. */
export type Advice = Pick<Finding, 'what' | 'remedy' | 'remedyFor'>

export interface Cause {
  /** Ids of the mistakes, or the reason of the refusal. */
  readonly cause: string
  /** How sure the cause is, in a word or two. */
  readonly certainty: string
  readonly advice: ReadonlyArray<Advice>
}

/** The apps of a request; `-` stands for an app that is not known. */
export interface Apps {
  /** The app whose key signed, or else the app that the header names. */
  readonly app: string
  /** The app that the header names. */
  readonly namedApp: string
}

/** The causes that need no further look: their certainty says how they are known. */
const byReason = 'the reason of the refusal'
const inSignature = 'visible in the signature'
const inHeaderAndClock = 'visible in header and clock'
const proven = 'proven'

/** Whether nobody needs to look at a request with this cause. */
export const isSettled = ({ cause, certainty }: Pick<Cause, 'cause' | 'certainty'>): boolean =>
  cause === 'accepted' || [proven, inHeaderAndClock, inSignature, byReason].includes(certainty)

interface KnownOfRequest {
  readonly apps: Apps
  readonly keys: ReadonlyArray<KnownKey>
  /** Whether the file says when the request arrived. */
  readonly isTimeKnown: boolean
}

export const causeOf = (report: Report, known: KnownOfRequest): Cause => {
  if (report.reason === 'app_unknown') return { cause: 'app_unknown', advice: [unknownApp(known)], certainty: byReason }
  return causeByFindings(report, known) ?? causeByVerdict(report)
}

/** The cause that the findings show; guesses do not count. Undefined without such a finding. */
const causeByFindings = (report: Report, { apps, keys, isTimeKnown }: KnownOfRequest): Cause | undefined => {
  const { proven: certain, alternatives, clock } = sorted(report)
  const cause = [...certain, ...clock].map(({ id }) => id).join('+')
  if (cause === '') return undefined
  const advice = [
    ...certain.map((found) => (found.id === 'unknown-key' ? unknownKey(apps.app, keys) : adviceIn(found))),
    ...clock.map((found) => (isTimeKnown ? clockAdvice(found) : adviceIn(found))),
  ]
  if (alternatives.length > 0) return { cause, advice, certainty: 'one of several causes' }
  if (clock.length === 0 && report.recovered) return { cause, advice, certainty: proven }
  // No registered key opens the signature. Neither header nor clock shows this mistake.
  return { cause, advice, certainty: cause === 'unknown-key' ? inSignature : inHeaderAndClock }
}

/** The cause of a request without findings. */
const causeByVerdict = (report: Report): Cause => {
  const { outcome, reason } = report
  if (outcome === 'accept') return { cause: 'accepted', advice: [], certainty: 'nothing is wrong' }
  if (reason === undefined || reason === 'signature_invalid')
    return { cause: 'not-found', advice: [askForText], certainty: 'no cause found' }
  return { cause: reason, advice: [adviceOn(report)], certainty: byReason }
}

const adviceIn = ({ what, remedy, remedyFor }: Finding): Advice => ({
  what,
  remedy,
  ...(remedyFor === undefined ? {} : { remedyFor }),
})

const unknownApp = ({ apps: { app, namedApp }, keys }: KnownOfRequest): Advice => {
  const registeredIds = keys.flatMap(({ appId }) => appId ?? [])
  if (registeredIds.includes(app))
    return {
      what: `The key of ${app} made the signature, but the header names ${namedApp}, an app id that is not registered.`,
      remedy: `Let the header name ${app}.`,
    }
  const near = didYouMean(app, registeredIds)
  return {
    what: `The app id ${app} is not registered${near === undefined ? '' : `; ${near} is registered`}.`,
    remedy: 'In the header, write exactly the app id under which the key was registered.',
  }
}

const unknownKey = (app: string, keys: ReadonlyArray<KnownKey>): Advice => {
  const registered = keys.filter(({ appId }) => appId === app).map(({ key }) => fingerprintOf(key, hash))
  const named = registered.length === 0 ? '' : ` (${registered.join(', ')})`
  return {
    what: `The signature was not made with the key that is registered for ${app === '-' ? 'the app' : app}${named}, or the signature was damaged on its way.`,
    remedy:
      'openssl pkey -in private_key.pem -pubout -outform DER | sha256sum prints the fingerprint of the key that signs. If the fingerprint is different, sign with the registered key, or register the new key.',
  }
}

/** The file says when the request arrived, so only the clock of the caller can be wrong. */
const clockAdvice = ({ id, detail, remedyFor }: Finding): Advice => ({
  what: clockFault(id, detail),
  remedy:
    remedyFor?.caller ??
    'Synchronize the clock of the machine with a time server. Sign each request just before you send it.',
})

const clockFault = (id: string, detail: string): string => {
  if (id !== 'clock-behind' && id !== 'clock-ahead')
    return `The timestamp and the time when the request arrived differ: ${detail}.`
  const [, seconds = detail, span, hint] = distance.exec(detail) ?? []
  const fault =
    id === 'clock-behind'
      ? `The timestamp is ${seconds} earlier than the time when the request arrived.`
      : `The timestamp is ${seconds} later than the time when the request arrived.`
  if (hint === undefined) return fault
  return `${fault} ${span === undefined ? sentenceOf(hint) : `This is ${span}, so ${hint}.`}`
}

/** How far the clock is off, and what that suggests: `480 s`, `28800 s, about 8 h: perhaps local time was used as UTC, or the reverse`. */
const distance = /^(\d+ s)(?:, ([^:]+))?(?:: (.+))?$/

const sentenceOf = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`

/** The advice on a refusal whose reason says all that is known. */
const adviceOn = (report: Report): Advice => {
  if (report.reason === 'nonce_replayed') return replayed
  const { message, next = `countersign explain ${report.reason} says what to do.` } = reportWords(report, { keys: 1 })
  return { what: message, remedy: next }
}

const askForText: Advice = {
  what: 'No known mistake explains what the caller signed.',
  ...forBoth(
    'Send us the exact bytes that your program gives to the signing function.',
    'Save these bytes in a file, and run: countersign diagnose --request FILE --signed TEXT.',
  ),
}
