/**
 * The offline mode: a file of runs, and a file of answers in place of a port.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { canaries } from './canaries.ts'
import * as codecs from './codecs.ts'
import { type Driver, isNoHello, readAnswer, readHello } from './Driver.ts'
import { belongs, casesOf, type Level, levels, type Selection } from './levels.ts'
import { parseLine } from './lines.ts'
import type { Port } from './port.ts'
import { shuffled } from './shuffle.ts'
import { ops, type Vector } from './Vector.ts'

/**
 * The lines that the runner would write to a port, canaries included.
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
  const runs = shuffled([...casesOf(selection), ...canaries(seed, selection.level, { ops })], seed)
  const messages = [
    { type: 'hello', protocol: 1, suite: selection.suite.version, level: selection.level },
    ...runs.map(({ op, input }, i) => ({ type: 'run', seq: i + 1, op, input })),
    { type: 'bye' },
  ]
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('')
}

export interface Recorded {
  readonly driver: Driver
  /** The runs that are in no file, each expecting the oracle's answer. */
  readonly canaries: ReadonlyArray<Vector>
  /** The emitted cases. */
  readonly ids: ReadonlyArray<string>
  readonly level: Level
}

/**
 * A port that has already answered. `emitted` and `answers` are texts of JSON lines; `oracle` answers the canaries.
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
  const twice = new Set<number>()
  for (const line of lines.slice(1)) {
    const answer = numbered.decode(parseLine(line))
    if (E.isLeft(answer)) continue
    const { seq } = answer.right
    if (bySeq.has(seq)) twice.add(seq)
    bySeq.set(seq, answer.right)
  }
  const seqs = queues<number>()
  const strangers: Array<Vector> = []
  for (const line of emitted.split('\n')) {
    const read = message.decode(parseLine(line))
    if (E.isLeft(read)) continue
    const run = read.right
    if (run.type === 'hello') {
      level = run.level
      continue
    }
    const key = keyOf(run)
    seqs(key).push(run.seq)
    const id = known(key).shift()
    if (id !== undefined) ids.push(id)
    else {
      const canary = await canaryOf(run, oracle)
      if (canary !== undefined && belongs(level, canary)) strangers.push(canary)
    }
  }
  return {
    driver: {
      command: name,
      hello: async () => {
        const hello = readHello(parseLine(lines[0] ?? ''))
        return isNoHello(hello) ? { ...hello, detail: `${name}: ${hello.detail}` } : hello
      },
      run: async (op, input) => {
        const queue = seqs(keyOf({ op, input }))
        const seq = queue.shift()
        if (seq === undefined) return { _tag: 'Protocol', detail: 'the case is not among the emitted runs' }
        // Each canary runs twice.
        queue.push(seq)
        if (twice.has(seq)) return { _tag: 'Protocol', detail: `more than one answer has seq ${seq}` }
        const answer = bySeq.get(seq)
        return answer === undefined ? { _tag: 'Protocol', detail: `no answer has seq ${seq}` } : readAnswer(answer, seq)
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

const numbered = t.type({ seq: t.number })
const message = t.union([
  t.type({ type: t.literal('hello'), level: codecs.oneOf(...levels) }),
  t.type({ type: t.literal('run'), seq: t.number, op: t.string, input: t.unknown }),
])

interface Run {
  readonly op: string
  readonly input: unknown
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

const keyOf = ({ op, input }: Run): string => JSON.stringify([op, input])

/** A run that is in no file: the oracle's answer is right. Undefined if the run is malformed. */
const canaryOf = async ({ op, input }: Run, oracle: Port): Promise<Vector | undefined> => {
  const { trace: _, ...expect } = await oracle.answer(op, input)
  const comment = 'its answer to a run that is in no file is wrong'
  const canary = codecs.vector.decode({ id: `canary/${op}`, since: '', comment, flags: [], op, input, expect })
  return E.isRight(canary) ? canary.right : undefined
}
