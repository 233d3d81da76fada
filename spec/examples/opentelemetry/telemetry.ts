import { subscribe } from 'node:diagnostics_channel'
import { type Attributes, metrics, SpanStatusCode, trace } from '@opentelemetry/api'
import { type Verdict, VerificationError } from 'countersign/server'

const meter = metrics.getMeter('countersign')
const requests = meter.createCounter('countersign.requests', {
  description: 'Requests that were judged.',
  unit: '{request}',
})
const duration = meter.createHistogram('countersign.request.duration', {
  description: 'Time until the verdict, including the time to receive the body.',
  unit: 's',
  advice: { explicitBucketBoundaries: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10] },
})
const tracer = trace.getTracer('countersign')

// Each series begins at 0. An alarm on an increase does not see a series that begins at 1.
for (const scheme of ['signed', 'bearer'])
  requests.add(0, { 'countersign.outcome': 'accept', 'countersign.scheme': scheme })
for (const reason of VerificationError.reasons)
  requests.add(0, { 'countersign.outcome': 'reject', 'countersign.reason': reason })

/** Closed lists, for metrics and for spans. */
const labelsOf = (verdict: Verdict): Attributes => ({
  'countersign.outcome': verdict.outcome,
  ...(verdict.outcome === 'accept'
    ? { 'countersign.scheme': verdict.scheme }
    : { 'countersign.reason': verdict.reason }),
})

/** A stranger can choose these values, so use them only for spans. */
const claimsOf = ({ appId, method, path }: Verdict): Attributes => ({
  ...(appId === undefined ? {} : { 'countersign.app_id': appId }),
  ...(method === undefined ? {} : { 'http.request.method': method }),
  ...(path === undefined ? {} : { 'url.path': path }),
})

subscribe('countersign:verdict', (message) => {
  const verdict = message as Verdict
  const labels = labelsOf(verdict)
  requests.add(1, labels)
  duration.record(verdict.milliseconds / 1000, { 'countersign.outcome': verdict.outcome })

  // The verdict is published inside of the request's span, so this span is its child.
  const end = Date.now()
  const attributes = { ...labels, ...claimsOf(verdict) }
  const span = tracer.startSpan('countersign.verify', { startTime: end - verdict.milliseconds, attributes })
  // As for HTTP servers: a refusal is an error only if it is the server's fault.
  if (verdict.outcome === 'reject' && verdict.status >= 500) {
    span.setAttribute('error.type', verdict.reason)
    span.setStatus({ code: SpanStatusCode.ERROR, message: verdict.message })
  }
  span.end(end)
})
