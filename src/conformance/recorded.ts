/**
 * The offline mode: the runs as a file, and a file of answers in place of a port.
 */
import { type CanaryRun, canaries } from './canaries.ts'
import { type Driver, isNoHello, readAnswer, readHello } from './Driver.ts'
import { casesOf, type Level, levels, type Selection } from './levels.ts'
import { parseLine } from './lines.ts'
import type { Port } from './port.ts'
import { shuffled } from './shuffle.ts'
import { type Hello, type Op, ops, type Vector } from './Vector.ts'

const parse = (text: string): Readonly<Record<string, unknown>> | undefined => {
  const value = parseLine(text)
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined
}

/**
 * What the runner would write to a port, canaries included.
 *
 * @example
 * ```ts
 * import { emit, readSuite } from 'countersign/conformance'
 *
 * const lines = emit({ suite: readSuite(), level: 'full', ids: ['timestamp/age-over-limit'] }, 'any').split('\n')
 * assert.equal(JSON.parse(lines[0] ?? '').type, 'hello')
 * ```
 */
export const emit = (selection: Selection, seed: string): string => {
  const everything: Hello = { name: '', version: '', language: '', ops, policies: [] }
  const runs = shuffled([...casesOf(selection), ...canaries(seed, everything)], seed)
  const messages = [
    { type: 'hello', protocol: 1, suite: selection.suite.version, level: selection.level },
    ...runs.map(({ op, input }, i) => ({ type: 'run', seq: i + 1, op, input })),
    { type: 'bye' },
  ]
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('')
}

export interface Recorded {
  readonly driver: Driver
  /** The runs that stand in no file; our own port says what belongs to them. */
  readonly canaries: ReadonlyArray<CanaryRun>
  /** The cases that were emitted: those of a level, or those that were named. */
  readonly ids: ReadonlyArray<string>
  readonly level: Level
}

/**
 * A port whose answers have been given already. The files are texts of lines; `oracle` answers the canaries.
 *
 * @example
 * ```ts
 * import { createPort, emit, readSuite, recorded } from 'countersign/conformance'
 *
 * const suite = readSuite()
 * const emitted = emit({ suite, level: 'full', ids: ['timestamp/age-over-limit'] }, 'any')
 * const oracle = createPort({ version: '1.0.0' })
 * const { ids } = await recorded(suite.vectors, emitted, '', oracle, 'answers.jsonl')
 * assert.deepEqual(ids, ['timestamp/age-over-limit'])
 * ```
 */
export const recorded = async (
  vectors: ReadonlyArray<Vector>,
  emitted: string,
  answers: string,
  oracle: Port,
  name: string,
): Promise<Recorded> => {
  const known = queues<string>()
  for (const vector of vectors) known(keyOf(vector)).push(vector.id)
  const ids: Array<string> = []
  let level: Level = 'full'
  const lines = answers.split('\n').filter((line) => line.trim() !== '')
  const bySeq = new Map<number, unknown>()
  for (const line of lines.slice(1)) {
    const answer = parse(line)
    if (typeof answer?.seq === 'number') bySeq.set(answer.seq, answer)
  }
  const seqs = queues<number>()
  const strangers: Array<CanaryRun> = []
  for (const line of emitted.split('\n')) {
    const run = parse(line)
    if (run?.type === 'hello') level = levels.find((name) => name === run.level) ?? level
    if (run?.type !== 'run') continue
    const key = keyOf(run as { op: string; input: unknown })
    seqs(key).push(run.seq as number)
    const id = known(key).shift()
    if (id !== undefined) ids.push(id)
    else strangers.push(await canaryOf(run.op as Op, run.input, oracle))
  }
  return {
    driver: {
      command: name,
      hello: async () => {
        const hello = readHello(parse(lines[0] ?? ''))
        return isNoHello(hello) ? { ...hello, detail: `${name}: ${hello.detail}` } : hello
      },
      run: async (op, input) => {
        const queue = seqs(keyOf({ op, input }))
        const seq = queue.shift()
        if (seq === undefined) return { _tag: 'Protocol', detail: 'the case is not among the runs that were emitted' }
        // A canary is put twice.
        queue.push(seq)
        const answer = bySeq.get(seq)
        return answer === undefined
          ? { _tag: 'Protocol', detail: `there is no answer of seq ${seq}` }
          : readAnswer(answer, seq)
      },
      stderr: () => '',
      restarts: () => 0,
      close: async () => {},
    },
    canaries: strangers,
    ids,
    level,
  }
}

/** A queue for each key. Several cases may have the same input. */
const queues = <A>(): ((key: string) => Array<A>) => {
  const byKey = new Map<string, Array<A>>()
  return (key) => {
    const queue = byKey.get(key) ?? []
    byKey.set(key, queue)
    return queue
  }
}

const keyOf = ({ op, input }: { readonly op: string; readonly input: unknown }): string => JSON.stringify([op, input])

const canaryOf = async (op: Op, input: unknown, oracle: Port): Promise<CanaryRun> => {
  const { outcome, reason, value } = await oracle.answer(op, input)
  const expect = { outcome, ...(reason !== undefined && { reason }), ...(value !== undefined && { value }) }
  const tells = 'it does not answer what stands in no file'
  const vector = { id: `canary/${op}`, since: '', comment: tells, flags: [], op, input, expect } as unknown as Vector
  return { name: op, tells, op, input, vector }
}
