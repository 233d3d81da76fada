/**
 * The state of a server at a scrape, as families of samples: which places are full, how old the keys are, when the certificate ends.
 * `measures.ts` counts the events between two scrapes.
 *
 *   { keys: 3 }   →   { name: 'countersign_keys', help: 'Public keys that are read.', type: 'gauge', samples: [{ labels: {}, value: 3 }] }
 *
 * Labels are closed lists. A number that is not known has no sample.
 */
import type { Logger } from './logger.ts'
import type { KeptCounts } from './refusals.ts'

/** Places at the service, or of uploads in files. */
export interface PlacesState {
  readonly taken: number
  readonly waiting: number
  readonly most: number
}

/** The files of a server: keys, tokens and certificate are read again and again; `kept` requests and the `log` are written. */
export type Source = 'keys' | 'tokens' | 'certificate' | 'kept' | 'log'

/** Logs a fault of a source, and counts it if it is an error. */
export type SayOf = (source: Source) => Logger['say']

export interface ServerState {
  readonly version: string
  readonly node: string
  /** The places of a gateway; empty for the stand-in. */
  readonly places: Readonly<Partial<Record<'service' | 'upload', PlacesState>>>
  /** Signature checks that wait for a thread, and how many may wait. */
  readonly checks: { readonly waiting: number; readonly most: number }
  readonly keys: number
  /** Seconds since keys and tokens were looked at. */
  readonly lookAge: number
  /** How many faults each source had since the start. */
  readonly faults: Readonly<Record<Source, number>>
  /** How many refused requests `--keep` has saved, and how many not. Undefined without `--keep`. */
  readonly refusals: KeptCounts | undefined
  /** When the certificate in use ends, in seconds since 1970. */
  readonly certificateEnd: number | undefined
}

export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly samples: ReadonlyArray<Sample>
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The state at the moment of the call. */
export type State = () => ReadonlyArray<Family>

export const familiesOf = (state: ServerState): ReadonlyArray<Family> => [
  gauge('build_info', 'The value is always 1. The label names the version that runs.', [
    { labels: { version: state.version, node: state.node }, value: 1 },
  ]),
  gauge(
    'gateway_places',
    'Places of the gateway in use: requests at the service, or uploads.',
    placeSamples(state, 'taken'),
  ),
  gauge('gateway_places_limit', 'The largest number of used places.', placeSamples(state, 'most')),
  gauge('gateway_places_waiting', 'Requests that wait for a place.', placeSamples(state, 'waiting')),
  gauge('checks_waiting', 'Signature checks that wait for a thread.', [plain(state.checks.waiting)]),
  gauge('checks_waiting_limit', 'Signature checks that may wait.', [plain(state.checks.most)]),
  gauge('keys', 'Public keys that are read.', [plain(state.keys)]),
  gauge('keys_look_age_seconds', 'Time since keys and tokens were last checked.', [plain(state.lookAge)]),
  {
    name: 'countersign_source_faults_total',
    help: 'Log lines about faults of keys, tokens, certificates and saved requests, and log lines that were lost.',
    type: 'counter',
    samples: Object.entries(state.faults).map(([source, value]) => ({ labels: { source }, value })),
  },
  {
    name: 'countersign_kept_refusals_total',
    help: 'Refused requests that --keep has saved, and requests that it has dropped: too many in a minute, or a fault.',
    type: 'counter',
    samples: Object.entries(state.refusals ?? {}).map(([outcome, value]) => ({ labels: { outcome }, value })),
  },
  gauge(
    'certificate_expiry_timestamp_seconds',
    'When the certificate in use expires.',
    state.certificateEnd === undefined ? [] : [plain(state.certificateEnd)],
  ),
]

const gauge = (name: string, help: string, samples: Family['samples']): Family => ({
  name: `countersign_${name}`,
  help,
  type: 'gauge',
  samples,
})

/** One sample for the places at the service, and one for those of uploads. */
const placeSamples = ({ places }: ServerState, which: keyof PlacesState): Family['samples'] =>
  Object.entries(places).map(([at, place]) => ({ labels: { at }, value: place[which] }))

const plain = (value: number): Sample => ({ labels: {}, value })
