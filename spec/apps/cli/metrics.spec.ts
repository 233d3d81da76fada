import fc from 'fast-check'
import { Counter, Histogram, Registry } from 'prom-client'
import { metrics } from '../../../src/apps/cli/metrics.ts'
import type { Verdict } from '../../../src/server/node.ts'
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

scraped('for all verdicts: the text says what prom-client says of the same counts', () =>
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
      help: 'Time until the verdict, including the time in which the body came.',
      labelNames: ['outcome'],
      buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    })
    const ours = metrics()
    for (const verdict of all) {
      const { outcome } = verdict
      ours.count(verdict)
      requests.inc(outcome === 'accept' ? { outcome, scheme: verdict.scheme } : { outcome, reason: verdict.reason })
      duration.observe({ outcome }, verdict.milliseconds / 1000)
    }
    assert.equal(read(ours.text()), read(await (registers[0] as Registry).metrics()))
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
    assert.equal([code, err], [3, `error: --metrics ${taken}: it is taken; choose another, or 0 for a free one\n`])
  }),
)

scraped('listens at another address where one is before the port', () =>
  serving(['--keys', 'keys', '--metrics', '127.0.0.2:0'], async ({ out }) => {
    const at = /^ {2}metrics {4}(http:\/\/127\.0\.0\.2:\d+\/metrics)$/m.exec(out())?.[1] ?? ''
    assert.is((await fetch(at)).status, 200)
  }),
)
