/** What a scrape says of the state of a gateway, which a test puts into each. */
import { createServer, type ServerResponse } from 'node:http'
import { metrics } from '../../../src/apps/cli/metrics.ts'
import { familiesOf, type ServerState } from '../../../src/apps/cli/state.ts'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, suite, until } from '../../support/suite.ts'
import { file, serving, signedNow } from './command.ts'

const idle: ServerState = {
  version: '1.2.3',
  node: 'v24.0.0',
  places: {},
  checks: { waiting: 2, most: 8 },
  keys: 3,
  lookAge: 1.5,
  faults: { keys: 0, tokens: 0, certificate: 0, kept: 0, log: 0 },
  refusals: undefined,
  certificateEnd: undefined,
}

const written = suite('the state of a server as Prometheus reads it')

/** Scraped once for each state, of one server. */
const scrapes = async (...states: ReadonlyArray<ServerState>): Promise<ReadonlyArray<string>> => {
  const { text } = metrics([])
  const texts: Array<string> = []
  for (const state of states) texts.push(await text(() => familiesOf(state)))
  return texts
}

written('a counter begins at 0, and a number that is not known has no sample', async () => {
  const [text = '', later = ''] = await scrapes(idle, { ...idle, keys: 4, certificateEnd: 1_800_000_000 })
  assert.match(text, '# TYPE countersign_keys gauge\ncountersign_keys 3\n')
  assert.match(text, '\ncountersign_checks_waiting 2\n')
  assert.match(text, '\ncountersign_checks_waiting_limit 8\n')
  assert.match(text, '\ncountersign_build_info{version="1.2.3",node="v24.0.0"} 1\n')
  assert.match(
    text,
    '# TYPE countersign_source_faults_total counter\ncountersign_source_faults_total{source="keys"} 0\n',
  )
  assert.not.match(text, /countersign_gateway_places|countersign_certificate|countersign_kept/)
  assert.match(later, /\ncountersign_certificate_\w+ 1800000000\n/)
  assert.match(later, '\ncountersign_keys 4\n')
})

const shown = suite('countersign serve --metrics: its state')

shown(
  'a place that is taken, a request that waits for it, a key that is damaged, and the time of the service',
  async () => {
    file('state/app-1.pem', rsa(2048, 'app-1').publicPem)
    const held: Array<ServerResponse> = []
    const service = createServer((_, res) => void held.push(res))
    await withServer(service, ({ url: upstream }) =>
      serving(
        ['--keys', 'state', '--upstream', upstream, '--max-requests', '1', '--metrics', '0'],
        async ({ url, out }) => {
          const at = /^ {2}metrics {4}(\S+)$/m.exec(out())?.[1] ?? ''
          const says = async (sample: string): Promise<boolean> =>
            `\n${await (await fetch(at)).text()}`.includes(`\n${sample}\n`)
          const ask = async (): Promise<number> => {
            const headers = { authorization: await signedNow({ body: '{}' }) }
            return (await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body: '{}' })).status
          }
          for (const sample of [
            'countersign_gateway_places{at="service"} 0',
            'countersign_gateway_places_limit{at="service"} 1',
            'countersign_gateway_places_waiting{at="service"} 0',
            'countersign_gateway_service_duration_seconds_count 0',
            'countersign_keys 1',
            'countersign_source_faults_total{source="keys"} 0',
          ])
            assert.ok(await says(sample), sample)
          const first = ask()
          await until(() => held.length === 1)
          assert.ok(await says('countersign_gateway_places{at="service"} 1'))
          // The gateway takes nobody in that would not get a place: this one is told at once.
          assert.is(await ask(), 503)
          held[0]?.end()
          assert.is(await first, 200)
          await until(() => says('countersign_gateway_places{at="service"} 0'))
          for (const sample of [
            'countersign_gateway_service_duration_seconds_count 1',
            'countersign_lookup_duration_seconds_count{of="guard"} 1',
            // Once more after the check: a key may be withdrawn meanwhile.
            'countersign_lookup_duration_seconds_count{of="keys"} 2',
          ])
            assert.ok(await says(sample), sample)
          file('state/app-2.pem', 'garbage')
          await until(() => says('countersign_source_faults_total{source="keys"} 1'))
          assert.ok(await says('countersign_keys 1'))
        },
      ),
    )
  },
)
