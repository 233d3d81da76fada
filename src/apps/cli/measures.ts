/**
 * What `serve` counts and times, and how each event becomes a measure:
 *
 *   lookedUp('guard', 3)   →   { instrument: lookups, labels: { of: 'guard' }, value: 0.003 }
 *
 * Measures go to Prometheus, if `--metrics` asks for it (`metrics.ts`), and to the channel `countersign:measure` of
 * node:diagnostics_channel, from which a program makes instruments of OpenTelemetry. On the channel `countersign:serve` it hears once
 * which there are, and how to ask for the state (`state.ts`). Verdicts have the channel `countersign:verdict`, as in every app.
 *
 * Labels are closed lists: no app id or path, which a stranger can choose. Each series begins at 0: an alarm sees no increase in a
 * series that appears with 1.
 */
import { channel } from 'node:diagnostics_channel'
import { type Verdict, VerificationError } from '../../server/node.ts'
import { unreadableStatuses } from './loggedServer.ts'

export type Labels = Readonly<Record<string, string>>

export interface Instrument {
  /** As Prometheus calls it. */
  readonly name: string
  readonly help: string
  /** A histogram is in seconds. */
  readonly kind: 'counter' | 'histogram'
  /** The labels of each series that there can be; one without labels if it has one series. */
  readonly series: ReadonlyArray<Labels>
}

/** An event: a counter grows by `value`, a histogram gets it. */
export interface Measure {
  readonly instrument: Instrument
  readonly labels: Labels
  readonly value: number
}

/** What a request asks before its verdict. */
export type Lookup = 'keys' | 'guard'

/** What happens in a server. Times are in milliseconds. */
export interface Measures {
  readonly judged: (verdict: Verdict) => void
  /** An answer of the gateway, or of the service behind it. */
  readonly answered: (status: number) => void
  /** The service behind the gateway has begun an answer. */
  readonly serviceAnswered: (milliseconds: number) => void
  readonly lookedUp: (of: Lookup, milliseconds: number) => void
  /** A request that could not be read, so that no verifier judged it. */
  readonly unreadable: (status: number) => void
}

const requests: Instrument = {
  name: 'countersign_requests_total',
  help: 'Requests that were judged.',
  kind: 'counter',
  series: [
    { outcome: 'accept', scheme: 'signed' },
    { outcome: 'accept', scheme: 'bearer' },
    ...VerificationError.reasons.map((reason) => ({ outcome: 'reject', reason })),
  ],
}

const durations: Instrument = {
  name: 'countersign_request_duration_seconds',
  help: 'Time until the verdict, including the time to receive the body.',
  kind: 'histogram',
  series: [{ outcome: 'accept' }, { outcome: 'reject' }],
}

const unreadable: Instrument = {
  name: 'countersign_unreadable_requests_total',
  help: 'Requests that could not be read, so no verifier judged them.',
  kind: 'counter',
  series: unreadableStatuses.map((status) => ({ status: `${status}` })),
}

const lookups: Instrument = {
  name: 'countersign_lookup_duration_seconds',
  help: 'Time until keys or the replay guard answered.',
  kind: 'histogram',
  series: [{ of: 'keys' }, { of: 'guard' }],
}

const service: Instrument = {
  name: 'countersign_gateway_service_duration_seconds',
  help: 'Time until the service behind the gateway began its answer.',
  kind: 'histogram',
  series: [{}],
}

const answersOf = (ownAnswers: ReadonlyArray<number>): Instrument => ({
  name: 'countersign_gateway_answers_total',
  help: 'Answers, except refusals of the verifier; 499: the caller closed the connection.',
  kind: 'counter',
  series: ownAnswers.map((status) => ({ status: `${status}` })),
})

/** `ownAnswers`: the statuses that a gateway answers by itself; none for the stand-in. */
export const instrumentsOf = (ownAnswers: ReadonlyArray<number>): ReadonlyArray<Instrument> => [
  requests,
  durations,
  unreadable,
  lookups,
  ...(ownAnswers.length === 0 ? [] : [service, answersOf(ownAnswers)]),
]

/** Those whose measures are published. */
export const publishedOf = (instruments: ReadonlyArray<Instrument>): ReadonlyArray<Instrument> =>
  instruments.filter((it) => it !== requests && it !== durations)

/** `scrape` hears of all measures. */
export const measures = (scrape: (measure: Measure) => void): Measures => {
  const published = channel('countersign:measure')
  const record = (instrument: Instrument, labels: Labels, value: number): void => {
    const measure = { instrument, labels, value }
    scrape(measure)
    if (published.hasSubscribers) published.publish(measure)
  }
  const answers = answersOf([])
  return {
    // Not published: the verdict is.
    judged: (verdict) => {
      scrape({ instrument: requests, labels: labelsOf(verdict), value: 1 })
      scrape({ instrument: durations, labels: { outcome: verdict.outcome }, value: verdict.milliseconds / 1000 })
    },
    answered: (status) => record(answers, { status: `${status}` }, 1),
    serviceAnswered: (milliseconds) => record(service, {}, milliseconds / 1000),
    lookedUp: (of, milliseconds) => record(lookups, { of }, milliseconds / 1000),
    unreadable: (status) => record(unreadable, { status: `${status}` }, 1),
  }
}

const labelsOf = (verdict: Verdict): Labels =>
  verdict.outcome === 'accept'
    ? { outcome: 'accept', scheme: verdict.scheme }
    : { outcome: 'reject', reason: verdict.reason }
