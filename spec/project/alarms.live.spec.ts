/**
 * The rules of alerts.yaml, by promtool, on what Prometheus scrapes before and after one event: an alarm for something rare must see
 * the first time.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { register } from 'prom-client'
import { instrumentsOf, measures } from '../../src/apps/cli/measures.ts'
import { metrics } from '../../src/apps/cli/metrics.ts'
import type { Verdict } from '../../src/server/node.ts'
import { plant, runIn } from '../support/project.ts'
import { assert, needs, suite } from '../support/suite.ts'

const rules = resolve('src/server/operate/alerts.yaml')

/** Alarms that one event sets off, and the reasons of such an event. */
const rare: Readonly<Record<string, ReadonlyArray<string>>> = {
  CountersignServerFault: ['body_consumed', 'misconfigured'],
  CountersignGuardUnavailable: ['guard_unavailable'],
  CountersignKeysUnavailable: ['key_source_unavailable'],
}

/** Scrapes before and after one event, a minute apart: five of the first, then twenty of the second. */
const seriesOf = (before: string, after: string): ReadonlyArray<string> => {
  const earlier = samplesOf(before)
  return Array.from(samplesOf(after), ([series, value]) => {
    const first = earlier.get(series)
    return `{ series: '${series}', values: '${first === undefined ? '_x4' : `${first}x4`} ${value}x20' }`
  })
}

const samplesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(text.matchAll(/^(countersign_requests_total\{.*\}) (\d+)$/gm), ([, series = '', value = '']) => [
      series,
      value,
    ]),
  )

/** A test of promtool: at minute 8 exactly these alarms of the name are on. */
const ruleTest = (series: ReadonlyArray<string>, alarm: string, reason: string | undefined): string => {
  const rule =
    readFileSync(rules, 'utf8')
      .split('- alert: ')
      .find((text) => text.startsWith(`${alarm}\n`)) ?? ''
  const summary = JSON.parse(/summary: (".*")/.exec(rule)?.[1] ?? '""').replace('{{ $labels.reason }}', reason)
  const labels = `severity: page${rule.includes('by (reason)') ? `, reason: ${reason}` : ''}`
  const expected = `[{ exp_labels: { ${labels} }, exp_annotations: { summary: ${JSON.stringify(summary)} } }]`
  return [
    `rule_files: [${JSON.stringify(rules)}]`,
    'evaluation_interval: 1m',
    'tests:',
    '  - interval: 1m',
    `    input_series: [${series.join(', ')}]`,
    `    alert_rule_test: [{ eval_time: 8m, alertname: ${alarm}, exp_alerts: ${reason === undefined ? '[]' : expected} }]`,
  ].join('\n')
}

/** What a scrape says before and after one refusal, with the command's own counts and with the guide's recipe. */
const scrapes: Readonly<Record<string, (refused: Verdict) => Promise<readonly [before: string, after: string]>>> = {
  'serve --metrics': async (refused) => {
    const { record, text } = metrics(instrumentsOf([]))
    const before = await text(() => [])
    measures(record).judged(refused)
    return [before, await text(() => [])]
  },
  'the recipe for prom-client': async (refused) => {
    const { count } = await import('../examples/prometheus/metrics.ts')
    const before = await register.metrics()
    count(refused)
    return [before, await register.metrics()]
  },
}

const refusal = (reason: string): Verdict =>
  ({ outcome: 'reject', reason, code: 'internal', status: 500, message: '', milliseconds: 1 }) as Verdict

const first = suite('the first event of its kind')
for (const [name, scrape] of Object.entries(scrapes))
  needs('promtool', first)(`sets its alarm off: ${name}`, async () => {
    const files: Record<string, string> = {}
    for (const [alarm, reasons] of Object.entries(rare))
      for (const reason of reasons) {
        const [before, after] = await scrape(refusal(reason))
        files[`${reason}.yaml`] = ruleTest(seriesOf(before, after), alarm, reason)
        // A counter that is born with its first event: nothing is seen, so this test can fail.
        files[`${reason}-born.yaml`] = ruleTest(
          seriesOf('', `countersign_requests_total{reason="${reason}"} 1`),
          alarm,
          undefined,
        )
      }
    const { code, output } = await runIn(plant(files), `promtool test rules ${Object.keys(files).join(' ')}`)
    assert.is(code, 0, output)
  })

/** Of each alarm on the state: series that set it off, those that are wrong in one way, and what it then says. */
const states: Readonly<
  Record<string, { readonly on: string; readonly off: string; readonly labels: string; readonly summary: string }>
> = {
  CountersignSourceDamaged: {
    on: `{ series: 'countersign_source_faults_total{source="keys"}', values: '0x4 1x20' }`,
    off: `{ series: 'countersign_source_faults_total{source="keys"}', values: '1x24' }`,
    labels: 'severity: ticket, source: keys',
    summary: 'the log names what cannot be read or written: keys',
  },
  CountersignKeysNotRead: {
    on: `{ series: 'countersign_keys_look_age_seconds', values: '0+60x20' }`,
    off: `{ series: 'countersign_keys_look_age_seconds', values: '60x20' }`,
    labels: 'severity: page',
    summary: 'keys and tokens have not been read for a minute',
  },
  CountersignCertificateEnds: {
    on: `{ series: 'countersign_certificate_expiry_timestamp_seconds', values: '605279x20' }`,
    off: `{ series: 'countersign_certificate_expiry_timestamp_seconds', values: '605280x20' }`,
    labels: 'severity: ticket',
    summary: 'the certificate ends within 7 days',
  },
  CountersignPlacesFull: {
    on: `{ series: 'countersign_gateway_places_waiting{at="service"}', values: '1x20' }`,
    off: `{ series: 'countersign_gateway_places_waiting{at="service"}', values: '1x6 0 1x3' }`,
    labels: 'severity: ticket, at: service',
    summary: 'requests wait for a place: service',
  },
}

const stateTest = (alarm: string, series: string, alerts: string): string =>
  [
    `rule_files: [${JSON.stringify(rules)}]`,
    'evaluation_interval: 1m',
    'tests:',
    '  - interval: 1m',
    `    input_series: [${series}]`,
    `    alert_rule_test: [{ eval_time: 8m, alertname: ${alarm}, exp_alerts: ${alerts} }]`,
  ].join('\n')

const inState = suite('an alarm on the state')
needs('promtool', inState)('is on in its state, and off one step before it', async () => {
  const files: Record<string, string> = {}
  for (const [alarm, { on, off, labels, summary }] of Object.entries(states)) {
    const alerts = `[{ exp_labels: { ${labels} }, exp_annotations: { summary: ${JSON.stringify(summary)} } }]`
    files[`${alarm}.yaml`] = stateTest(alarm, on, alerts)
    files[`${alarm}-off.yaml`] = stateTest(alarm, off, '[]')
  }
  const { code, output } = await runIn(plant(files), `promtool test rules ${Object.keys(files).join(' ')}`)
  assert.is(code, 0, output)
})
