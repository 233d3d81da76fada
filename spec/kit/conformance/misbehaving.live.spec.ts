// Faulty ports in real processes: the report names each fault, and none passes.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type CommandSettings, command } from '../../../src/kit/conformance/command.ts'
import { conform } from '../../../src/kit/conformance/conform.ts'
import { type Driver, isNoHello, type NoHello } from '../../../src/kit/conformance/Driver.ts'
import { casesOf } from '../../../src/kit/conformance/levels.ts'
import type { CaseReport, PortReport } from '../../../src/kit/conformance/Report.ts'
import { allPassed } from '../../../src/kit/conformance/reports/tally.ts'
import type { ConformSettings } from '../../../src/kit/conformance/settings.ts'
import { lastingFolder } from '../../support/folder.ts'
import { assert, byTurns, suite } from '../../support/suite.ts'
import { caseOf, few, fewNegatives, fewPositives, isNegative, packaged, withoutCanaries } from './ports/cases.ts'
import { misbehaving } from './ports/misbehaving.ts'

type Settings = Partial<ConformSettings> & Partial<CommandSettings>

const driverOf = (argv: ReadonlyArray<string>, { helloMs = 10_000, onStderr }: Settings): Driver =>
  command(argv, { suite: packaged.version, helloMs, ...(onStderr && { onStderr }) })

const settingsOf = ({ helloMs: _, onStderr: __, ...settings }: Settings): ConformSettings => ({
  suite: packaged,
  level: 'full',
  ids: few,
  today: '2026-11-21',
  seed: 'misbehaving',
  ...settings,
})

const run = async (argv: ReadonlyArray<string>, settings: Settings = {}): Promise<PortReport> => {
  const report = await conform(driverOf(argv, settings), settingsOf(settings))
  if (isNoHello(report)) throw new Error(report.detail)
  return report
}

const hello = async (argv: ReadonlyArray<string>, settings: Settings = {}): Promise<NoHello> => {
  const report = await conform(driverOf(argv, settings), settingsOf(settings))
  if (!isNoHello(report)) throw new Error(`${argv} says hello`)
  return report
}

const verdicts = ({ cases }: PortReport): Readonly<Record<string, string>> =>
  Object.fromEntries(cases.map(({ id, verdict }) => [id, verdict]))

const messages = (cases: ReadonlyArray<CaseReport>): ReadonlyArray<string> => [
  ...new Set(cases.flatMap(({ failure }) => (failure === undefined ? [] : [failure.message]))),
]

const failedCanaries = ({ canaries }: PortReport): ReadonlyArray<string> =>
  canaries.flatMap(({ name, passed }) => (passed ? [] : [name])).sort()

/** Whether a process is alive; a zombie is not. */
const isAlive = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z')
}

const fewHave = (negative: string, positive: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    packaged.vectors.flatMap((v) => (few.includes(v.id) ? [[v.id, isNegative(v) ? negative : positive]] : [])),
  )

const ends = byTurns(3, suite('a port that ends'))

ends('on every negative: a crash does not count as a refusal, and the other cases pass', async () => {
  const ids = fewNegatives.slice(0, 3).concat(fewPositives)
  const report = await run(misbehaving('crashes-on-negatives'), { ids })
  const { 'string-to-sign/separator-crlf': last, ...rest } = verdicts(report)
  assert.is(last, 'crash')
  for (const [id, verdict] of Object.entries(rest)) assert.is(verdict, isNegative(caseOf(id)) ? 'crash' : 'pass', id)
  assert.equal(failedCanaries(report), ['forged-request', 'fresh-header', 'impossible-nonce'])
  assert.not.ok(allPassed(report))
  // Each crash is followed by a restart, and one that came with several runs under way was met once more alone.
  assert.ok(report.restarts >= 8 && report.restarts <= 18, String(report.restarts))
  const crashed = report.cases.find(({ verdict }) => verdict === 'crash')
  assert.is(crashed?.failure?.message, 'it ended with exit code 101')
  assert.is(crashed?.failure?.stderr, 'panic: a wrong input\n')
})

ends('at each first run: the runner gives up, and reports the cases that did not run', async () => {
  const ids = packaged.vectors.slice(0, 60).map(({ id }) => id)
  const report = await run(misbehaving('crashes-at-first-run'), { ids, mode: withoutCanaries })
  assert.not.ok(allPassed(report))
  assert.ok(report.counts.crash >= 12, String(report.counts.crash))
  assert.ok(report.counts['not-run'] > 0)
  assert.is(report.counts.crash + report.counts['not-run'], ids.length)
  assert.match(String(report.stopped?.message), 'of the last runs 40 ended the port')
  for (const { verdict, failure } of report.cases) {
    if (verdict === 'crash') assert.is(failure?.message, 'it ended with exit code 7')
  }
})

ends('by a signal: the report names the signal', async () => {
  const report = await run(misbehaving('is-killed'), { ids: ['target/signed-for-the-wire'], mode: withoutCanaries })
  assert.equal(messages(report.cases), ['it ended by SIGSEGV'])
  assert.is(report.counts.crash, 1)
  assert.not.ok(allPassed(report))
})

const silent = byTurns(3, suite('a port that hangs or is late'))

silent('hangs: each case times out until the runner gives up, and no process is left', async () => {
  const report = await run(misbehaving('hangs'), { limitMs: 60, mode: withoutCanaries })
  assert.not.ok(allPassed(report))
  assert.ok(report.counts.timeout >= 3)
  assert.ok(report.counts['not-run'] > 0)
  assert.is(report.counts.timeout + report.counts['not-run'], few.length)
  assert.ok(report.cases.some(({ failure }) => failure?.message.startsWith('no answer within 0.06 s; ')))
  assert.match(String(report.stopped?.message), 'of the last runs 6 had no answer in time')
  assert.not.ok(isAlive(Number(report.version)))
})

silent('hangs behind a shell: the whole process group is ended', async () => {
  const words = misbehaving('hangs').map((word) => `'${word}'`)
  const report = await run(['sh', '-c', `${words.join(' ')}; true`], {
    limitMs: 60,
    ids: few.slice(0, 2),
    mode: withoutCanaries,
  })
  assert.is(report.counts.timeout, 2)
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.not.ok(isAlive(Number(report.version)))
})

silent('hangs at its second hello: the runner gives up after a few', async () => {
  const mark = join(lastingFolder(), 'started')
  const report = await run(misbehaving('crashes-then-hangs', mark), { helloMs: 1000, mode: withoutCanaries })
  assert.equal([report.counts.crash, report.counts.timeout], [1, 6])
  assert.match(String(report.stopped?.message), '6 had no answer in time, 1 ended the port')
})

silent('answers after the time-out: the late answer is not taken for the next run', async () => {
  const report = await run(misbehaving('answers-late'), { limitMs: 1500, mode: withoutCanaries })
  const late = few.filter((id) => caseOf(id).op === 'importKey')
  assert.is(late.length, 2)
  for (const [id, verdict] of Object.entries(verdicts(report))) {
    assert.is(verdict, late.includes(id) ? 'timeout' : 'pass', id)
  }
  // Once with others under way, once alone.
  assert.ok(report.restarts >= late.length && report.restarts <= 2 * late.length, String(report.restarts))
  assert.not.ok(allPassed(report))
})

const garbled = byTurns(3, suite('a port that violates the protocol'))

for (const [mode, words] of [
  ['wrong-seq', "the answer's seq is "],
  ['no-json', 'the line is not JSON'],
  ['null-answer', 'the answer is not a JSON object'],
  ['echoes-run', 'the answer repeats the run'],
  ['strange-outcome', 'the answer is wrong: at /outcome, expected accept, reject, value, unsupported or error, found '],
] as const) {
  garbled(`${mode}: ${words}`, async () => {
    const ids = [...fewPositives.slice(0, 1), ...fewNegatives.slice(0, 1)]
    const report = await run(misbehaving(mode), { ids, mode: withoutCanaries })
    assert.is(report.counts.protocol, 2)
    for (const message of messages(report.cases)) assert.ok(message.startsWith(words), message)
    assert.not.ok(allPassed(report))
  })
}

garbled('answers twice: the second answer belongs to no run', async () => {
  const ids = ['keys/public', ...fewPositives.filter((id) => !id.startsWith('keys/'))]
  const report = await run(misbehaving('answers-twice'), { ids, mode: withoutCanaries })
  assert.not.ok(allPassed(report))
  assert.is(verdicts(report)['keys/public'], 'pass')
  assert.is(report.counts.protocol, 1)
  assert.is(report.counts.pass, ids.length - 1)
})

for (const [mode, what] of [
  ['floods-at-run', 'an endless line'],
  ['long-line', 'a line of more than 64 MiB'],
] as const) {
  garbled(`writes ${what}: only that run fails`, async () => {
    const ids = [...fewPositives.slice(0, 4), 'keys/public']
    const report = await run(misbehaving(mode), { ids, mode: withoutCanaries })
    assert.is(verdicts(report)['keys/public'], 'protocol')
    assert.equal(messages(report.cases), ['it writes more than 64 MiB without ending a line'])
    assert.is(report.counts.pass, 4)
    assert.not.ok(isAlive(Number(report.version)))
  })
}

garbled('answers error on negatives: an error does not count as a refusal', async () => {
  const report = await run(misbehaving('errs-on-negatives'))
  assert.equal(verdicts(report), fewHave('error', 'pass'))
  assert.equal(messages(report.cases), ['the port answers error: an exception'])
  assert.equal(failedCanaries(report), ['forged-request', 'fresh-header', 'impossible-nonce'])
  assert.not.ok(allPassed(report))
})

const unthinking = byTurns(3, suite('a port that answers without computing'))

unthinking('always accepts: the canaries and every negative fail', async () => {
  const report = await run(misbehaving('always-accept'))
  assert.not.ok(allPassed(report))
  assert.ok(failedCanaries(report).includes('forged-request'))
  assert.match(
    String(report.canaries.find(({ name }) => name === 'forged-request')?.message),
    'a forged request is accepted: it must be refused (signature_invalid), but the port accepts it',
  )
  for (const id of fewNegatives) assert.is(verdicts(report)[id], 'fail', id)
  assert.is(verdicts(report)['rsa/plain'], 'pass')
})

unthinking('always refuses: the canaries and every positive fail', async () => {
  const report = await run(misbehaving('always-reject'))
  assert.not.ok(allPassed(report))
  assert.equal(failedCanaries(report), ['fresh-job', 'fresh-key', 'fresh-request', 'fresh-signature', 'fresh-string'])
  assert.equal(verdicts(report), fewHave('pass', 'fail'))
})

unthinking('always refuses, run with negatives only: only the canaries fail', async () => {
  const report = await run(misbehaving('always-reject'), { ids: fewNegatives })
  assert.is(report.counts.pass, fewNegatives.length)
  assert.is(report.reasons.agree, 0)
  assert.not.ok(allPassed(report))
})

unthinking('has stored the answer to every case: only the canaries fail', async () => {
  // Only the answers with fresh nonces cannot be stored.
  const ids = casesOf({ suite: packaged, level: 'signer' }).flatMap(({ id, input }) => ('times' in input ? [] : [id]))
  const report = await run(misbehaving('by-heart'), { ids })
  assert.equal(messages(report.cases), [])
  assert.is(report.counts.pass, ids.length)
  assert.equal(failedCanaries(report), [
    'forged-request',
    'fresh-job',
    'fresh-key',
    'fresh-request',
    'fresh-signature',
    'fresh-string',
  ])
  assert.not.ok(allPassed(report))
})

unthinking('answers by position: fails, because the order differs', async () => {
  const report = await run(misbehaving('by-order'), {
    ids: undefined,
    level: 'verifier',
    mode: withoutCanaries,
    seed: 'second',
  })
  assert.ok(report.counts.fail > report.cases.length / 4, String(report.counts.fail))
  assert.not.ok(allPassed(report))
})

const noHello = byTurns(3, suite('a port that sends no valid hello'))

for (const [mode, detail] of [
  ['no-hello', 'it wrote nothing within 0.3 s; is standard output flushed after each line?'],
  ['exits-at-hello', 'it ended with exit code 4'],
  ['floods-at-hello', 'it writes more than 64 MiB without ending a line'],
  [
    'hello-no-json',
    'the first line must be an object of type hello, but is not JSON: a value is missing at byte 0: there comes "hello"',
  ],
  ['hello-type', 'the first line must be an object of type hello, but is {"type":"hallo",'],
  ['hello-no-name', 'the hello is wrong: at /name, expected a text, found nothing'],
  ['hello-ops-text', 'the hello is wrong: at /ops, expected an array of texts, found "verify"'],
  ['hello-policies-missing', 'the hello is wrong: at /policies, expected an array of texts, found null'],
] as const) {
  noHello(`${mode}: ${detail}`, async () => {
    const answer = await hello(misbehaving(mode), { helloMs: mode === 'no-hello' ? 300 : 10_000 })
    assert.ok(isNoHello(answer))
    assert.ok(answer.detail.startsWith(detail), answer.detail)
  })
}

noHello('the command does not exist, or is not executable', async () => {
  assert.is(
    (await hello(['./no-such-port'])).detail,
    'there is no program "./no-such-port"; give its arguments apart from it',
  )
  assert.is((await hello(['./package.json'])).detail, 'the command cannot be started (EACCES)')
})

const chatty = suite('a port that writes to standard error')

chatty('is conformant if its answers are right', async () => {
  let heard = 0
  const report = await run(misbehaving('chatty'), {
    onStderr: (chunk) => {
      heard += chunk.length
    },
  })
  assert.equal(messages(report.cases), [])
  assert.ok(allPassed(report))
  assert.is(report.restarts, 0)
  assert.ok(heard > 2_000_000, `${heard} characters of standard error`)
})
