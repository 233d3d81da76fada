// The offline mode: runs written to a file, recorded answers judged as if they had come over a pipe.
import { PassThrough } from 'node:stream'
import * as E from 'fp-ts/lib/Either.js'
import picocolors from 'picocolors'
import { conform } from '../../../src/kit/conformance/conform.ts'
import { isNoHello, type NoHello } from '../../../src/kit/conformance/Driver.ts'
import type { Level, Selection } from '../../../src/kit/conformance/levels.ts'
import { createPort, type Port } from '../../../src/kit/conformance/port.ts'
import type { PortReport } from '../../../src/kit/conformance/Report.ts'
import { emit, recorded } from '../../../src/kit/conformance/recorded.ts'
import { tableOf } from '../../../src/kit/conformance/reports/table.ts'
import { allPassed } from '../../../src/kit/conformance/reports/tally.ts'
import { servePort } from '../../../src/kit/conformance/serve.ts'
import { assert, right, suite } from '../../support/suite.ts'
import { signersBy } from './generators/drawn.ts'
import { caseOf, few, packaged, reportOn } from './ports/cases.ts'

const ours = createPort({ version: '0' })

/**
 * A canary is a run with a new key, which no file of the suite holds: a port that has memorized the published answers fails it. Level full
 * has this many runs of canaries.
 */
const canaryRuns = 8
const helloAndBye = 2

const selection = (level: Level = 'full', ids: ReadonlyArray<string> | undefined = few): Selection => ({
  suite: packaged,
  level,
  ids,
})

/** Our own port's answers to these runs. */
const answered = async (runs: string, port: Port = ours): Promise<string> => {
  const input = new PassThrough()
  const lines: Array<string> = []
  const served = servePort(port, input, async (line) => {
    lines.push(line)
  })
  input.end(runs)
  await served
  return lines.join('')
}

/** As the command does it: the file of runs names the cases and the level. */
const judged = async (runs: string, answers: string, more: Partial<Selection> = {}): Promise<PortReport | NoHello> => {
  const { driver, canaries, ...emitted } = right(await recorded(packaged, runs, answers, ours, 'answers.jsonl'))
  const seed = emitted.generated?.seed ?? 'another'
  const mode = { _tag: 'Recorded', canaries } as const
  return conform(driver, { suite: packaged, ...emitted, today: '2026-11-21', seed, mode, ...more })
}

const report = async (...args: Parameters<typeof judged>): Promise<PortReport> => {
  const made = await judged(...args)
  if (isNoHello(made)) throw new Error(made.detail)
  return made
}

const linesOf = (text: string): ReadonlyArray<string> => text.split('\n').filter((line) => line !== '')
const joined = (lines: ReadonlyArray<unknown>): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')

const runs = emit(selection(), 'recorded')
const answers = await answered(runs)
/** The number of a case among the emitted runs. */
const seqOf = (id: string): number => {
  const { op, input } = caseOf(id)
  const found = linesOf(runs)
    .map((line) => JSON.parse(line))
    .find((run) => run.op === op && JSON.stringify(run.input) === JSON.stringify(input))
  return found.seq
}
const changed = (seq: number, change: (answer: Record<string, unknown>) => unknown): string =>
  joined(
    linesOf(answers).flatMap((line) => {
      const answer = JSON.parse(line)
      const made = answer.seq === seq ? change(answer) : line
      return made === undefined ? [] : [made]
    }),
  )

const emitted = suite('the emitted runs')

emitted('begin with a hello, end with a bye, and reveal neither ids nor expected answers', () => {
  const messages = linesOf(runs).map((line) => JSON.parse(line))
  assert.equal(messages[0], { type: 'hello', protocol: 1, suite: packaged.version, level: 'full' })
  assert.equal(messages.at(-1), { type: 'bye' })
  for (const [i, message] of messages.slice(1, -1).entries()) {
    assert.equal(Object.keys(message), ['type', 'seq', 'op', 'input'])
    assert.is(message.seq, i + 1)
  }
  assert.is(messages.length, helloAndBye + few.length + canaryRuns)
})

emitted('are ordered by the seed', () => {
  const orderOf = (text: string): ReadonlyArray<string> => linesOf(text).map((line) => JSON.parse(line).op)
  assert.equal(orderOf(emit(selection(), 'recorded')), orderOf(runs))
  assert.not.equal(orderOf(emit(selection(), 'otherwise')), orderOf(runs))
})

const judging = suite('judging recorded answers')

judging('our own port’s answers pass, canaries included', async () => {
  const made = await report(runs, answers)
  assert.ok(allPassed(made))
  assert.is(made.counts.pass, few.length)
  assert.ok(made.canaries.length > 0)
  assert.is(made.name, 'countersign')
  assert.is(made.command, 'answers.jsonl')
})

judging('a whole level gives the verdicts of a run over a pipe, for a faulty port as well', async () => {
  const faulty: Port = {
    ...ours,
    answer: async (op, input) => {
      const answer = await ours.answer(op, input)
      // Wrong for some inputs of each op, and the same for the same input.
      return JSON.stringify(input).length % 5 === 0 ? { outcome: 'error', reason: 'fifth' } : answer
    },
  }
  const of = { ...selection('verifier'), ids: undefined }
  const all = emit(of, 'whole')
  const made = await report(all, await answered(all, faulty))
  const live = await reportOn(faulty, of)
  const verdicts = ({ cases }: PortReport) => cases.map(({ id, verdict }) => `${id} ${verdict}`)
  assert.equal(verdicts(made), verdicts(live))
  assert.ok(live.counts.error > 20 && live.counts.pass > 20)
  assert.equal([made.conformant, made.partial], [live.conformant, live.partial])
})

judging('two answers to one run are a violation of the protocol', async () => {
  const made = await report(runs, `${answers}${JSON.stringify({ seq: seqOf('rsa/plain'), outcome: 'accept' })}\n`)
  assert.equal([made.counts.pass, made.counts.protocol], [few.length - 1, 1])
  assert.match(
    String(made.cases.find(({ id }) => id === 'rsa/plain')?.failure?.message),
    'more than one answer has seq',
  )
})

judging('a fault of the signer does not count at level verifier', async () => {
  const of = { ...selection('verifier'), ids: undefined }
  const whole = emit(of, 'whole')
  const runOf = (line: string) => JSON.parse(line) as { readonly op?: string }
  assert.not.ok(linesOf(whole).some((line) => runOf(line).op === 'stringToSign'))
  // A file of an earlier version holds the signer's canaries as well.
  const [extra = ''] = linesOf(emit(selection('signer', []), 'extra')).filter((line) => runOf(line).op === 'sign')
  // Neither hello nor bye has a seq, and the first run has seq 1.
  const seq = linesOf(whole).length - 1
  const earlier = whole.replace('{"type":"bye"}', `${JSON.stringify({ ...runOf(extra), seq })}\n{"type":"bye"}`)
  const made = await report(earlier, `${await answered(whole)}{"seq":${seq},"outcome":"error"}\n`)
  assert.ok(made.conformant)
})

judging('cases with the same input need one answer each', async () => {
  const ids = ['target/path-only', 'authorization/verify-usual', 'base64/verify-bits-2048']
  assert.is(new Set(ids.map((id) => JSON.stringify(caseOf(id).input))).size, 1)
  const thrice = emit(selection('full', ids), 'thrice')
  const lines = linesOf(await answered(thrice))
  assert.is((await report(thrice, joined(lines))).counts.pass, 3)
  const { seq } = linesOf(thrice)
    .map((line) => JSON.parse(line))
    .find(({ input }) => JSON.stringify(input) === JSON.stringify(caseOf('target/path-only').input))
  const without = lines.filter((line) => JSON.parse(line).seq !== seq)
  const made = await report(thrice, joined(without))
  assert.equal([made.counts.pass, made.counts.protocol], [2, 1])
})

judging('a missing answer gets no guess at a mistake', async () => {
  const failureOf = async (change: () => unknown) =>
    (await report(runs, changed(seqOf('target/signed-for-the-wire'), change))).cases.find(
      ({ id }) => id === 'target/signed-for-the-wire',
    )?.failure
  assert.equal((await failureOf(() => undefined))?.flags, [])
  const seq = seqOf('target/signed-for-the-wire')
  assert.ok(((await failureOf(() => ({ seq, outcome: 'reject' })))?.flags.length ?? 0) > 0)
})

judging('the order of answers and blank lines do not matter', async () => {
  const [hello, ...rest] = linesOf(answers)
  assert.is((await report(runs, joined([hello, '', ...rest.toReversed(), '']))).counts.pass, few.length)
  assert.is((await report(runs, answers.replaceAll('\n', '\r\n'))).counts.pass, few.length)
})

judging('one changed answer fails', async () => {
  for (const id of [
    'rsa/plain',
    'keys/public-bits-1024',
    'string-to-sign/made-of-five-parts',
    'string-to-sign/five-parts',
  ]) {
    const made = await report(
      runs,
      changed(seqOf(id), ({ seq, outcome }) => ({ seq, outcome: outcome === 'reject' ? 'accept' : 'reject' })),
    )
    assert.not.ok(allPassed(made))
    const told = made.cases.filter(({ verdict }) => verdict !== 'pass').map((c) => [c.id, c.verdict])
    assert.equal(told, [[id, 'fail']])
  }
})

for (const [what, change] of [
  ['missing', () => undefined],
  ['no JSON', () => '{"seq":'],
  ['without seq', ({ seq: _, ...rest }: Record<string, unknown>) => rest],
  ['with a string as seq', ({ seq, ...rest }: Record<string, unknown>) => ({ ...rest, seq: String(seq) })],
  ['with an unknown outcome', ({ seq }: Record<string, unknown>) => ({ seq, outcome: 'ok' })],
] as const) {
  judging(`one answer that is ${what} is a protocol violation`, async () => {
    const made = await report(runs, changed(seqOf('rsa/plain'), change))
    assert.not.ok(allPassed(made))
    assert.is(made.counts.pass, few.length - 1)
    assert.is(made.cases.find(({ id }) => id === 'rsa/plain')?.verdict, 'protocol')
  })
}

judging('a wrong or missing canary answer fails the run though every case passes', async () => {
  const canary = linesOf(runs)
    .map((line) => JSON.parse(line))
    .find(({ input }) => input?.keys?.[0]?.appId === 'canary')
  for (const change of [() => undefined, ({ seq }: Record<string, unknown>) => ({ seq, outcome: 'accept' })]) {
    const made = await report(runs, changed(canary.seq, change))
    assert.is(made.counts.pass, few.length)
    assert.not.ok(allPassed(made))
  }
})

judging('a case that was not emitted cannot pass', async () => {
  const made = await report(runs, answers, { ids: ['rsa/plain', 'rsa/empty-message'] })
  assert.not.ok(allPassed(made))
  assert.match(
    String(made.cases.find(({ id }) => id === 'rsa/empty-message')?.failure?.message),
    'not among the emitted runs',
  )
})

judging('an empty file, a wrong hello, and answers without a hello are refused', async () => {
  for (const text of ['', '\n\n', joined(linesOf(answers).slice(1)), 'hello\n', runs]) {
    const made = await judged(runs, text)
    assert.ok(isNoHello(made), text.slice(0, 40))
    assert.ok(isNoHello(made) && made.detail.startsWith('answers.jsonl: '))
  }
})

const drawing = suite('generated runs in files')

/** With this many, some runs let the signer draw its own nonce. */
const generated = { runs: 146 }
const drawn = emit({ ...selection('full', ['rsa/plain']), generated }, 'drawn')
const drawnAnswers = await answered(drawn)

drawing('are emitted with their seed, and without what the rules say about them', () => {
  const [hello, ...messages] = linesOf(drawn).map((line) => JSON.parse(line))
  assert.equal(hello.generated, { seed: 'drawn', ...generated })
  const casesAndBye = 2
  assert.is(messages.length, casesAndBye + generated.runs + canaryRuns)
  for (const message of messages.slice(0, -1)) assert.equal(Object.keys(message), ['type', 'seq', 'op', 'input'])
})

drawing('pass for our own port', async () => {
  const made = await report(drawn, drawnAnswers)
  assert.ok(allPassed(made))
  assert.equal([made.counts.pass, made.generated?.runs, made.generated?.seed], [1, generated.runs, 'drawn'])
})

drawing('fail as over a pipe, unshrunk', async () => {
  /** A new port that takes any job for valid, and whose signer counts its nonces from 0. */
  const lenient = (): Port => {
    const createSigner = signersBy((_, drawn) => String(drawn))
    const signer = createSigner()
    return {
      ...signer,
      answer: async (op, input) => (op === 'decodeJob' ? { outcome: 'value', value: 1 } : signer.answer(op, input)),
    }
  }
  const made = await report(drawn, await answered(drawn, lenient()))
  const live = await reportOn(lenient(), { ids: [], seed: 'drawn', generated, isBrief: true })
  const kindsOf = ({ generated: told }: PortReport) => told?.failures.map(({ generator }) => generator)
  assert.is(kindsOf(made)?.[0], 'job')
  assert.equal(kindsOf(live), kindsOf(made))
  const [failure] = made.generated?.failures ?? []
  assert.not.ok(failure?.isShrunk)
  assert.match(
    failure?.rerun ?? '',
    /^npx countersign conform --level full --seed drawn --path job:\d+ --write-runs runs\.jsonl$/,
  )
  assert.match(tableOf(made, { colours: picocolors.createColors(false), width: 200 }), 'The input is not shrunk.')
  // A file with this one generated run, besides the cases.
  const one = emit({ ...selection(), generated: { runs: 1, path: failure?.path } }, 'drawn')
  assert.is(linesOf(one).length, helloAndBye + few.length + 1 + canaryRuns)
  const again = await report(one, await answered(one, lenient()))
  assert.equal(again.generated?.failures[0]?.input, failure?.input)
})

drawing('fail without an answer', async () => {
  const lines = linesOf(drawnAnswers)
  const made = await report(drawn, joined(lines.slice(0, 100)))
  assert.not.ok(allPassed(made))
  assert.match(made.generated?.failures[0]?.message ?? '', /^no answer has seq \d+$/)
})

drawing('a file that was cut, changed or written by another version is refused', async () => {
  const lines = linesOf(drawn)
  const hello = JSON.parse(lines[0] ?? '')
  const withHello = (more: object) => joined([{ ...hello, ...more }, ...lines.slice(1)])
  for (const [text, words] of [
    ['', 'its first line is not the hello that --write-runs writes'],
    [joined(lines.slice(1)), 'its first line is not the hello that --write-runs writes'],
    [
      joined(lines.slice(0, -1)),
      'it is not complete: its last line must be {"type":"bye"}; write it again with --write-runs',
    ],
    [joined(lines.toSpliced(17, 1)), 'its line 18 must be the run with seq 17; write it again with --write-runs'],
    [joined(lines.toSpliced(17, 1, '{')), 'its line 18 must be the run with seq 17; write it again with --write-runs'],
    [
      withHello({ suite: '0.9.0' }),
      `it has runs of suite "0.9.0", but this is suite ${packaged.version}; write it again with --write-runs`,
    ],
    [
      withHello({ generated: { seed: 'other', ...generated } }),
      'generated runs are missing: the file was changed, or another version of countersign wrote it; write it again with --write-runs',
    ],
  ] as const)
    assert.equal(await recorded(packaged, text, drawnAnswers, ours, 'answers.jsonl'), E.left(words))
})
