/** The recipes for logs and metrics, with the real packages: what each tells of accepted and refused requests. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import {
  type Context,
  type ContextManager,
  context,
  metrics,
  propagation,
  ROOT_CONTEXT,
  trace,
} from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { register } from 'prom-client'
import { createSigner } from '../../src/client/node.ts'
import { createVerifier, type Verdict, VerificationError, type VerifierOptions } from '../../src/server/node.ts'
import { serving, signedNow } from '../apps/cli/command.ts'
import { canary, keepsSecret } from '../server/secrets.ts'
import { buildPackage, hook } from '../support/builtPackage.ts'
import { rsa } from '../support/keys.ts'
import { withServer } from '../support/loopback.ts'
import { assert, suite } from '../support/suite.ts'

const { publicPem, privatePem } = rsa(2048, 'app-1')
const signer = await createSigner({ appId: 'app-1', privateKey: privatePem })

/** Of each kind of verdict one: accepted, refused, and refused because the server cannot answer. */
const judgeThree = async (options: Partial<VerifierOptions>): Promise<void> => {
  const verifier = await createVerifier({ keys: { 'app-1': publicPem }, ...options })
  const guard = {
    sharedBy: 'cluster',
    window: { maxAge: 300, maxSkew: 60 },
    claim: () => Promise.reject(new Error('down')),
  } as const
  const failing = await createVerifier({ keys: { 'app-1': publicPem }, ...options, guard })
  const body = new TextEncoder().encode(canary)
  const { method, target, authorization } = await signer.sign({ method: 'POST', url: `/v1/jobs?${canary}`, body })
  await verifier.verify({ method, target, authorization, body })
  await verifier.verify({ method, target, authorization: [], body }).catch(() => {})
  await failing.verify({ method, target, authorization, body }).catch(() => {})
}

// The programs import the package by its name.
await buildPackage()

const recipes = suite('logs and metrics')

recipes('prom-client: a counter by outcome, reason and scheme, and a histogram of seconds', async () => {
  const { count } = await import('./prometheus/metrics.ts')
  await judgeThree({ onVerdict: count })
  const text = await register.metrics()
  const begun = text.split('\n').filter((line) => line.startsWith('countersign_requests_total{'))
  assert.is(begun.length, 2 + VerificationError.reasons.length)
  const counted = begun.filter((line) => !line.endsWith(' 0'))
  assert.equal(counted.toSorted(), [
    'countersign_requests_total{outcome="accept",scheme="signed"} 1',
    'countersign_requests_total{outcome="reject",reason="authorization_missing"} 1',
    'countersign_requests_total{outcome="reject",reason="guard_unavailable"} 1',
  ])
  assert.match(text, 'countersign_request_duration_seconds_count{outcome="accept"} 1')
  assert.match(text, 'countersign_request_duration_seconds_bucket{le="10",outcome="reject"} 2')
  keepsSecret(text, privatePem)
})

const beginning = (labels: string): string => `countersign.requests {request} ${labels} 0`

/** Such as @opentelemetry/context-async-hooks registers. */
const asyncContexts = (): ContextManager => {
  const storage = new AsyncLocalStorage<Context>()
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, run, that, ...args) => storage.run(active, () => run.apply(that, args)),
    bind: (active, target) =>
      typeof target === 'function'
        ? (((...args: ReadonlyArray<unknown>) => storage.run(active, () => target(...args))) as never)
        : target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}

recipes(
  'OpenTelemetry: a counter, a histogram of seconds, and a span of each check inside of its request',
  async () => {
    const spans = new InMemorySpanExporter()
    const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
    const reader = new PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 3_600_000 })
    context.setGlobalContextManager(asyncContexts())
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }))
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
    await import('./opentelemetry/telemetry.ts')

    const tracer = trace.getTracer('the program')
    // Several at once, on the event loop and in the pool: each check belongs to the request that it is a check of.
    const request = (where: 'loop' | 'pool') =>
      tracer.startActiveSpan(`POST ${where}`, async (span) => {
        await judgeThree({ cryptoOn: where })
        span.end()
      })
    await Promise.all([request('loop'), request('pool')])

    const finished = spans.getFinishedSpans()
    const checks = finished.filter(({ name }) => name === 'countersign.verify')
    const requests = finished.filter(({ name }) => name.startsWith('POST '))
    for (const parent of requests) {
      const own = checks.filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent.spanContext().spanId)
      const shown = own.map(({ attributes, status }) => [attributes, status.code])
      const refused = (reason: string) => ({ 'countersign.outcome': 'reject', 'countersign.reason': reason })
      assert.equal(shown, [
        [{ 'countersign.outcome': 'accept', 'countersign.scheme': 'signed', ...known }, 0],
        [{ ...refused('authorization_missing'), ...line }, 0],
        [{ ...refused('guard_unavailable'), ...known, 'error.type': 'guard_unavailable' }, 2],
      ])
      for (const { startTime, endTime } of own)
        assert.ok(endTime[0] * 1e9 + endTime[1] >= startTime[0] * 1e9 + startTime[1])
    }
    assert.is(requests.length, 2)

    await reader.forceFlush()
    // Whose first event is seen as an increase.
    const unseen = VerificationError.reasons.filter(
      (name) => !/^(?:authorization_missing|guard_unavailable)$/.test(name),
    )
    const begins = new Set([...unseen.map((name) => `reject ${name}`), 'accept bearer'].map(beginning))
    const [{ scopeMetrics } = { scopeMetrics: [] }] = points.getMetrics()
    const told = scopeMetrics
      .flatMap(({ metrics }) => metrics)
      .flatMap(({ descriptor: { name, unit }, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => {
          const count = typeof value === 'number' ? value : (value as { readonly count: number }).count
          return [name, unit, ...Object.values(attributes), count].join(' ')
        }),
      )
      .filter((line) => !line.endsWith(' 0') || !begins.delete(line))
    assert.is(begins.size, 0, [...begins].join())
    assert.equal(told, [
      'countersign.requests {request} accept signed 2',
      'countersign.requests {request} reject authorization_missing 2',
      'countersign.requests {request} reject guard_unavailable 2',
      'countersign.request.duration s accept 2',
      'countersign.request.duration s reject 4',
    ])
    keepsSecret(JSON.stringify([checks.map(({ attributes, status }) => [attributes, status]), told]), privatePem)
    await reader.shutdown()
  },
)

const line = { 'http.request.method': 'POST', 'url.path': '/v1/jobs' }
const known = { 'countersign.app_id': 'app-1', ...line }

recipes('OpenTelemetry: the gateway’s instruments, its state, and counters that begin at 0', async () => {
  const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 3_600_000 })
  metrics.disable()
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  await import('./opentelemetry/gateway.ts')
  const service = createServer((_, res) => void res.end('done'))
  await withServer(service, ({ url: upstream }) =>
    // Without --metrics.
    serving(['--keys', 'keys', '--upstream', upstream], async ({ url, logged }) => {
      const headers = { authorization: await signedNow({ body: '{}' }) }
      assert.is((await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body: '{}' })).status, 200)
      await logged('app-1: POST /v1/jobs')
      await reader.forceFlush()
    }),
  )
  const shown = points
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap((scope) => scope.metrics)
    .flatMap(({ descriptor: { name }, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => {
        const figure = typeof value === 'number' ? value : (value as { readonly count: number }).count
        return [name, ...Object.values(attributes), figure].join(' ')
      }),
    )
  for (const line of [
    'countersign_gateway_answers_total 502 0',
    'countersign_gateway_answers_total 200 1',
    'countersign_unreadable_requests_total 400 0',
    'countersign_gateway_service_duration_seconds 1',
    'countersign_lookup_duration_seconds guard 1',
    'countersign_keys 1',
    'countersign_gateway_places service 0',
    'countersign_source_faults_total keys 0',
  ])
    assert.ok(shown.includes(line), `${line} is not in\n${shown.join('\n')}`)
  // Verdicts are counted by the file for every verifier.
  assert.not.match(shown.join('\n'), 'countersign_request')
  await reader.shutdown()
})

recipes('pino: one line each, of the level info, warn or error', async () => {
  const verdicts: Array<Verdict> = []
  await judgeThree({ onVerdict: (verdict) => verdicts.push(verdict) })
  const program = `import { logVerdict } from './spec/examples/pino/log.ts'
for (const verdict of ${JSON.stringify(verdicts)}) logVerdict(verdict)`
  const output = execFileSync(process.execPath, ['--import', hook, '--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  const lines = output
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text))
  const told = lines.map(({ level, outcome, reason, msg }) => [level, outcome, reason, msg])
  assert.equal(told, [
    [30, 'accept', undefined, 'request accepted'],
    [40, 'reject', 'authorization_missing', 'request refused'],
    [50, 'reject', 'guard_unavailable', 'request refused'],
  ])
  keepsSecret(output, privatePem)
})

recipes(
  'OpenTelemetry: a client span for each attempt, inside of its caller’s, and its traceparent is sent',
  async () => {
    const { createClient } = await import('countersign/client')
    const spans = new InMemorySpanExporter()
    trace.disable()
    propagation.disable()
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }))
    propagation.setGlobalPropagator({
      inject: (active, carrier, setter) =>
        setter.set(carrier, 'traceparent', `00-${trace.getSpanContext(active)?.spanId}`),
      extract: (active) => active,
      fields: () => ['traceparent'],
    })
    // After the program has set up its provider, as a program does.
    await import('./opentelemetry/client.ts')
    const sent: Array<string | null> = []
    const answers = [503, 201, 404]
    const fetch = async (_: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get('traceparent'))
      return new Response('{}', { status: answers[sent.length - 1] ?? 200 })
    }
    const baseUrl = 'https://jobs.example'
    const client = await createClient({
      baseUrl,
      appId: 'app-1',
      privateKey: privatePem,
      fetch,
      retries: 1,
      maxPauseMs: 0,
    })
    await trace.getTracer('the program').startActiveSpan('call', async (span) => {
      await client.fetch(`/v1/jobs?${canary}`)
      await client.fetch('/v1/none')
      span.end()
    })
    const [parent] = spans.getFinishedSpans().filter(({ name }) => name === 'call')
    const attempts = spans.getFinishedSpans().filter(({ name }) => name === 'GET')
    assert.equal(
      attempts.map(({ attributes, status }) => [
        attributes['url.path'],
        attributes['http.request.resend_count'],
        attributes['http.response.status_code'],
        attributes['error.type'],
        status.code,
      ]),
      [
        ['/v1/jobs', 0, 503, '503', 2],
        ['/v1/jobs', 1, 201, undefined, 0],
        ['/v1/none', 0, 404, '404', 2],
      ],
    )
    assert.equal(
      attempts.map((span) => span.parentSpanContext?.spanId),
      attempts.map(() => parent?.spanContext().spanId),
    )
    assert.equal(
      sent,
      attempts.map((span) => `00-${span.spanContext().spanId}`),
    )
    keepsSecret(JSON.stringify(attempts.map(({ attributes }) => attributes)), privatePem)
  },
)
