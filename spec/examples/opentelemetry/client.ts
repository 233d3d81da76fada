import { tracingChannel } from 'node:diagnostics_channel'
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Attempt, AttemptEnd } from 'countersign/client'

const tracer = trace.getTracer('countersign')
const spans = new WeakMap<object, Span>()

const end = (message: object, finish: (span: Span) => void): void => {
  const span = spans.get(message)
  if (span === undefined) return
  finish(span)
  span.end()
}

tracingChannel('countersign:client').subscribe({
  start: (message) => {
    const { attempt, method, url, headers } = message as Attempt
    const { hostname, pathname } = new URL(url)
    const span = tracer.startSpan(method, {
      kind: SpanKind.CLIENT,
      // Without the query, which may contain secrets.
      attributes: {
        'http.request.method': method,
        'server.address': hostname,
        'url.path': pathname,
        'http.request.resend_count': attempt - 1,
      },
    })
    spans.set(message, span)
    propagation.inject(trace.setSpan(context.active(), span), headers)
  },
  end: () => {},
  asyncStart: () => {},
  asyncEnd: (message) =>
    end(message, (span) => {
      const { status, reason } = (message as { readonly result?: AttemptEnd }).result ?? { reason: 'aborted' }
      if (status !== undefined) span.setAttribute('http.response.status_code', status)
      // As for HTTP clients: an answer of 4xx or 5xx is an error of the call.
      if (status !== undefined && status < 400) return
      span.setAttribute('error.type', reason ?? String(status))
      span.setStatus({ code: SpanStatusCode.ERROR })
    }),
  error: () => {},
})
