import { connect } from 'node:net'
import fc from 'fast-check'
import { Counter, Histogram, Registry } from 'prom-client'
import { instrumentsOf, measures } from '../../../src/apps/cli/measures.ts'
import { metrics } from '../../../src/apps/cli/metrics.ts'
import { ownStatuses } from '../../../src/apps/gateway/faults.ts'
import { reason } from '../../../src/core/VerifyError.ts'
import { parserRefusal } from '../../../src/kit/diagnosis/pasted/parserRefusal.ts'
import { verifyErrors } from '../../../src/kit/testing/arbitraries.ts'
import { type Verdict, VerificationError } from '../../../src/server/node.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { countersign, serving } from './command.ts'

const refused = { outcome: 'reject', code: 'signature_invalid', status: 401, message: '' } as const
const verdicts: fc.Arbitrary<Verdict> = fc
  .tuple(
    fc.constantFrom(
      ...(['signed', 'bearer'] as const).map(
        (scheme) => ({ outcome: 'accept', appId: 'app-1', scheme, method: 'GET', path: '/' }) as const,
      ),
      ...(['nonce_replayed', 'key_revoked'] as const).map((reason) => ({ ...refused, reason })),
    ),
    fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.double({ min: 0, max: 20_000, noNaN: true })),
  )
  .map(([verdict, milliseconds]) => ({ ...verdict, milliseconds }))

/** Each name once, with its type, and the samples in any order. */
const read = (text: string): ReadonlyArray<string> => {
  assert.ok(text.endsWith('\n'))
  return text
    .split('\n')
    .filter((line) => line !== '')
    .sort()
}

const scraped = suite('countersign serve --metrics')

scraped('for all verdicts: a scrape says what the guide’s recipe says of them', () =>
  forAll([fc.array(verdicts)], { numRuns: 50 }, async (all) => {
    const registers = [new Registry()]
    const requests = new Counter({
      name: 'countersign_requests_total',
      help: 'Requests that were judged.',
      labelNames: ['outcome', 'reason', 'scheme'],
      registers,
    })
    const duration = new Histogram({
      name: 'countersign_request_duration_seconds',
      help: 'Time until the verdict, including the time to receive the body.',
      labelNames: ['outcome'],
      buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    })
    for (const scheme of ['signed', 'bearer']) requests.inc({ outcome: 'accept', scheme }, 0)
    for (const reason of VerificationError.reasons) requests.inc({ outcome: 'reject', reason }, 0)
    for (const outcome of ['accept', 'reject']) duration.zero({ outcome })
    const ours = metrics(instrumentsOf([]))
    const { judged } = measures(ours.record)
    for (const verdict of all) {
      const { outcome } = verdict
      judged(verdict)
      requests.inc(outcome === 'accept' ? { outcome, scheme: verdict.scheme } : { outcome, reason: verdict.reason })
      duration.observe({ outcome }, verdict.milliseconds / 1000)
    }
    const told = read(await ours.text(() => [])).filter((line) => /countersign_request/.test(line))
    assert.equal(told, read(await (registers[0] as Registry).metrics()))
  }),
)

scraped('every series of a closed list begins at 0', async () => {
  const text = await metrics(instrumentsOf(ownStatuses)).text(() => [])
  const samples = text.split('\n').filter((line) => line.startsWith('countersign_'))
  assert.equal(
    samples.filter((line) => !line.endsWith(' 0')),
    [],
  )
  const has = (sample: string): void => assert.ok(samples.includes(`${sample} 0`), sample)
  for (const _tag of Object.keys(verifyErrors))
    has(`countersign_requests_total{outcome="reject",reason="${reason({ _tag } as Parameters<typeof reason>[0])}"}`)
  for (const scheme of ['signed', 'bearer']) has(`countersign_requests_total{outcome="accept",scheme="${scheme}"}`)
  const parserCodes = [
    'HPE_INVALID_URL',
    'HPE_HEADER_OVERFLOW',
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    'ERR_HTTP_REQUEST_TIMEOUT',
  ]
  const ofParser = parserCodes.map((code) => parserRefusal({ code }).status)
  assert.equal(ofParser, [400, 431, 413, 408])
  for (const status of [...ofParser, 405, 417]) has(`countersign_unreadable_requests_total{status="${status}"}`)
  for (const status of [499, 502, 503, 504]) has(`countersign_gateway_answers_total{status="${status}"}`)
  assert.not.match(await metrics(instrumentsOf([])).text(() => []), 'countersign_gateway_answers_total')
})

scraped('shows the process by the names that every dashboard for Node knows', async () => {
  const text = await metrics([]).text(() => [])
  // No test can wait on collected garbage, or on a turn of the loop that was late: these have no figure yet.
  for (const line of [
    /^process_cpu_seconds_total [\d.]+$/m,
    /^process_resident_memory_bytes [1-9]\d{6,}$/m,
    /^nodejs_eventloop_lag_p99_seconds \S+$/m,
    /^nodejs_heap_size_used_bytes [1-9]\d{6,}$/m,
    /^# TYPE nodejs_gc_duration_seconds histogram$/m,
    ...(process.platform === 'linux' ? [/^process_open_fds [1-9]\d*$/m, /^process_max_fds [1-9]\d*$/m] : []),
  ])
    assert.match(text, line)
})

scraped('counts requests that could not be read', () =>
  serving(['--keys', 'keys', '--metrics', '0'], async ({ port, out, logged }) => {
    const at = /^ {2}metrics {4}(http:\/\/127\.0\.0\.1:\d+\/metrics)$/m.exec(out())?.[1] ?? ''
    for (const request of ['GET /a b HTTP/1.1\r\n\r\n', 'CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n']) {
      const socket = connect(port, '127.0.0.1').resume()
      socket.end(request)
      await new Promise((resolve) => socket.once('close', resolve))
    }
    const other = connect(port, '127.0.0.1').resume()
    other.end('GET / HTTP/1.1\r\nHost: h\r\nExpect: wonders\r\n\r\n')
    await logged('expectation_unsupported')
    const text = await (await fetch(at)).text()
    assert.match(text, '\ncountersign_unreadable_requests_total{status="400"} 2\n')
    assert.match(text, '\ncountersign_unreadable_requests_total{status="417"} 1\n')
  }),
)

scraped('serves /metrics on a port of its own, and nothing else', () =>
  serving(['--keys', 'keys', '--metrics', '0'], async ({ url, out }) => {
    await fetch(url)
    const at = /^ {2}metrics {4}(http:\/\/127\.0\.0\.1:\d+\/metrics)$/m.exec(out())?.[1] ?? ''
    const answer = await fetch(at)
    assert.is(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    assert.match(await answer.text(), 'countersign_requests_total{outcome="reject",reason="authorization_missing"} 1\n')
    const shown = [(await fetch(at, { method: 'HEAD' })).status, (await fetch(at, { method: 'POST' })).status]
    assert.equal(shown, [200, 405])
    assert.is((await fetch(at.replace('/metrics', '/v1/jobs'))).status, 404)
    // The requests of the scrape are not counted.
    assert.match(await (await fetch(at)).text(), 'reason="authorization_missing"} 1\n')
    const taken = new URL(at).port
    const { code, err } = await countersign(['serve', '--keys', 'keys', '--metrics', taken])
    assert.equal(
      [code, err],
      [3, `error: --metrics ${taken}: this port is in use; choose another port, or 0 for a free one\n`],
    )
  }),
)

scraped('listens at another address where one is before the port', () =>
  serving(['--keys', 'keys', '--metrics', '127.0.0.2:0'], async ({ out }) => {
    const at = /^ {2}metrics {4}(http:\/\/127\.0\.0\.2:\d+\/metrics)$/m.exec(out())?.[1] ?? ''
    assert.is((await fetch(at)).status, 200)
  }),
)
