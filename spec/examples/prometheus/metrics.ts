import type { Verdict } from 'countersign/server'
import { Counter, Histogram } from 'prom-client'

const requests = new Counter({
  name: 'countersign_requests_total',
  help: 'Requests that were judged.',
  labelNames: ['outcome', 'reason', 'scheme'],
})
const duration = new Histogram({
  name: 'countersign_request_duration_seconds',
  help: 'Time until the verdict, including the time in which the body came.',
  labelNames: ['outcome'],
  buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

/** Counts a verdict. The labels are closed lists: no app id or path, which a stranger can choose. */
export const count = (verdict: Verdict): void => {
  const { outcome } = verdict
  requests.inc(outcome === 'accept' ? { outcome, scheme: verdict.scheme } : { outcome, reason: verdict.reason })
  duration.observe({ outcome }, verdict.milliseconds / 1000)
}
