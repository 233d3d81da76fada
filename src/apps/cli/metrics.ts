/**
 * What `serve --metrics` shows to Prometheus, by prom-client: what was measured (`measures.ts`), the state at the scrape (`state.ts`), and
 * prom-client's own figures of the process: memory, processor time, delays of the event loop, garbage collection, descriptors.
 *
 * Loaded with `--metrics` alone.
 */
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Instrument, Measure } from './measures.ts'
import type { Family, State } from './state.ts'

/** The upper ends of the buckets, in seconds. Those of the guide's recipe. */
const buckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  readonly record: (measure: Measure) => void
  /** What a scrape is answered. */
  readonly text: (state: State) => Promise<string>
  /** Answers `GET /metrics`; with `unready` also `/-/live` and `/-/ready`. */
  readonly server: (state: State, unready?: Unready) => Server
}

export const metrics = (instruments: ReadonlyArray<Instrument>): Metrics => {
  const registry = new Registry()
  const recorders = new Map(instruments.map((it) => [it.name, recorderOf(it, registry)]))
  const states = new Map<string, Gauge | Counter>()
  collectDefaultMetrics({ register: registry })
  const text: Metrics['text'] = (state) => {
    for (const family of state()) show(family, states, registry)
    return registry.metrics()
  }
  return {
    record: ({ instrument, labels, value }) => recorders.get(instrument.name)?.(labels, value),
    text,
    server: (state, unready) => metricsServer(() => text(state), unready),
  }
}

type Recorder = (labels: Measure['labels'], value: number) => void

const recorderOf = ({ name, help, kind, series }: Instrument, registry: Registry): Recorder => {
  const labelNames = [...new Set(series.flatMap(Object.keys))]
  const settings = { name, help, labelNames, registers: [registry] }
  if (kind === 'counter') {
    const counter = new Counter(settings)
    for (const labels of series) counter.inc(labels, 0)
    return (labels, value) => counter.inc(labels, value)
  }
  const histogram = new Histogram({ ...settings, buckets })
  for (const labels of series) histogram.zero(labels)
  return (labels, value) => histogram.observe(labels, value)
}

/** A family appears with its first sample: a gauge of prom-client without labels begins at 0, and what is unknown is not 0. */
const show = (
  { name, help, type, samples }: Family,
  states: Map<string, Gauge | Counter>,
  registry: Registry,
): void => {
  const [first] = samples
  if (first === undefined) return
  const settings = { name, help, labelNames: Object.keys(first.labels), registers: [registry] }
  const shown = states.get(name) ?? (type === 'gauge' ? new Gauge(settings) : new Counter(settings))
  states.set(name, shown)
  shown.reset()
  for (const { labels, value } of samples) shown.inc(labels, value)
}

/** Why no request should be sent here now; undefined if all is well. */
export type Unready = () => Promise<string | undefined>

const metricsServer = (text: () => Promise<string>, unready?: Unready): Server =>
  createServer(async ({ method, url = '' }, res) => {
    const path = /^[^?]*/.exec(url)?.[0] ?? ''
    const isHealth = unready !== undefined && /^\/-\/(?:live|ready)$/.test(path)
    if (path !== '/metrics' && !isHealth) return void res.writeHead(404).end()
    if (method !== 'GET' && method !== 'HEAD') return void res.writeHead(405, { Allow: 'GET, HEAD' }).end()
    const why =
      path === '/-/ready' ? await unready?.().catch(() => 'it is not known whether the server is ready') : undefined
    const body = isHealth ? `${why ?? path.slice('/-/'.length)}\n` : await text()
    res.writeHead(why === undefined ? 200 : 503, {
      'Content-Type': `text/plain; ${isHealth ? '' : 'version=0.0.4; '}charset=utf-8`,
      'Content-Length': Buffer.byteLength(body),
    })
    res.end(method === 'HEAD' ? undefined : body)
  })
