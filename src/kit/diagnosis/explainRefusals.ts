/**
 * Looks into the requests that a verifier refuses: a few a minute, one after the other, in slices between which the program
 * goes on. A flood of bad requests is mostly skipped, and no answer to a caller depends on a diagnosis.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import * as PathPrefix from '../../core/PathPrefix.ts'
import * as PublicKey from '../../core/PublicKey.ts'
import { defaults } from '../../core/VerifyPolicy.ts'
import type { Decompress } from '../../effects/Decompress.ts'
import type { Hash } from '../../effects/Hash.ts'
import { tell as tellListener } from '../../effects/Listener.ts'
import { isExplainable, type RefusedRequest } from '../../effects/RefusedRequest.ts'
import type { Timer } from '../../effects/Timer.ts'
import { perMinute } from '../../queue/Allowance.ts'
import type { KnownKey } from './Case.ts'
import { type Examination, examine } from './examine.ts'
import { evidentOf } from './finding.ts'
import type { Report } from './Report.ts'

export interface ExplainSettings {
  readonly hash: Hash
  readonly timer: Pick<Timer, 'wait' | 'elapsed'>
  /** Takes gzip, deflate or br off a body. Without it nothing is found that was signed before it was compressed. */
  readonly decompress?: Decompress
  /**
   * Gets each report. Report and request hold the request's own text; `summary` makes a line for a log. What `tell` throws is
   * ignored.
   */
  readonly tell: (report: Report, request: RefusedRequest, circumstances: Circumstances) => void
  /** How many refusals are examined in a minute, and at once after a quiet minute; 10 unless set. */
  readonly perMinute?: number
  /** The largest body, in bytes, for which the text that was signed is searched for; 16 KiB unless set. */
  readonly bodyLimit?: number
  /** Milliseconds of work after which a search ends with what it has; 1,000 unless set. */
  readonly budgetMs?: number
  /** Milliseconds of work at a time; 5 unless set. */
  readonly sliceMs?: number
  /** Keys of other apps: a request may be signed with one of them. Those in the verifier's record or folder are known. */
  readonly otherKeys?: ReadonlyArray<KnownKey>
  /** The host name of the service, perhaps with a port. */
  readonly host?: string
  /**
   * What a proxy in front removes from the beginning of the path, such as `/api`, for an adapter without the option `prefix`: a
   * caller may have signed it.
   */
  readonly prefix?: string
}

/** What `explainRefusals` makes: a function for a verifier's `onRefusal`. */
export interface Explainer {
  /** Takes a refused request, and returns at once. */
  (request: RefusedRequest): void
  /**
   * For a verifier's `onVerdict`, or the channel `countersign:verdict`: remembers the paths of the last accepted requests,
   * 256 at most. A caller may have signed another target of the service than it sent.
   */
  readonly learn: (verdict: { readonly outcome: string; readonly path?: string }) => void
}

export interface Circumstances {
  /** Refusals that were skipped since the last report, because too many came. */
  readonly skipped: number
  /**
   * `whole`: the text that was signed was searched for. If the body is `absent` (not read, or streamed) or `too-large`, only
   * header, clock, key and signature were examined.
   */
  readonly body: 'whole' | 'absent' | 'too-large'
  /** The work, without the pauses. */
  readonly milliseconds: number
  /** The very object that the function was given, by which a program knows it again; its body may have changed since. */
  readonly given: RefusedRequest
}

/** The most characters of header and target; no verifier takes more. */
const maxText = 32 * 1024

/** Refused requests that wait for their turn. */
const maxWaiting = 10

/** Each of these keys is parsed before the first pause, which takes some tens of microseconds. */
const maxOtherKeys = 256

const maxPaths = 256
/** Of a path that is remembered; an app must not fill the memory. */
const maxPathText = 512

/**
 * A function for a verifier's `onRefusal`. It returns at once; `tell` gets the report later.
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
export const explainRefusals = (settings: ExplainSettings): Explainer => {
  const { timer, tell, bodyLimit = 16 * 1024 } = settings
  const permitted = perMinute(timer, settings.perMinute ?? 10)
  let busy = false
  const waiting: Array<Taken> = []
  let skipped = 0

  const paths = new Set<string>()

  const lookInto = async (taken: Taken): Promise<void> => {
    const decoded = await withoutCoding(taken, settings)
    const { report, milliseconds } = await inSlices(
      examination({ ...taken, decoded }, settings, paths.size === 0 ? undefined : [...paths].reverse()),
      taken.body === 'whole',
      settings,
    )
    const circumstances = { skipped, body: taken.body, milliseconds, given: taken.given }
    skipped = 0
    tellListener(tell, verdictOf(taken, report), taken.request, circumstances)
  }

  const oneByOne = async (): Promise<void> => {
    busy = true
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      // The caller's hash may throw; then there is one report less.
      await lookInto(next).catch(() => skipped++)
    busy = false
  }

  const listen = (request: RefusedRequest): void => {
    if (!isExplainable(request)) return
    if (waiting.length >= maxWaiting || lengthOf(request) > maxText || !permitted()) {
      skipped++
      return
    }
    waiting.push(take(request, bodyLimit))
    if (!busy) void oneByOne()
  }
  const learn: Explainer['learn'] = ({ outcome, path }) => {
    if (outcome !== 'accept' || path === undefined || path.length > maxPathText) return
    // The newest is the last.
    paths.delete(path)
    paths.add(path)
    if (paths.size > maxPaths) paths.delete(paths.values().next().value as string)
  }
  return Object.assign(listen, { learn })
}

interface Taken {
  /** As it came. */
  readonly given: RefusedRequest
  /** With a body of its own. */
  readonly request: RefusedRequest
  readonly body: Circumstances['body']
}

/** A copy of the body, which its owner may overwrite; a body that is too large is not kept. */
const take = (given: RefusedRequest, bodyLimit: number): Taken => {
  const { body, ...rest } = given
  if (body === undefined) return { given, request: given, body: 'absent' }
  if (body.length > bodyLimit) return { given, request: rest, body: 'too-large' }
  return { given, request: { ...rest, body: Uint8Array.from(body) }, body: 'whole' }
}

const lengthOf = ({ method, target, authorization, headers = [] }: RefusedRequest): number =>
  [method, target, ...authorization, ...headers.flat()].reduce((length, text) => length + text.length, 0)

/** The caller of the service has its answer first. */
const withoutCoding = async (
  { request: { body, settings } }: Taken,
  { decompress, timer }: ExplainSettings,
): Promise<Bytes.Bytes | undefined> => {
  if (decompress === undefined || body === undefined || body.length === 0) return undefined
  await timer.wait(0)()
  const limit = settings.bodyLimit ?? defaults.bodyLimit
  // It is the embedding program's, and may throw.
  return (async () => decompress(body, limit))().catch(() => undefined)
}

const examination = (
  { request, decoded }: Taken & { readonly decoded: Bytes.Bytes | undefined },
  { hash, host, prefix = '', otherKeys = [] }: ExplainSettings,
  paths: ReadonlyArray<string> | undefined,
): Examination => {
  const { method, target, authorization, headers, body = Bytes.empty, now, appId, settings } = request
  const known = [
    ...request.keys.map(({ spki }) => ({ spki, appId })),
    ...(request.otherKeys ?? []).slice(0, maxOtherKeys),
  ].flatMap(({ spki, appId }): ReadonlyArray<KnownKey> => {
    const key = PublicKey.ofSpki(spki, settings.policies)
    return E.isRight(key) ? [{ key: key.right, appId }] : []
  })
  const others = otherKeys.filter(({ key }) => !known.some((each) => Bytes.Eq.equals(each.key.spki, key.spki)))
  const url = prefix !== '' && target.startsWith('/') ? PathPrefix.putBack(prefix, target) : undefined
  const keys = [...known, ...others]
  return examine({ method, target, authorization, headers, body, decoded, keys, now, settings, host, url, paths }, hash)
}

/**
 * Runs to the end, or to the end of the budget. It waits as long as it has worked, so it never takes more than half of the
 * thread; and it waits before it begins, so that the caller has its answer first.
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

/** The report under the verifier's verdict, without what depends on a body that was not there. */
const verdictOf = ({ request, body }: Taken, report: Report): Report => {
  // If the verifier looked up no key, it means nothing that none fits.
  const findings = report.findings.filter(({ id }) => request.keys.length > 0 || id !== 'unknown-key')
  const judged: Report = { ...report, outcome: 'reject', reason: request.reason, message: request.message, findings }
  return body === 'whole' ? judged : evidentOf(judged)
}
