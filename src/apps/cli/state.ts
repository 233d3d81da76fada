/**
 * The state of a server at a scrape, in the text format of Prometheus: what is full, how old the keys are, when the certificate ends.
 * Counts of events are in `metrics.ts`.
 *
 *   { keys: 3 }   →   # HELP countersign_keys Public keys that are read.
 *                     # TYPE countersign_keys gauge
 *                     countersign_keys 3
 *
 * Labels are closed lists. A number that is not known has no sample.
 */

/** Places at the service, or of uploads in files. */
export interface PlacesState {
  readonly taken: number
  readonly waiting: number
  readonly most: number
}

export interface ServerState {
  readonly version: string
  readonly node: string
  /** Of a gateway. */
  readonly places: Readonly<Partial<Record<'service' | 'upload', PlacesState>>>
  /** Signature checks that wait for a thread, of all that may. */
  readonly checks: { readonly waiting: number; readonly most: number }
  readonly keys: number
  /** Seconds since keys and tokens were looked at. */
  readonly lookAge: number
  /** Since the start. */
  readonly faults: Readonly<Record<'keys' | 'tokens', number>>
  /** When the certificate in use ends, in seconds since 1970. */
  readonly certificateEnd: number | undefined
}

interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly samples: ReadonlyArray<Sample>
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export const stateText = (state: ServerState): string => familiesOf(state).flatMap(linesOf).join('')

const familiesOf = (state: ServerState): ReadonlyArray<Family> => [
  gauge('build_info', 'The version that runs; always 1.', [
    { labels: { version: state.version, node: state.node }, value: 1 },
  ]),
  places(state, 'taken', 'gateway_places', 'Places that are taken.'),
  places(state, 'most', 'gateway_places_limit', 'Places that there are.'),
  places(state, 'waiting', 'gateway_places_waiting', 'Requests that wait for a place.'),
  gauge('checks_waiting', 'Signature checks that wait for a thread.', [plain(state.checks.waiting)]),
  gauge('checks_waiting_limit', 'Signature checks that may wait.', [plain(state.checks.most)]),
  gauge('keys', 'Public keys that are read.', [plain(state.keys)]),
  gauge('keys_look_age_seconds', 'Since keys and tokens were looked at.', [plain(state.lookAge)]),
  {
    name: 'countersign_source_faults_total',
    help: 'Faults of keys and tokens that the log names.',
    type: 'counter',
    samples: Object.entries(state.faults).map(([source, value]) => ({ labels: { source }, value })),
  },
  gauge(
    'certificate_expiry_timestamp_seconds',
    'When the certificate in use ends.',
    state.certificateEnd === undefined ? [] : [plain(state.certificateEnd)],
  ),
]

const gauge = (name: string, help: string, samples: Family['samples']): Family => ({
  name: `countersign_${name}`,
  help,
  type: 'gauge',
  samples,
})

const places = (state: ServerState, which: keyof PlacesState, name: string, help: string): Family =>
  gauge(
    name,
    help,
    Object.entries(state.places).map(([at, place]) => ({ labels: { at }, value: place[which] })),
  )

const plain = (value: number): Sample => ({ labels: {}, value })

const linesOf = ({ name, help, type, samples }: Family): ReadonlyArray<string> => {
  if (samples.length === 0) return []
  const lines = samples.map(({ labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
    return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`
  })
  return [`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`, ...lines]
}
