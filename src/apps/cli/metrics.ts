/**
 * Verdicts as Prometheus counts them, in its text format 0.0.4. Written here because that takes fewer lines than a package
 * takes to bundle. Names, labels and buckets are those of the guide's recipe with prom-client.
 */
import { createServer, type Server } from 'node:http'
import type { Verdict } from '../../server/node.ts'

/** The upper ends of the buckets, in seconds. */
const buckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Of no request yet. `within`: how many took at most as long as each bucket says. */
const noDurations = () => ({ within: buckets.map(() => 0), count: 0, sum: 0 })
type Durations = ReturnType<typeof noDurations>

export interface Metrics {
  readonly count: (verdict: Verdict) => void
  /** An answer of the gateway, or of the service behind it. */
  readonly countAnswer: (status: number) => void
  /** What a scrape is answered. */
  readonly text: () => string
}

/** The labels are closed lists: no app id or path, which a stranger can choose. */
export const metrics = (): Metrics => {
  const requests = new Map<string, number>()
  const durations = new Map<string, Durations>()
  const answers = new Map<number, number>()
  return {
    countAnswer: (status) => answers.set(status, (answers.get(status) ?? 0) + 1),
    count: (verdict) => {
      const { outcome, milliseconds } = verdict
      const labels =
        outcome === 'accept'
          ? `outcome="accept",scheme="${verdict.scheme}"`
          : `outcome="reject",reason="${verdict.reason}"`
      requests.set(labels, (requests.get(labels) ?? 0) + 1)
      const seconds = milliseconds / 1000
      const taken = durations.get(outcome) ?? noDurations()
      for (const [i, end] of buckets.entries()) if (seconds <= end) taken.within[i] = (taken.within[i] ?? 0) + 1
      taken.count += 1
      taken.sum += seconds
      durations.set(outcome, taken)
    },
    text: () =>
      [
        '# HELP countersign_requests_total Requests that were judged.',
        '# TYPE countersign_requests_total counter',
        ...[...requests].map(([labels, count]) => `countersign_requests_total{${labels}} ${count}`),
        '# HELP countersign_request_duration_seconds Time until the verdict, including the time in which the body came.',
        '# TYPE countersign_request_duration_seconds histogram',
        ...[...durations].flatMap(([outcome, taken]) => histogram(outcome, taken)),
        ...(answers.size === 0
          ? []
          : [
              '# HELP countersign_gateway_answers_total Answers, but for refusals of the verifier; 499: the caller hung up.',
              '# TYPE countersign_gateway_answers_total counter',
              ...[...answers].map(
                ([status, count]) => `countersign_gateway_answers_total{status="${status}"} ${count}`,
              ),
            ]),
        '',
      ].join('\n'),
  }
}

const histogram = (outcome: string, { within, count, sum }: Durations): ReadonlyArray<string> => {
  const name = 'countersign_request_duration_seconds'
  return [
    ...buckets.map((end, i) => `${name}_bucket{le="${end}",outcome="${outcome}"} ${within[i]}`),
    `${name}_bucket{le="+Inf",outcome="${outcome}"} ${count}`,
    `${name}_sum{outcome="${outcome}"} ${sum}`,
    `${name}_count{outcome="${outcome}"} ${count}`,
  ]
}

/** Why no request should be sent here now; undefined if all is well. */
export type Unready = () => Promise<string | undefined>

/** Answers `GET /metrics`; with `unready` also `/-/live` and `/-/ready`. */
export const metricsServer = ({ text }: Metrics, unready?: Unready): Server =>
  createServer(async ({ method, url = '' }, res) => {
    const path = /^[^?]*/.exec(url)?.[0] ?? ''
    const isHealth = unready !== undefined && /^\/-\/(?:live|ready)$/.test(path)
    if (path !== '/metrics' && !isHealth) return void res.writeHead(404).end()
    if (method !== 'GET' && method !== 'HEAD') return void res.writeHead(405, { Allow: 'GET, HEAD' }).end()
    const why = path === '/-/ready' ? await unready?.() : undefined
    const body = isHealth ? `${why ?? path.slice('/-/'.length)}\n` : text()
    res.writeHead(why === undefined ? 200 : 503, {
      'Content-Type': `text/plain; ${isHealth ? '' : 'version=0.0.4; '}charset=utf-8`,
      'Content-Length': Buffer.byteLength(body),
    })
    res.end(method === 'HEAD' ? undefined : body)
  })
