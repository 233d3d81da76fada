/**
 * The figures of `npm run load -- growth`: how a verifier does as one thing grows. The guide's table and picture are made of them.
 */

export const subjects = ['connections', 'apps', 'body', 'claims'] as const
export type Subject = (typeof subjects)[number]

/** What is measured at each size, with everything else left small. */
export const sizes: Readonly<Record<Subject, ReadonlyArray<number>>> = {
  connections: [1, 16, 64, 256, 1024],
  apps: [1, 1000, 100_000],
  body: [0, 400, 2 ** 16, 2 ** 20, 2 ** 26],
  claims: [0, 1000, 100_000, 1_000_000, 10_000_000],
}

/** The server at one size. */
export interface Point {
  readonly size: number
  readonly requestsPerSecond: number
  /** In milliseconds. */
  readonly p99: number
  /** Resident, in MB of 1,048,576 bytes. */
  readonly megabytes: number
}

/** A verifier with many apps, from the call of `createVerifier` until it answers. */
export interface Start {
  readonly apps: number
  readonly seconds: number
  /** The longest time that the event loop was held, in milliseconds. */
  readonly held: number
  readonly bytesPerApp: number
}

export interface Figures {
  /** `load`: how many processes wanted a core, on average over the minute before the run. */
  readonly machine: {
    readonly node: string
    readonly cores: number
    readonly processor: string
    readonly load: number
  }
  readonly growth: Readonly<Record<Subject, ReadonlyArray<Point>>>
  readonly starts: Readonly<Record<'record' | 'folder', Start>>
}

/** The most that a start may take; `held` in milliseconds. */
export const limits: Readonly<Record<'record' | 'folder', Omit<Start, 'apps'>>> = {
  record: { seconds: 5, held: 50, bytesPerApp: 2048 },
  folder: { seconds: 15, held: 50, bytesPerApp: 2048 },
}

const whole = (n: number): string => Math.round(n).toLocaleString('en')

/** Three digits, or all of a larger number. */
export const short = (n: number): string => (n >= 100 ? whole(n) : n.toPrecision(n >= 10 ? 3 : 2))

const bytes = (n: number): string =>
  n >= 2 ** 20 ? `${n / 2 ** 20} MiB` : n >= 2 ** 10 ? `${n / 2 ** 10} KiB` : `${n} B`

/** A size in the words of its subject. */
export const sizeOf = (subject: Subject, size: number): string => (subject === 'body' ? bytes(size) : whole(size))

export const titles: Readonly<Record<Subject, string>> = {
  connections: 'connections',
  apps: 'apps',
  body: 'bytes of a body',
  claims: 'claims in the memory guard',
}

const startNames = { record: 'PEM text in a record', folder: '`keyFolder`' } as const

/** What a reader must know of a run beside other work. */
const busy = ({ load, cores }: Figures['machine']): ReadonlyArray<string> =>
  load < cores
    ? []
    : [
        `**The machine was busy**: ${whole(load)} processes wanted a core before the run. Of its figures only the memory counts.`,
      ]

/** Both tables, in Markdown. */
export const tables = ({ growth, starts, machine }: Figures): string => {
  const rows = subjects.flatMap((subject) =>
    growth[subject].map(({ size, requestsPerSecond, p99, megabytes }) => {
      const cells = [sizeOf(subject, size), short(requestsPerSecond), `${short(p99)} ms`, `${whole(megabytes)} MB`]
      return `| ${[titles[subject], ...cells].join(' | ')} |`
    }),
  )
  const starting = (['record', 'folder'] as const).map((name) => {
    const { apps, seconds, held, bytesPerApp } = starts[name]
    const cells = [`${short(seconds)} s`, `${whole(held)} ms`, whole(bytesPerApp)]
    return `| ${[`${whole(apps)} apps, ${startNames[name]}`, ...cells].join(' | ')} |`
  })
  return [
    '| what grows | to | requests a second | p99 | memory of the process |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '| a start with | takes | holds the event loop at most | bytes an app |',
    '|---|---|---|---|',
    ...starting,
    '',
    `Node ${machine.node} on ${machine.cores} cores of ${machine.processor}.`,
    ...busy(machine),
  ].join('\n')
}

const begin = '<!-- made by: npm run load -- growth --write -->'
const end = '<!-- until here -->'

/** The tables that stand in a guide; `undefined` if it has no place for them. */
export const tablesIn = (guide: string): string | undefined => {
  const [, rest] = guide.split(`${begin}\n`)
  return rest?.split(`\n${end}`)[0]
}

/** The guide with these tables. */
export const withTables = (guide: string, figures: Figures): string =>
  guide.replace(`${begin}\n${tablesIn(guide) ?? ''}`, () => `${begin}\n${tables(figures)}`)
