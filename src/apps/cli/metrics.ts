/**
 * Verdicts as Prometheus counts them, in its text format 0.0.4, for `serve --metrics`. Written here because that takes fewer lines
 * than a package takes to bundle. Names, labels and buckets are those of the guide's recipe with prom-client.
 *
 * Each series of a closed list begins at 0: Prometheus sees no increase in a series that appears with 1, so an alarm would miss the
 * first event.
 */
import { createServer, type Server } from 'node:http'
import { type Verdict, VerificationError } from '../../server/node.ts'
import { unreadableStatuses } from './loggedServer.ts'

/** The upper ends of the buckets, in seconds. */
const buckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Of no request yet. `within`: how many took at most as long as each bucket says. */
const noDurations = () => ({ within: buckets.map(() => 0), count: 0, sum: 0 })
type Durations = ReturnType<typeof noDurations>

/** What a request asks before its verdict. */
export type Lookup = 'keys' | 'guard'

export interface Metrics {
  readonly count: (verdict: Verdict) => void
  /** An answer of the gateway, or of the service behind it. */
  readonly countAnswer: (status: number) => void
  /** The service behind the gateway has begun an answer. */
  readonly countService: (milliseconds: number) => void
  /** Keys or the replay guard have answered. */
  readonly countLookup: (of: Lookup, milliseconds: number) => void
  /** A request that could not be read, so that no verifier judged it. */
  readonly countUnreadable: (status: number) => void
  /** What a scrape is answered. */
  readonly text: () => string
}

/** `ownAnswers`: the statuses that a gateway answers by itself; none for the stand-in. */
export const metrics = (ownAnswers: ReadonlyArray<number> = []): Metrics => {
  const requests = zeros(requestLabels)
  const durations = new Map(outcomes.map((outcome) => [outcome, noDurations()]))
  const unreadable = zeros(unreadableStatuses)
  const answers = zeros(ownAnswers)
  const service = noDurations()
  const lookups = { keys: noDurations(), guard: noDurations() }
  return {
    count: (verdict) => {
      increase(requests, labelsOf(verdict))
      observe(durations.get(verdict.outcome), verdict.milliseconds / 1000)
    },
    countAnswer: (status) => increase(answers, status),
    countService: (milliseconds) => observe(service, milliseconds / 1000),
    countLookup: (of, milliseconds) => observe(lookups[of], milliseconds / 1000),
    countUnreadable: (status) => increase(unreadable, status),
    text: () =>
      [
        '# HELP countersign_requests_total Requests that were judged.',
        '# TYPE countersign_requests_total counter',
        ...[...requests].map(([labels, count]) => `countersign_requests_total{${labels}} ${count}`),
        '# HELP countersign_request_duration_seconds Time until the verdict, including the time in which the body came.',
        '# TYPE countersign_request_duration_seconds histogram',
        ...[...durations].flatMap(([outcome, taken]) =>
          histogram('request_duration_seconds', `outcome="${outcome}"`, taken),
        ),
        ...byStatus('unreadable_requests', 'Requests that could not be read, so that none was judged.', unreadable),
        '# HELP countersign_lookup_duration_seconds Time until keys or the replay guard answered.',
        '# TYPE countersign_lookup_duration_seconds histogram',
        ...Object.entries(lookups).flatMap(([of, taken]) => histogram('lookup_duration_seconds', `of="${of}"`, taken)),
        ...(ownAnswers.length === 0 ? [] : ofService(service)),
        ...byStatus('gateway_answers', 'Answers, but for refusals of the verifier; 499: the caller hung up.', answers),
        '',
      ].join('\n'),
  }
}

/** How often each label came. */
type Counts<L> = Map<L, number>

const zeros = <L>(labels: ReadonlyArray<L>): Counts<L> => new Map(labels.map((label) => [label, 0]))

const increase = <L>(counts: Counts<L>, label: L): void => {
  counts.set(label, (counts.get(label) ?? 0) + 1)
}

const outcomes: ReadonlyArray<Verdict['outcome']> = ['accept', 'reject']

const acceptedBy = (scheme: string): string => `outcome="accept",scheme="${scheme}"`
const rejectedFor = (reason: string): string => `outcome="reject",reason="${reason}"`

/** A closed list: no app id or path, which a stranger can choose. */
const requestLabels: ReadonlyArray<string> = [
  acceptedBy('signed'),
  acceptedBy('bearer'),
  ...VerificationError.reasons.map(rejectedFor),
]

const labelsOf = (verdict: Verdict): string =>
  verdict.outcome === 'accept' ? acceptedBy(verdict.scheme) : rejectedFor(verdict.reason)

const observe = (taken: Durations | undefined, seconds: number): void => {
  if (taken === undefined) return
  for (const [i, end] of buckets.entries()) if (seconds <= end) taken.within[i] = (taken.within[i] ?? 0) + 1
  taken.count += 1
  taken.sum += seconds
}

const byStatus = (name: string, help: string, counts: Counts<number>): ReadonlyArray<string> => {
  if (counts.size === 0) return []
  const counter = `countersign_${name}_total`
  const samples = Array.from(counts, ([status, count]) => `${counter}{status="${status}"} ${count}`)
  return [`# HELP ${counter} ${help}`, `# TYPE ${counter} counter`, ...samples]
}

const histogram = (of: string, label: string, { within, count, sum }: Durations): ReadonlyArray<string> => {
  const name = `countersign_${of}`
  const more = label === '' ? '' : `,${label}`
  const all = label === '' ? '' : `{${label}}`
  return [
    ...buckets.map((end, i) => `${name}_bucket{le="${end}"${more}} ${within[i]}`),
    `${name}_bucket{le="+Inf"${more}} ${count}`,
    `${name}_sum${all} ${sum}`,
    `${name}_count${all} ${count}`,
  ]
}

const ofService = (service: Durations): ReadonlyArray<string> => {
  const name = 'gateway_service_duration_seconds'
  return [
    `# HELP countersign_${name} Time until the service behind the gateway began its answer.`,
    `# TYPE countersign_${name} histogram`,
    ...histogram(name, '', service),
  ]
}

/** Why no request should be sent here now; undefined if all is well. */
export type Unready = () => Promise<string | undefined>

/** Answers `GET /metrics`; with `unready` also `/-/live` and `/-/ready`. */
export const metricsServer = ({ text }: Pick<Metrics, 'text'>, unready?: Unready): Server =>
  createServer(async ({ method, url = '' }, res) => {
    const path = /^[^?]*/.exec(url)?.[0] ?? ''
    const isHealth = unready !== undefined && /^\/-\/(?:live|ready)$/.test(path)
    if (path !== '/metrics' && !isHealth) return void res.writeHead(404).end()
    if (method !== 'GET' && method !== 'HEAD') return void res.writeHead(405, { Allow: 'GET, HEAD' }).end()
    const why = path === '/-/ready' ? await unready?.().catch(() => 'whether it is ready cannot be told') : undefined
    const body = isHealth ? `${why ?? path.slice('/-/'.length)}\n` : text()
    res.writeHead(why === undefined ? 200 : 503, {
      'Content-Type': `text/plain; ${isHealth ? '' : 'version=0.0.4; '}charset=utf-8`,
      'Content-Length': Buffer.byteLength(body),
    })
    res.end(method === 'HEAD' ? undefined : body)
  })
