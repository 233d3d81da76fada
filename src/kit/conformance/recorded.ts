/**
 * The offline mode: a file of runs, and a file of answers in place of a port.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { inspect } from '../../core/untrusted.ts'
import { canaries } from './canaries.ts'
import * as codecs from './codecs.ts'
import { type Driver, isNoHello, readAnswer, readHello } from './Driver.ts'
import { draw } from './generators/all.ts'
import { belongs, casesOf, type GeneratedSettings, type Level, levels, type Selection, selectionOf } from './levels.ts'
import { parseLine } from './lines.ts'
import type { Port } from './port.ts'
import { shown } from './shown.ts'
import { shuffled } from './shuffle.ts'
import type { Suite } from './suite.ts'
import { ops, type Vector } from './Vector.ts'

/** What to write to a file of runs. */
export interface EmitSettings extends Selection {
  /** Generated runs beside the cases; none unless set. */
  readonly generated?: GeneratedSettings | undefined
}

/**
 * The lines that the runner would write to a port, canaries and generated runs included. The seed decides their order and what
 * is generated.
 *
 * @example
 * ```ts
 * import { emit, readSuite } from 'countersign/conformance'
 *
 * const lines = emit({ suite: readSuite(), level: 'full', ids: ['timestamp/age-over-limit'] }, 'any').split('\n')
 * assert.equal(JSON.parse(lines[0] ?? '').type, 'hello')
 * ```
 */
export const emit = (settings: EmitSettings, seed: string): string => {
  const { suite, level, generated } = settings
  const cases = casesOf(selectionOf(settings, generated))
  const drawn = generated === undefined ? [] : draw({ suite, level, seed, ...generated })
  const runs = shuffled([...cases, ...canaries(seed, level, { ops }), ...drawn], seed)
  const hello = { type: 'hello', protocol: 1, suite: suite.version, level }
  const messages = [
    { ...hello, ...(generated && { generated: { seed, ...generated } }) },
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
  /** The emitted generated runs, and the seed that draws them again. */
  readonly generated?: GeneratedSettings & { readonly seed: string }
}

/**
 * A port that has already answered. `emitted` and `answers` are texts of JSON lines; `oracle` answers the canaries. On the left:
 * why `emitted` cannot be judged. It was cut, or another version wrote it.
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js'
 * import { createPort, emit, readSuite, recorded } from 'countersign/conformance'
 *
 * const suite = readSuite()
 * const emitted = emit({ suite, level: 'full', ids: ['timestamp/age-over-limit'] }, 'any')
 * const oracle = createPort({ version: '1.0.0' })
 * const made = await recorded(suite, emitted, '', oracle, 'answers.jsonl')
 * assert.ok(E.isRight(made))
 * assert.deepEqual(made.right.ids, ['timestamp/age-over-limit'])
 * ```
 */
export const recorded = async (
  suite: Suite,
  emitted: string,
  answers: string,
  oracle: Port,
  name: string,
): Promise<E.Either<string, Recorded>> => {
  const read = emittedIn(suite, emitted)
  if (E.isLeft(read)) return read
  const { level, generated, runs } = read.right
  const seqs = queues(runs, ({ seq }) => seq)
  const drawn = queues(generated === undefined ? [] : draw({ suite, level, ...generated }), ({ path }) => path)
  const others = runs.filter((run) => drawn(run).shift() === undefined)
  if (generated !== undefined && runs.length - others.length < generated.runs)
    return E.left('it lacks generated runs: it was changed, or another version of countersign wrote it; emit it again')

  const known = queues(suite.vectors, ({ id }) => id)
  const ids: Array<string> = []
  const strangers: Array<Vector> = []
  for (const run of others) {
    const id = known(run).shift()
    if (id !== undefined) ids.push(id)
    else {
      const canary = await canaryOf(run, oracle)
      if (canary !== undefined && belongs(level, canary)) strangers.push(canary)
    }
  }
  return E.right({
    driver: answering(answers, seqs, name),
    canaries: strangers,
    ids,
    level,
    ...(generated && { generated }),
  })
}

/** What `emit` wrote. */
const emittedIn = (suite: Suite, text: string) => {
  const [first = '', ...rest] = linesOf(text)
  const lines = rest.slice(0, -1)
  const hello = helloCodec.decode(parsed(first))
  if (E.isLeft(hello)) return E.left('its first line is not the hello that --write-runs writes')
  if (hello.right.suite !== suite.version)
    return E.left(
      `it holds runs of suite ${shown(hello.right.suite)}, and this is suite ${suite.version}; emit it again`,
    )
  if (!t.type({ type: t.literal('bye') }).is(parsed(rest.at(-1) ?? '')))
    return E.left('it was cut: its last line must be {"type":"bye"}; emit it again')
  const runs: Array<t.TypeOf<typeof runCodec>> = []
  for (const [i, line] of lines.entries()) {
    const run = runCodec.decode(parsed(line))
    if (E.isLeft(run) || run.right.seq !== i + 1)
      return E.left(`its line ${i + 2} must be the run with seq ${i + 1}; emit it again`)
    runs.push(run.right)
  }
  return E.right({ ...hello.right, runs })
}

const linesOf = (text: string): ReadonlyArray<string> => text.split('\n').filter((line) => line.trim() !== '')

/** An emitted run may be longer than an answer: `parseLine` would shorten it. */
const parsed = (line: string): unknown => inspect(() => JSON.parse(line), undefined)

/** Answers each run as the file does. */
const answering = (answers: string, seqs: (run: Run) => Array<number>, name: string): Driver => {
  const lines = linesOf(answers)
  const bySeq = new Map<number, unknown>()
  const twice = new Set<number>()
  for (const line of lines.slice(1)) {
    const answer = t.type({ seq: t.number }).decode(parseLine(line))
    if (E.isLeft(answer)) continue
    const { seq } = answer.right
    if (bySeq.has(seq)) twice.add(seq)
    bySeq.set(seq, answer.right)
  }
  return {
    command: name,
    hello: async () => {
      const hello = readHello(lines[0] ?? '')
      return isNoHello(hello) ? { ...hello, detail: `${name}: ${hello.detail}` } : hello
    },
    run: async (op, input) => {
      const queue = seqs({ op, input })
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
  }
}

const helloCodec = t.intersection([
  t.type({ type: t.literal('hello'), suite: t.string, level: codecs.oneOf(...levels) }),
  t.partial({
    generated: t.intersection([t.type({ seed: t.string, runs: t.number }), t.partial({ path: t.string })]),
  }),
])
const runCodec = t.type({ type: t.literal('run'), seq: t.number, op: t.string, input: t.unknown })

interface Run {
  readonly op: string
  readonly input: unknown
}

/** What `of` tells of the runs with the same input, in a queue: several cases may have one. */
const queues = <R extends Run, A>(runs: ReadonlyArray<R>, of: (run: R) => A): ((run: Run) => Array<A>) => {
  const byInput = new Map<string, Array<A>>()
  const queueOf = ({ op, input }: Run): Array<A> => {
    const key = JSON.stringify([op, input])
    const queue = byInput.get(key) ?? []
    byInput.set(key, queue)
    return queue
  }
  for (const run of runs) queueOf(run).push(of(run))
  return queueOf
}

/** A run that is in no file: the oracle's answer is right. Undefined if the run is malformed. */
const canaryOf = async ({ op, input }: Run, oracle: Port): Promise<Vector | undefined> => {
  const { trace: _, ...expect } = await oracle.answer(op, input)
  const comment = 'its answer to a run that is in no file is wrong'
  const canary = codecs.vector.decode({ id: `canary/${op}`, since: '', comment, flags: [], op, input, expect })
  return E.isRight(canary) ? canary.right : undefined
}
