/**
 * Every query of dashboard.json and every alarm of alerts.yaml, in each state of the service. A scene scrapes the real service before and
 * after something happens; promtool then plays a Prometheus to which the same happens every minute, for 40 minutes:
 *
 *   countersign_requests_total{reason="guard_unavailable"}   0, then 1   →   0, 1, 2, …, 40   →   which alarms are on, which panels show what
 *
 * So no scene waits, and a threshold is met exactly: 60 a minute are no more than one a second.
 */
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import { Redis } from 'ioredis'
import { instrumentsOf, type Measures, measures } from '../../src/apps/cli/measures.ts'
import { metrics } from '../../src/apps/cli/metrics.ts'
import { familiesOf, type ServerState } from '../../src/apps/cli/state.ts'
import { watch } from '../../src/apps/cli/watch.ts'
import { ownStatuses } from '../../src/apps/gateway/faults.ts'
import { createSigner } from '../../src/client/node.ts'
import { type Verdict, VerificationError } from '../../src/server/node.ts'
import { file, home, type Service, serving, signedNow } from '../apps/cli/command.ts'
import { rsa } from '../support/keys.ts'
import { withServer } from '../support/loopback.ts'
import { certificate } from '../support/openssl.ts'
import { type Ended, plant, runIn } from '../support/project.ts'
import { startRedis } from '../support/redisServer.ts'
import { assert, byTurns, needs, suite, until } from '../support/suite.ts'

const folder = 'src/server/operate'

/** The queries by `panel`, or `panel: legend` where a panel has several. */
const queries: ReadonlyMap<string, string> = new Map(
  (JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')).panels as ReadonlyArray<Panel>).flatMap(
    ({ title, targets = [] }) =>
      targets.map(
        ({ expr, legendFormat }) => [targets.length > 1 ? `${title}: ${legendFormat}` : title, expr] as const,
      ),
  ),
)
interface Panel {
  readonly title: string
  readonly targets?: ReadonlyArray<{ readonly expr: string; readonly legendFormat: string }>
}

const alarms = Array.from(
  readFileSync(join(folder, 'alerts.yaml'), 'utf8').matchAll(/- alert: (\w+)/g),
  ([, name]) => name as string,
)

/** What a panel shows by the labels of its line; a line at 0 is left out. */
type Lines = Readonly<Record<string, number>>

interface Scene {
  readonly name: string
  readonly before: string
  readonly after: string
  /** How often it happens in a minute; once unless set. */
  readonly perMinute?: number
  readonly shows?: Readonly<Record<string, Lines>>
  readonly alarms?: ReadonlyArray<string>
  /** Its times are those of the test, not of the machine. */
  readonly isTimed?: boolean
}

/** How a query is compared, so that nothing depends on how busy the machine is. */
interface View {
  readonly of: RegExp
  readonly expr: (query: string) => string
  /** On a busy machine anything is slow: compared where it must be, and where the test sets the times. */
  readonly isTime?: true
}

const one = (query: string): string => `(${query}) * 0 + 1`

const views: ReadonlyArray<View> = [
  // Slow is what takes more than a twentieth of a second: Redis has twice that.
  { of: /histogram_quantile|eventloop/, expr: (query) => one(`(${query}) > 0.05`), isTime: true },
  { of: /rate\((?:process|nodejs)/, expr: (query) => one(`(${query}) > 0`), isTime: true },
  { of: /^max\((?:process|nodejs)/, expr: (query) => one(`(${query}) > 0`) },
  // Events in a minute.
  { of: /rate\(/, expr: (query) => `round(60 * (${query})) != 0` },
  { of: /increase\(.*\[15m\]/, expr: (query) => `round((${query}) / 15) != 0` },
  // Days.
  { of: /certificate/, expr: (query) => `floor((${query}) / 86400)` },
  { of: /look_age/, expr: (query) => `(${query}) > 30` },
  { of: /^/, expr: (query) => `(${query}) != 0` },
]
const viewOf = (query: string): View => views.find(({ of }) => of.test(query)) as View

const minutes = 40

/** The samples of a scrape. */
const samplesOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    Array.from(text.matchAll(/^([a-z_]+(?:\{.*\})?) (\S+)$/gm), ([, series = '', value = '']) => [
      series,
      Number(value),
    ]),
  )

/** What Prometheus has seen after so many minutes, without what stays as it is: that is no event, and no line of a panel. */
const seriesOf = ({ before, after, perMinute = 1 }: Scene): ReadonlyArray<string> => {
  const gauges = new Set(Array.from(after.matchAll(/^# TYPE (\w+) gauge$/gm), ([, name]) => name))
  const isGauge = (series: string): boolean => gauges.has(series.replace(/\{.*/, ''))
  const earlier = samplesOf(before)
  return Array.from(samplesOf(after))
    .filter(([series, value]) => Number.isFinite(value) && value !== (isGauge(series) ? 0 : earlier.get(series)))
    .map(([series, value]) => {
      const from = earlier.get(series) ?? 0
      const values = isGauge(series)
        ? `${inTime(series, value)}x${minutes + 1}`
        : `${from}+${(value - from) * perMinute}x${minutes + 1}`
      return `{ series: '${series}', values: '${values}' }`
    })
}

/** Prometheus begins in 1970 here. */
const inTime = (series: string, value: number): number =>
  series.includes('timestamp') ? value - Math.floor(Date.now() / 1000) + minutes * 60 : value

/** A test of promtool: what each panel shows, and which alarms are on. */
const testOf = (scene: Scene): string => {
  const { shows = {}, isTimed = false } = scene
  const held = [...queries].filter(([panel, query]) => panel in shows || isTimed || viewOf(query).isTime !== true)
  const checks = held.map(([panel, query]) => check(viewOf(query).expr(query), shows[panel] ?? {}))
  const on = Object.fromEntries((scene.alarms ?? []).map((name) => [`{alertname="${name}"}`, 1]))
  return [
    '  - interval: 1m',
    `    name: ${JSON.stringify(scene.name)}`,
    `    input_series: [${seriesOf(scene).join(',\n      ')}]`,
    '    promql_expr_test:',
    ...checks,
    check('count by (alertname) (ALERTS{alertstate="firing"} * 0 + 1)', on),
  ].join('\n')
}

const check = (expr: string, lines: Lines): string => {
  const samples = Object.entries(lines).map(([labels, value]) => `{ labels: '${labels}', value: ${value} }`)
  return `      - { expr: ${JSON.stringify(expr)}, eval_time: ${minutes}m, exp_samples: [${samples.join(', ')}] }`
}

/** What promtool says of the scenes. */
const judged = (scenes: ReadonlyArray<Scene>): Promise<Ended> => {
  const head = [`rule_files: [${JSON.stringify(resolve(folder, 'alerts.yaml'))}]`, 'evaluation_interval: 1m', 'tests:']
  const files = { 'scenes.yaml': [...head, ...scenes.map(testOf)].join('\n') }
  return runIn(plant(files), 'promtool test rules scenes.yaml')
}

const holds = async (scenes: ReadonlyArray<Scene>): Promise<void> => {
  const { code, output } = await judged(scenes)
  assert.is(code, 0, output)
}

// ---- What needs no service: the words of a verdict, and times that the test sets.

/** A scene of one event, as the measures of `serve` hear of it. */
const measured = async (
  name: string,
  happen: (measures: Measures) => void,
  expected: Pick<Scene, 'perMinute' | 'shows' | 'alarms'> = {},
): Promise<Scene> => {
  const { record, text } = metrics(instrumentsOf(ownStatuses))
  const before = await text(() => [])
  happen(measures(record))
  return { name, before, after: await text(() => []), ...expected, isTimed: true }
}

const refusal = (reason: string, milliseconds = 1): Verdict =>
  ({ outcome: 'reject', reason, code: 'internal', status: 500, message: '', milliseconds }) as Verdict
const acceptance = (milliseconds = 1): Verdict => ({ outcome: 'accept', scheme: 'signed', milliseconds }) as Verdict

const alarmOf: Readonly<Record<string, string>> = {
  body_consumed: 'CountersignServerFault',
  misconfigured: 'CountersignServerFault',
  guard_unavailable: 'CountersignGuardUnavailable',
  key_source_unavailable: 'CountersignKeysUnavailable',
  guard_full: 'CountersignGuardFull',
}

const refusedFor = (reason: string, perMinute = 1): Readonly<Record<string, Lines>> => ({
  'Accepted and refused': { '{outcome="reject"}': perMinute },
  'Refused, by reason': { [`{reason="${reason}"}`]: perMinute },
})

const quantiles = (panel: string): Readonly<Record<string, Lines>> =>
  Object.fromEntries(['p50', 'p95', 'p99'].map((p) => [`${panel}: ${p}`, { '{}': 1 }]))

const acceptedAt = (perMinute: number): Lines => ({ '{outcome="accept"}': perMinute })

const thresholds: ReadonlyArray<() => Promise<Scene>> = [
  ...(
    [
      ['verifier_busy', 'CountersignBusy'],
      ['nonce_replayed', 'CountersignReplays'],
    ] as const
  ).flatMap(([reason, alarm]) =>
    [60, 61].map(
      (perMinute) => () =>
        measured(`${reason}, ${perMinute} a minute`, ({ judged }) => judged(refusal(reason)), {
          perMinute,
          shows: refusedFor(reason, perMinute),
          alarms: perMinute > 60 ? [alarm, 'CountersignMostRefused'] : ['CountersignMostRefused'],
        }),
    ),
  ),
  () =>
    measured(
      'half of the requests are refused',
      ({ judged }) => {
        judged(acceptance())
        judged(refusal('app_unknown'))
      },
      {
        shows: { ...refusedFor('app_unknown'), 'Accepted and refused': { ...acceptedAt(1), '{outcome="reject"}': 1 } },
      },
    ),
  ...[502, 503, 504].flatMap((status) =>
    [6, 7].map(
      (perMinute) => () =>
        measured(`${status}, ${perMinute} a minute`, ({ answered }) => answered(status), {
          perMinute,
          shows: { "The gateway's own answers, by status": { [`{status="${status}"}`]: perMinute } },
          alarms: perMinute > 6 ? ['CountersignUpstream'] : [],
        }),
    ),
  ),
]

const times: ReadonlyArray<() => Promise<Scene>> = [
  () =>
    measured('a slow verdict', ({ judged }) => judged(acceptance(300)), {
      shows: { ...quantiles('Time until the verdict'), 'Accepted and refused': acceptedAt(1) },
    }),
  () =>
    measured('a slow refusal', ({ judged }) => judged(refusal('app_unknown', 300)), {
      shows: refusedFor('app_unknown'),
      alarms: ['CountersignMostRefused'],
    }),
  () =>
    measured('a slow service', ({ serviceAnswered }) => serviceAnswered(300), {
      shows: quantiles('Time until the service began its answer'),
    }),
  ...(['keys', 'guard'] as const).map(
    (of) => () =>
      measured(
        `${of} are slow`,
        ({ lookedUp }) => {
          lookedUp('keys', of === 'keys' ? 300 : 3)
          lookedUp('guard', of === 'guard' ? 300 : 3)
        },
        { shows: { 'Time until keys and guard answered, p99': { [`{of="${of}"}`]: 1 } } },
      ),
  ),
]

const idle: ServerState = {
  version: '1',
  node: '20',
  places: {},
  checks: { waiting: 0, most: 8 },
  keys: 1,
  lookAge: 0,
  faults: { keys: 0, tokens: 0, certificate: 0, kept: 0, log: 0 },
  refusals: { kept: 0, dropped: 0 },
  certificateEnd: undefined,
}

/** What every scrape of a process shows. */
const alive = (version: string): Readonly<Record<string, Lines>> => ({
  Version: { [`{version="${version}"}`]: 1 },
  'Descriptors that are open': { '{}': 1 },
  'Memory: resident': { '{}': 1 },
  'Memory: heap': { '{}': 1 },
})

/** A state of the server that the test sets. */
const stateScene = async (
  name: string,
  state: Partial<ServerState>,
  expected: Pick<Scene, 'shows' | 'alarms'>,
): Promise<Scene> => {
  const text = await metrics([]).text(() => familiesOf({ ...idle, ...state }))
  return { name, before: text, after: text, alarms: expected.alarms ?? [], shows: { ...alive('1'), ...expected.shows } }
}

const day = 86_400
const secondsOn = (after: number): number => Math.floor(Date.now() / 1000) + after

const states: ReadonlyArray<() => Promise<Scene>> = [
  () => stateScene('nothing happens', {}, {}),
  async () => {
    const scraped = metrics([])
    const text = (refusals: ServerState['refusals']): Promise<string> =>
      scraped.text(() => familiesOf({ ...idle, refusals }))
    const lines = { '{outcome="kept"}': 1, '{outcome="dropped"}': 2 }
    return {
      name: 'refused requests are kept, and dropped',
      before: await text({ kept: 0, dropped: 0 }),
      after: await text({ kept: 1, dropped: 2 }),
      shows: { ...alive('1'), 'Refused requests that --keep saved, and dropped': lines },
    }
  },
  () =>
    stateScene(
      'checks wait for a thread',
      { checks: { waiting: 3, most: 8 } },
      {
        shows: { 'What waits: requests for a place, checks for a thread: signature checks': { '{}': 3 } },
      },
    ),
  () => stateScene('a certificate of eight days', { certificateEnd: secondsOn(8 * day + 60) }, { shows: ends(8) }),
  () =>
    stateScene(
      'a certificate of six days',
      { certificateEnd: secondsOn(6 * day + 60) },
      {
        shows: ends(6),
        alarms: ['CountersignCertificateEnds'],
      },
    ),
  () => stateScene('a look a minute ago', { lookAge: 60 }, { shows: lookedAt(60) }),
  async () => {
    let now = 0
    let look = () => {}
    const timer = {
      elapsed: () => now,
      after: (_: number, then: () => void) => {
        look = then
        return () => {}
      },
      wait: () => async () => {},
    }
    // A file system that gives no answer.
    const ring = { keysOf: () => async () => E.left({ _tag: 'KeySourceUnavailable', detail: '' }) } as never
    const { age } = watch({ ring, book: undefined }, timer)
    now = 61_000
    look()
    await new Promise((done) => setImmediate(done))
    return stateScene(
      'keys that are not read',
      { lookAge: age() },
      {
        shows: lookedAt(61),
        alarms: ['CountersignKeysNotRead'],
      },
    )
  },
]
const ends = (days: number): Readonly<Record<string, Lines>> => ({ 'Until the certificate ends': { '{}': days } })
const lookedAt = (seconds: number): Readonly<Record<string, Lines>> => ({
  'Seconds since keys and tokens were last checked': { '{}': seconds },
})

const withoutService = async (): Promise<ReadonlyArray<Scene>> => {
  const reasons = VerificationError.reasons.map((reason) => () => {
    const alarm = alarmOf[reason]
    return measured(`refused: ${reason}`, ({ judged }) => judged(refusal(reason)), {
      shows: refusedFor(reason),
      alarms: [...(alarm === undefined ? [] : [alarm]), 'CountersignMostRefused'],
    })
  })
  const scenes: Array<Scene> = []
  for (const make of [...reasons, ...thresholds, ...times, ...states]) scenes.push(await make())
  return scenes
}

// ---- The real service.

const served = alive('1.2.3-spec')

const scraper = ({ out }: Service) => {
  const [, at = ''] = /^ {2}metrics {4}(\S+)$/m.exec(out()) ?? []
  return async (): Promise<string> => (await fetch(at)).text()
}

/** Scrapes before and after. */
const during = async (
  scrape: () => Promise<string>,
  scene: Omit<Scene, 'before' | 'after'>,
  happen: () => Promise<unknown>,
): Promise<Scene> => {
  const before = await scrape()
  await happen()
  return { ...scene, shows: { ...served, ...scene.shows }, before, after: await scrape() }
}

const post = async (url: string, headers: Record<string, string> = {}): Promise<number> => {
  const answer = await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body: '{}' })
  await answer.arrayBuffer()
  return answer.status
}
const signed = async (): Promise<Record<string, string>> => ({ authorization: await signedNow({ body: '{}' }) })

const answers = "The gateway's own answers, by status"
const accepted = { 'Accepted and refused': acceptedAt(1), [answers]: { '{status="200"}': 1 } }
const refusedIn = (reason: string) => ({ shows: refusedFor(reason), alarms: ['CountersignMostRefused'] })

/** A gateway, and a service that answers when `held` says so. */
const ofGateway = async (): Promise<ReadonlyArray<Scene>> => {
  file('seen/app-1.pem', rsa(2048, 'app-1').publicPem)
  file('seen/app-2.pem', rsa(2048, 'app-2').publicPem)
  const scenes: Array<Scene> = []
  const held: Array<ServerResponse> = []
  let answering: 'now' | 'late' | 'held' = 'now'
  const service = createServer((_, res) => {
    if (answering === 'held') held.push(res)
    else void setTimeout(answering === 'late' ? 300 : 0).then(() => res.end())
  })
  await withServer(service, ({ url: upstream, close }) =>
    serving(['--keys', 'seen', '--upstream', upstream, '--metrics', '0', '--max-requests', '2'], async (gateway) => {
      const { url, port, logged } = gateway
      const scrape = scraper(gateway)
      const see = async (scene: Omit<Scene, 'before' | 'after'>, happen: () => Promise<unknown>): Promise<void> => {
        scenes.push(await during(scrape, scene, happen))
      }
      await see({ name: 'up' }, async () => {})
      const once = await signed()
      await see({ name: 'accepted', shows: accepted }, () => post(url, once))
      await see({ name: 'a replay', ...refusedIn('nonce_replayed') }, () => post(url, once))
      await see({ name: 'no signature', ...refusedIn('authorization_missing') }, () => post(url))
      await see({ name: 'another body', ...refusedIn('signature_invalid') }, async () =>
        post(url, { authorization: await signedNow({ body: 'other' }) }),
      )
      await see(
        { name: 'unreadable', shows: { 'Requests that could not be read': { '{status="400"}': 1 } } },
        () =>
          new Promise((done) => {
            const socket = connect(port, '127.0.0.1').resume()
            socket.end('GET /a b HTTP/1.1\r\n\r\n')
            socket.once('close', done)
          }),
      )
      await see(
        {
          name: 'a damaged key',
          shows: { 'Faults of files: read and written': { '{source="keys"}': 1 } },
          alarms: ['CountersignSourceDamaged'],
        },
        async () => {
          file('seen/app-3.pem', 'garbage')
          await logged('app-3.pem')
        },
      )
      answering = 'late'
      const late = { ...accepted, ...quantiles('Time until the service began its answer') }
      await see({ name: 'the service is slow', shows: late }, async () => post(url, await signed()))
      answering = 'held'
      scenes.push(await waiting(scrape, url, held))
      await see(blocked, async () => {
        // The monitor of the loop looks every 10 ms, and begins anew with each scrape.
        await setTimeout(50)
        busyLoop(200)
        await setTimeout(50)
      })
      await see(garbage, () => collected(scrape))
      answering = 'now'
      await close()
      const gone = { 'Accepted and refused': acceptedAt(7), [answers]: { '{status="502"}': 7 } }
      await see({ name: 'the service is gone', perMinute: 7, shows: gone, alarms: ['CountersignUpstream'] }, async () =>
        post(url, await signed()),
      )
    }),
  )
  return scenes
}

const blocked = {
  name: 'the event loop is blocked',
  shows: { 'The longest delay of the event loop': { '{}': 1 } },
}

const busyLoop = (ms: number): void => {
  const began = performance.now()
  while (performance.now() - began < ms);
}

const panel = 'Processor time, and garbage collection of it, in seconds a second'
const garbage = {
  name: 'garbage is collected',
  shows: { [`${panel}: processor`]: { '{}': 1 }, [`${panel}: garbage collection`]: { '{}': 1 } },
}

const collected = async (scrape: () => Promise<string>): Promise<void> => {
  const times = async (): Promise<number> =>
    [...samplesOf(await scrape())].reduce(
      (sum, [name, n]) => (name.includes('gc_duration_seconds_sum') ? sum + n : sum),
      0,
    )
  const before = await times()
  await until(async () => {
    Array.from({ length: 100_000 }, (_, i) => ({ i }))
    return (await times()) > before
  })
}

/** One app has both places, another one waits for one of them: for a second, so the scrape is tried again if it comes too late. */
const waiting = async (scrape: () => Promise<string>, url: string, held: Array<ServerResponse>): Promise<Scene> => {
  const other = await createSigner({ appId: 'app-2', privateKey: rsa(2048, 'app-2').privatePem })
  for (;;) {
    const before = await scrape()
    const asked = [post(url, await signed()), post(url, await signed())]
    await until(() => held.length === 2)
    const { authorization } = await other.sign({ method: 'POST', url: '/v1/jobs', body: '{}' })
    const late = post(url, { authorization })
    const after = await untilScraped(scrape, late)
    while (held.length > 0 || asked.length > 0) {
      for (const res of held.splice(0)) res.end()
      const rest = await Promise.race([Promise.all([...asked, late]), setTimeout(20)])
      if (rest !== undefined) asked.length = 0
    }
    if (after === undefined) continue
    const places = {
      'Places in use': { '{at="service"}': 1 },
      'What waits: requests for a place, checks for a thread: {{at}}': { '{at="service"}': 1 },
      'Accepted and refused': acceptedAt(3),
    }
    return { name: 'full', before, after, shows: { ...served, ...places }, alarms: ['CountersignPlacesFull'] }
  }
}

/** The scrape in which a request waits; undefined if it does no more. */
const untilScraped = async (scrape: () => Promise<string>, ended: Promise<unknown>): Promise<string | undefined> => {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  const began = performance.now()
  while (!isOver && performance.now() - began < 5000) {
    const text = await scrape()
    if (text.includes('countersign_gateway_places_waiting{at="service"} 1') && text.includes('places{at="service"} 2'))
      return text
  }
  return undefined
}

/** A gateway with TLS, whose certificate ends tomorrow, and whose guard is a Redis that becomes slow and goes. */
const ofGuard = async (): Promise<ReadonlyArray<Scene>> => {
  const scenes: Array<Scene> = []
  const redis = await startRedis()
  const admin = new Redis({ port: redis.port, host: '127.0.0.1' })
  admin.on('error', () => {})
  const cert = join(home, file('tls/cert.pem', certificate(rsa(2048, 'app-1'))))
  const key = join(home, file('tls/key.pem', rsa(2048, 'app-1').privatePem))
  const service = createServer((_, res) => void res.end())
  const guard = `redis://127.0.0.1:${redis.port}`
  const options = ['--keys', 'keys', '--metrics', '0', '--guard', guard]
  try {
    await withServer(service, async ({ url: upstream }) => {
      await serving([...options, '--upstream', upstream], async (gateway) => {
        const { url } = gateway
        const see = (scene: Omit<Scene, 'before' | 'after'>, happen: () => Promise<unknown>): Promise<Scene> =>
          during(scraper(gateway), scene, happen)
        // A busy machine may take the claim to Redis too late for the pause, or its answer too late for the deadline.
        await until(async () => {
          let status = 0
          const scene = await see({ name: 'Redis is slow', shows: { ...accepted, ...slowGuard } }, async () => {
            await admin.call('CLIENT', 'PAUSE', '70')
            status = await post(url, await signed())
          })
          const isSlow = status === 200 && guardSeconds(scene.after) - guardSeconds(scene.before) > 0.06
          if (isSlow) scenes.push(scene)
          return isSlow
        })
        await redis.kill()
        const lost = refusedFor('guard_unavailable')
        const on = ['CountersignGuardUnavailable', 'CountersignMostRefused']
        scenes.push(
          await see({ name: 'Redis is gone', shows: lost, alarms: on }, async () => post(url, await signed())),
        )
      })
      await serving(
        ['--keys', 'keys', '--metrics', '0', '--upstream', upstream, '--cert', cert, '--key', key],
        async (gateway) => {
          scenes.push(
            await during(
              scraper(gateway),
              { name: 'a certificate that ends tomorrow', shows: ends(1), alarms: ['CountersignCertificateEnds'] },
              async () => {},
            ),
          )
          const damaged = { 'Faults of files: read and written': { '{source="certificate"}': 1 } }
          scenes.push(
            await during(
              scraper(gateway),
              {
                name: 'a new certificate that is none',
                shows: { ...ends(1), ...damaged },
                alarms: ['CountersignCertificateEnds', 'CountersignSourceDamaged'],
              },
              async () => {
                file('tls/cert.pem', 'garbage')
                await gateway.logged('stays in use')
              },
            ),
          )
        },
      )
    })
  } finally {
    admin.disconnect()
    await redis.stop()
  }
  return scenes
}
const guardSeconds = (scrape: string): number =>
  samplesOf(scrape).get('countersign_lookup_duration_seconds_sum{of="guard"}') ?? 0

const slowGuard = { 'Time until keys and guard answered, p99': { '{of="guard"}': 1 } }

const shown = suite('the dashboard and the alarms')

needs('promtool', shown)('show each state that a test sets, and no alarm is on one step before', async () => {
  const scenes = await withoutService()
  await holds(scenes)
  // So this can fail: an alarm that is not expected, and a line that is not there.
  const [first] = scenes
  assert.is(first?.name, 'refused: authorization_missing')
  for (const wrong of [{ alarms: [] }, { shows: { ...first?.shows, 'Accepted and refused': acceptedAt(1) } }])
    assert.is((await judged([{ ...(first as Scene), ...wrong }])).code, 1)
})

/** The dearer half takes turns. */
byTurns(2, needs('redis-server', shown))(
  'show each state of a gateway, with its service, its keys, its Redis and its certificate; no panel and no alarm is left out',
  async () => {
    const real = [...(await ofGateway()), ...(await ofGuard())]
    await holds(real)
    const all = [...(await withoutService()), ...real]
    const panels = new Set(all.flatMap(({ shows = {} }) => Object.keys(shows)))
    const on = new Set(all.flatMap((scene) => scene.alarms ?? []))
    assert.equal([...panels].toSorted(), [...queries.keys()].toSorted())
    assert.equal([...on].toSorted(), alarms.toSorted())
  },
)
