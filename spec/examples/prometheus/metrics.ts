import { type Verdict, VerificationError } from 'countersign/server'
import { Counter, Histogram } from 'prom-client'

const requests = new Counter({
  name: 'countersign_requests_total',
  help: 'Requests that were judged.',
  labelNames: ['outcome', 'reason', 'scheme'],
})
const duration = new Histogram({
  name: 'countersign_request_duration_seconds',
  help: 'Time until the verdict, including the time to receive the body.',
  labelNames: ['outcome'],
  buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

// Each series begins at 0. Prometheus sees no increase in a series that begins at 1.
for (const scheme of ['signed', 'bearer']) requests.inc({ outcome: 'accept', scheme }, 0)
for (const reason of VerificationError.reasons) requests.inc({ outcome: 'reject', reason }, 0)
for (const outcome of ['accept', 'reject']) duration.zero({ outcome })

/** Counts a verdict. The labels are closed lists, without app id and path, which a stranger can choose. */
export const count = (verdict: Verdict): void => {
  const { outcome } = verdict
  requests.inc(outcome === 'accept' ? { outcome, scheme: verdict.scheme } : { outcome, reason: verdict.reason })
  duration.observe({ outcome }, verdict.milliseconds / 1000)
}
