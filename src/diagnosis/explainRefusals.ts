/**
 * Looks into the requests that a verifier refuses, beside its work: a few a minute, one after the other, in slices between
 * which the program goes on. Whoever sends garbage sends most of it past this, and never has an answer that depends on it.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../core/Bytes.ts'
import * as PublicKey from '../core/PublicKey.ts'
import type { Reason } from '../core/VerifyError.ts'
import { tell as tellListener } from '../effects/Listener.ts'
import type { RefusedRequest } from '../effects/RefusedRequest.ts'
import type { Timer } from '../effects/Timer.ts'
import { catalogue } from './catalogue.ts'
import { type Examination, examine } from './examine.ts'
import type { Case, KnownKey } from './judge.ts'
import type { Hash } from './Mistake.ts'
import type { Report } from './Report.ts'

export interface ExplainSettings {
  readonly hash: Hash
  readonly timer: Pick<Timer, 'wait' | 'elapsed'>
  /**
   * Told of what was found. Report and request hold the request's own text; a line for a log is made by `summary`. What it
   * throws changes nothing.
   */
  readonly tell: (report: Report, request: RefusedRequest, circumstances: Circumstances) => void
  /** How many are looked into in a minute, and at once after a quiet minute; 10 unless set. */
  readonly perMinute?: number
  /** Bytes of a body above which the text that was signed is not searched for; 16 KiB unless set. */
  readonly bodyLimit?: number
  /** Milliseconds of work after which a search ends with what it has; 1,000 unless set. */
  readonly budgetMs?: number
  /** Milliseconds of work at a time; 5 unless set. */
  readonly sliceMs?: number
  /** Of other apps: a request may be signed with the key of another. */
  readonly otherKeys?: ReadonlyArray<KnownKey>
  /** The name under which the service is called, perhaps with a port. */
  readonly host?: string
}

export interface Circumstances {
  /** Refusals that were passed over since the last report: too many came. */
  readonly skipped: number
  /**
   * `whole`: what was signed has been searched for. Where the body is `absent` (it was not read, or came as a stream) or
   * `too-large`, only header, clock, key and signature have been looked at.
   */
  readonly body: 'whole' | 'absent' | 'too-large'
  /** What it took, without the pauses. */
  readonly milliseconds: number
}

/** Whether a diagnosis has something to say that the reason does not say already. */
const worthwhile: Readonly<Record<Reason, boolean>> = {
  // The header, the clock or the text is not what it should be.
  authorization_malformed: true,
  scheme_unsupported: true,
  signature_malformed: true,
  signature_invalid: true,
  timestamp_expired: true,
  timestamp_in_future: true,
  // The key of another app, perhaps; a nonce that is made of the clock, perhaps.
  app_unknown: true,
  nonce_replayed: true,
  // There is no signature, or none that counts.
  authorization_missing: false,
  authorization_multiple: false,
  bearer_not_offered: false,
  token_unknown: false,
  // The reason names the part, and what is wrong with it.
  method_invalid: false,
  target_invalid: false,
  body_too_large: false,
  body_incomplete: false,
  // The signature is right.
  key_revoked: false,
  app_forbidden: false,
  guard_unavailable: false,
  guard_full: false,
  // It lies with the service.
  key_source_unavailable: false,
  body_consumed: false,
  misconfigured: false,
}

/** Characters of header and target: no verifier takes more of them, so that nobody signs more by mistake. */
const mostText = 32 * 1024

/**
 * A function to be given to a verifier as `onRefusal`. It answers at once; what it finds comes to `tell`, later.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { explainRefusals, summary } from 'countersign/diagnosis'
 * import { hash, timer } from 'countersign/node'
 * import { createVerifier } from 'countersign/server'
 *
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const keys = { 'app-1': publicKey.export({ type: 'spki', format: 'pem' }) as string }
 * const lines: Array<string> = []
 * const onRefusal = explainRefusals({ hash, timer, tell: (report) => lines.push(summary(report)) })
 * const verifier = await createVerifier({ keys, onRefusal })
 *
 * const authorization = 'SVC-SHA256-RSA app_id="app-1"'
 * await verifier.verify({ method: 'POST', target: '/v1/jobs', authorization }).catch(() => {})
 * while (lines.length === 0) await timer.wait(10)()
 * assert.ok(lines[0]?.includes('header-quoted'))
 * ```
 */
export const explainRefusals = (settings: ExplainSettings): ((request: RefusedRequest) => void) => {
  const { timer, tell, bodyLimit = 16 * 1024 } = settings
  const permitted = bucket(timer, settings.perMinute ?? 10)
  let busy = false
  let waiting: Taken | undefined
  let skipped = 0

  const lookInto = async (taken: Taken): Promise<void> => {
    const { report, milliseconds } = await inSlices(examination(taken, settings), taken.body === 'whole', settings)
    const passedOver = skipped
    skipped = 0
    const circumstances = { skipped: passedOver, body: taken.body, milliseconds }
    tellListener(tell, verdictOf(taken, report), taken.request, circumstances)
  }

  const oneByOne = async (first: Taken): Promise<void> => {
    for (let next: Taken | undefined = first; next !== undefined; ) {
      // A hash from outside may throw: that is one report less.
      await lookInto(next).catch(() => skipped++)
      next = waiting
      waiting = undefined
    }
    busy = false
  }

  return (request) => {
    if (!worthwhile[request.reason]) return
    if (waiting !== undefined || lengthOf(request) > mostText || !permitted()) {
      skipped++
      return
    }
    const taken = take(request, bodyLimit)
    if (busy) {
      waiting = taken
      return
    }
    busy = true
    void oneByOne(taken)
  }
}

interface Taken {
  readonly request: RefusedRequest
  readonly body: Circumstances['body']
}

/** Its own copy of the body, which others may overwrite; one that is too large is not held. */
const take = (request: RefusedRequest, bodyLimit: number): Taken => {
  const { body, ...rest } = request
  if (body === undefined) return { request, body: 'absent' }
  if (body.length > bodyLimit) return { request: rest, body: 'too-large' }
  return { request: { ...rest, body: Uint8Array.from(body) }, body: 'whole' }
}

const lengthOf = ({ method, target, authorization }: RefusedRequest): number =>
  authorization.reduce((length, line) => length + line.length, method.length + target.length)

/** Lets through so many a minute: as many at once, and then one whenever its share of the minute has passed. */
const bucket = ({ elapsed }: Pick<Timer, 'elapsed'>, perMinute: number): (() => boolean) => {
  let left = perMinute
  let since = elapsed()
  return () => {
    const now = elapsed()
    left = Math.min(perMinute, left + ((now - since) * perMinute) / 60_000)
    since = now
    if (!(left >= 1)) return false
    left--
    return true
  }
}

const examination = ({ request }: Taken, { hash, host, otherKeys = [] }: ExplainSettings): Examination => {
  const { method, target, authorization, body = Bytes.empty, now, appId, settings } = request
  const own = request.keys.flatMap(({ spki }): ReadonlyArray<KnownKey> => {
    const key = PublicKey.ofSpki(spki, settings.policies)
    return E.isRight(key) ? [{ key: key.right, ...(appId === undefined ? {} : { appId }) }] : []
  })
  const others = otherKeys.filter(({ key }) => !own.some((known) => Bytes.Eq.equals(known.key.spki, key.spki)))
  const keys = [...own, ...others]
  const received: Case = {
    method,
    target,
    authorization,
    body,
    keys,
    now,
    settings,
    ...(host === undefined ? {} : { host }),
  }
  return examine(received, hash)
}

/**
 * Runs to the end, or to the end of the budget. It rests for as long as it has worked, so that it never has more than half
 * of the thread; and before it begins, so that the caller has its answer first.
 */
const inSlices = async (
  work: Examination,
  searches: boolean,
  { timer, budgetMs = 1000, sliceMs = 5 }: ExplainSettings,
): Promise<{ readonly report: Report; readonly milliseconds: number }> => {
  let spent = 0
  for (let took = 0; ; spent += took) {
    await timer.wait(took)()
    const since = timer.elapsed()
    took = 0
    do {
      const isEnough = !searches || spent + took >= budgetMs
      const step = work.next(isEnough ? 'enough' : undefined)
      took = timer.elapsed() - since
      if (step.done === true) return { report: step.value, milliseconds: spent + took }
    } while (took < sliceMs)
  }
}

/** What can be seen without knowing the text that was signed. */
const evident: ReadonlySet<string> = new Set(
  catalogue
    .filter(({ slots, candidateOnly, part }) => slots.length === 0 && (!candidateOnly || part === 'key'))
    .map(({ id }) => id),
)

/** The verifier's verdict counts; and of what was not there, nothing can be said. */
const verdictOf = ({ request, body }: Taken, report: Report): Report => {
  // Where no key was looked up, that none fits means nothing.
  const findings = report.findings.filter(({ id }) => request.keys.length > 0 || id !== 'unknown-key')
  const judged: Report = { ...report, outcome: 'reject', reason: request.reason, message: request.message, findings }
  if (body === 'whole') return judged
  const { expected: _, difference: __, ...rest } = judged
  const sure = findings.filter(({ id }) => evident.has(id))
  return { ...rest, exact: false, findings: sure, alternatives: [], complete: false }
}
