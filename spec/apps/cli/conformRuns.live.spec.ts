import { lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { casesOf } from '../../../src/kit/conformance/levels.ts'
import { packaged } from '../../kit/conformance/ports/cases.ts'
import { countersign, file, home, isPlain, ourPort, read } from '../../kit/conformance/ports/cli.ts'
import { suite } from '../../support/suite.ts'
import { cases, conform, entry, list, namesIn, wrongPort } from './conforming.ts'

const codes = suite('the exit code of countersign conform')

codes('is 0 for our own port at a given level', async () => {
  const { code, out, err } = await conform(['--level', 'signer', '--generated', '100', '--json'])
  assert.is(code, 0, err)
  const report = JSON.parse(out)
  assert.ok(report.conformant)
  assert.is(report.level, 'signer')
  assert.is(report.cases.length, casesOf({ suite: packaged, level: 'signer' }).length)
})

codes('is 1 for a port that fails one case', async () => {
  const { code, out } = await conform(cases('rsa/plain', 'rsa/length-empty'), wrongPort('flips', 'rsa/plain'))
  assert.is(code, 1)
  assert.match(out, 'rsa/plain')
  assert.match(out, 'it must be accepted, and the port refuses it')
  assert.match(out, 'npx countersign conform --case rsa/plain -- ')
})

codes('is 1 for a port that passes all cases and fails a canary', async () => {
  const { code, out } = await conform(cases('rsa/length-empty'), wrongPort('always-reject'))
  assert.is(code, 1)
  assert.match(out, 'a valid request is refused')
})

codes('is 1 for a port that hangs in one case, after --timeout', async () => {
  const { code, out } = await conform(
    ['--timeout', '1', '--json', ...cases('rsa/plain', 'keys/public')],
    wrongPort('hangs-at-rsa'),
  )
  assert.is(code, 1)
  const [rsa, key] = JSON.parse(out).cases
  assert.is(rsa.failure.message, 'no answer within 1 s')
  assert.is(key.verdict, 'pass')
})

codes('is 1 for a port that answers job/far-too-deep with the whole value, in every report', async () => {
  const options = ['--timeout', '5', '--report', 'deepest', ...cases('job/far-too-deep', 'rsa/plain')]
  const table = await conform(options, wrongPort('answers-deep'))
  assert.is(table.code, 1, table.err)
  assert.match(table.out, 'it must be refused (job_invalid), and the port')
  const json = await conform([...options, '--json'], wrongPort('answers-deep'))
  assert.is(json.code, 1, json.err)
  const [rsa, deep] = JSON.parse(json.out).cases
  assert.is(deep.verdict, 'fail')
  assert.match(deep.failure.received, '"levels":10000')
  assert.is(rsa.verdict, 'pass')
  for (const name of ['report.json', 'report.html', 'report.xml']) assert.match(read(`deepest/${name}`), 'levels')
})

codes('is 1 for a port whose reasons have no text form', async () => {
  const { code, err, out } = await conform(cases('target/path-only'), wrongPort('reason-without-text'))
  assert.is(code, 1, err)
  assert.match(out, 'it must be accepted, and the port refuses it ({"toString":1,"valueOf":1})')
})

codes('is 1 for a port that leaves a process behind; the runner does not wait for that process', async () => {
  const { code, err } = await conform(['--timeout', '1', ...cases('rsa/plain')], wrongPort('leaves-a-child'))
  assert.is(code, 1, err)
  // It is still there: the kill would throw.
  process.kill(Number(/left behind: (\d+)/.exec(err)?.[1]))
})

codes('is 0 with a --timeout that no timer can hold', async () => {
  const { code, err } = await conform(['--timeout', '9999999', ...cases('rsa/plain')])
  assert.is(code, 0, err)
  assert.is(err, '')
})

codes('is 2 where the command line is wrong', async () => {
  for (const [args, words] of [
    [['--'], 'the command of the port is missing'],
    [['--level', 'expert', '--', 'x'], '--level: expected verifier, signer or full'],
    [['--judge', 'answers.jsonl'], '--judge needs --emitted'],
    [['--judge', 'answers.jsonl', '--emitted', 'none.jsonl'], 'none.jsonl'],
    [['--timeout', '1.5', '--', 'x'], '--timeout: expected a whole number of seconds'],
    [['--known-failures', 'none.json', '--', 'x'], 'none.json'],
    [
      ['--known-failures', file('bad.json', '{}'), '--', 'x'],
      '--known-failures bad.json: expected an array of known failures, found',
    ],
    [['--levels', 'full', '--', 'x'], 'there is no option --levels; is it --level?'],
  ] as const) {
    const { code, out, err } = await countersign(['conform', ...args])
    assert.is(code, 2, err)
    assert.is(out, '')
    assert.match(err, words)
    assert.ok(isPlain(err), err)
  }
})

codes('is 2 for a case that does not exist; the nearest one is suggested', async () => {
  const one = await conform(cases('rsa/plane'))
  assert.is(one.code, 2)
  assert.match(one.err, 'error: --case rsa/plane: there is no such case; is it rsa/plain?\n')
  assert.match(one.err, '`countersign vectors list` shows them all')
  const two = await conform(cases('rsa/plain', 'zzzzzzzzzzzz', 'job/sedeed'))
  assert.is(two.code, 2)
  assert.match(two.err, 'error: --case zzzzzzzzzzzz: there is no such case\n')
  assert.match(two.err, 'error: --case job/sedeed: there is no such case; is it job/seeded?\n')
  assert.not.match(two.err, 'rsa/plain')
})

codes('is 3 for a port that sends no hello', async () => {
  for (const [port, words] of [
    [['./no-such-port'], 'the port does not say hello: there is no program "./no-such-port"'],
    [wrongPort('exits-at-hello'), 'the port does not say hello: it ended with exit code 4'],
  ] as const) {
    const { code, out, err } = await conform([], port)
    assert.is(code, 3)
    assert.is(out, '')
    assert.match(err, words)
    assert.ok(isPlain(err), err)
  }
  const { code, out, err } = await conform(['--json'], ['./no-such-port'])
  assert.is(code, 3)
  assert.is(err, '')
  assert.is(JSON.parse(out).outcome, 'error')
})

codes.run()

const output = suite('what countersign conform writes')

output('--json: one object, the report of the port', async () => {
  const { code, out, err } = await conform(['--json', ...cases('rsa/plain', 'keys/public')])
  assert.is(code, 0, err)
  assert.is(out.trimEnd().split('\n').length, 1)
  const report = JSON.parse(out)
  assert.is(report.name, 'countersign')
  assert.equal(
    report.cases.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]),
    [
      ['rsa/plain', 'pass'],
      ['keys/public', 'pass'],
    ],
  )
})

output('one entry for the cases that fail in the same way; --json has each', async () => {
  const { code, out } = await conform(['--level', 'verifier', '--generated', '0'], wrongPort('always-reject'))
  assert.is(code, 1)
  assert.match(out, /^ {4}\d+ more cases fail in the same way: [a-z]/m)
  assert.ok(out.split('\n').length < 150, out)
  const json = await conform(['--level', 'verifier', '--generated', '0', '--json'], wrongPort('always-reject'))
  const { cases, counts } = JSON.parse(json.out)
  assert.is(cases.filter(({ failure }: { failure?: object }) => failure !== undefined).length, counts.fail)
  assert.ok(counts.fail > 100)
})

output('colours if FORCE_COLOR asks for them, none under NO_COLOR', async () => {
  const args = ['conform', ...cases('rsa/plain'), '--', ...ourPort()]
  assert.ok((await countersign(args, { env: { FORCE_COLOR: '1' } })).out.includes('\u001b['))
  assert.not.ok((await countersign(args, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).out.includes('\u001b['))
})

output('all arguments after -- go to the port, even --json and --help', async () => {
  const port = ourPort('--policies', 'ows')
  const { code, out } = await conform(['--json', ...cases('rsa/plain')], port)
  assert.is(code, 0)
  const report = JSON.parse(out)
  assert.equal(report.policies, ['ows'])
  assert.ok(report.command.endsWith(' port --policies ows'))
  // `--json` or `--help` after `--` is the port's option.
  const script = file('words.mjs', "process.stderr.write(process.argv.slice(2).join(' ')); process.exit(4)\n")
  const words = await conform([], [process.execPath, script, '--json', '--help', '--level=x', '--', 'a b'])
  assert.is(words.code, 3)
  assert.is(words.out, '')
  assert.match(words.err, '--json --help --level=x -- a b')
})

output('the port’s standard error is shown, limited in length and without control characters', async () => {
  const { code, err } = await conform(cases('rsa/plain'), wrongPort('chatty'))
  assert.is(code, 0)
  assert.match(err, 'a port that talks')
  assert.match(err, 'the port goes on; no more of it is shown')
  assert.ok(err.length < 5000)
  const script = file('steers.mjs', "process.stderr.write('\\u001b[2Jx\\u0007'); process.exit(4)\n")
  const steered = await conform([], [process.execPath, script])
  assert.not.ok(steered.err.includes('\u001b'))
  assert.match(steered.err, '\\u001b[2Jx\\u0007')
})

output.run()

const known = suite('countersign conform --known-failures')

known('excuses a listed case that fails, and fails for a listed case that passes', async () => {
  const options = [...list(entry), ...cases('rsa/plain', 'keys/public')]
  assert.is((await conform(options, wrongPort('flips', 'rsa/plain'))).code, 0)
  const stale = await conform([...options, '--json'])
  assert.is(stale.code, 1)
  assert.equal(JSON.parse(stale.out).stale, [{ id: 'rsa/plain', why: 'passes' }])
})

known.run()

const report = suite('countersign conform --report')

report('writes three files, and keeps the results of other ports in them', async () => {
  const options = ['--report', 'deep/out', ...cases('rsa/plain')]
  assert.is((await conform(options)).code, 0)
  assert.equal(readdirSync(join(home, 'deep/out')).sort(), ['report.html', 'report.json', 'report.xml'])
  assert.equal(namesIn('deep/out'), ['countersign'])
  assert.is((await conform(options, wrongPort('always-reject'))).code, 1)
  assert.equal(namesIn('deep/out'), ['countersign', 'port-always-reject'])
  assert.is((await conform(['--report', 'deep/out', ...cases('keys/public')])).code, 0)
  assert.equal(namesIn('deep/out'), ['countersign', 'port-always-reject'])
  const [ours] = JSON.parse(read('deep/out/report.json')).ports
  assert.equal(
    ours.cases.map(({ id }: { id: string }) => id),
    ['keys/public'],
  )
  assert.match(read('deep/out/report.xml'), /^<\?xml /)
  for (const name of ['report.xml', 'report.html']) assert.match(read(`deep/out/${name}`), 'port-always-reject')
})

report('replaces a link by the report, and leaves what it points to', async () => {
  mkdirSync(join(home, 'linked'))
  const names = ['report.html', 'report.json', 'report.xml']
  for (const name of names) {
    file(`precious/${name}`, 'precious')
    symlinkSync(join(home, 'precious', name), join(home, 'linked', name))
  }
  assert.is((await conform(['--report', 'linked', ...cases('rsa/plain')])).code, 0)
  assert.equal(readdirSync(join(home, 'linked')).sort(), names, 'nothing beside the report')
  for (const name of names) {
    assert.is(read(`precious/${name}`), 'precious')
    assert.ok(lstatSync(join(home, 'linked', name)).isFile(), name)
  }
})

report('says what is new since the last report in the folder', async () => {
  const options = ['--report', 'news', ...cases('rsa/plain', 'rsa/length-empty')]
  const changes = () => JSON.parse(read('news/report.json')).ports[0].changes
  await conform(options, wrongPort('flips', 'rsa/plain'))
  assert.is(changes(), undefined)
  await conform(options, wrongPort('flips', 'rsa/length-empty'))
  assert.equal([changes().broken, changes().mended], [['rsa/length-empty'], ['rsa/plain']])
})

report('says what is wrong with the folder', async () => {
  file('a-file', '')
  for (const folder of ['a-file', 'a-file/below']) {
    const { code, err } = await conform(['--report', folder, ...cases('rsa/plain')])
    assert.is(code, 2)
    assert.match(err, `error: --report ${folder}: `)
    assert.ok(isPlain(err), err)
  }
})

report('reports a policy that the suite does not have', async () => {
  const hello = { type: 'hello', name: 'p', version: '1', language: 'l', ops: [], policies: ['ows', 'bogus'] }
  const port = [process.execPath, '-e', `console.log(${JSON.stringify(JSON.stringify(hello))}); process.stdin.resume()`]
  const { code, err } = await conform(['--case', 'target/path-only'], port)
  assert.is(code, 1)
  assert.match(err, 'the suite has no policy bogus; it has method-case, ')
})

report('reports an unwritable folder before the port is started', async () => {
  const { code, err } = await conform(['--report', '/proc/none/deeper'], ['./no-such-port'])
  assert.is(code, 2)
  assert.match(err, '--report /proc/none/deeper: it cannot be made')
})

report('does not change the reports if the port sends no hello', async () => {
  assert.is((await conform(['--report', 'none'], ['./no-such-port'])).code, 3)
  assert.equal(readdirSync(join(home, 'none')), [])
})

report.run()

const recorded = suite('countersign conform without a pipe')

recorded('emit, answer, judge', async () => {
  const options = ['conform', ...cases('rsa/plain', 'rsa/length-empty', 'keys/public')]
  const emitted = await countersign([...options, '--emit', 'runs.jsonl', '--json'])
  assert.is(emitted.code, 0, emitted.err)
  assert.equal(JSON.parse(emitted.out), { emitted: 'runs.jsonl', cases: 3 })
  const answers = await countersign(['port'], { stdin: read('runs.jsonl') })
  file('answers.jsonl', answers.out)
  const judge = [...options, '--emitted', 'runs.jsonl', '--judge']
  const right = await countersign([...judge, 'answers.jsonl', '--json'])
  assert.is(right.code, 0, right.err)
  assert.is(JSON.parse(right.out).counts.pass, 3)
  file('short.jsonl', answers.out.split('\n').slice(0, -2).join('\n'))
  assert.is((await countersign([...judge, 'short.jsonl'])).code, 1)
  file('empty.jsonl', '')
  const empty = await countersign([...judge, 'empty.jsonl'])
  assert.is(empty.code, 3)
  assert.match(empty.err, 'empty.jsonl: the first line must be an object of type hello')
})

recorded('all cases of a level give the same verdicts and exit codes as over a pipe', async () => {
  const conformFiles = async (answers: string) => {
    const judge = ['conform', '--emitted', 'level.jsonl', '--judge', file('level-answers.jsonl', answers)]
    return [await countersign(judge), await countersign([...judge, '--json'])] as const
  }
  assert.is(
    (await countersign(['conform', '--level', 'verifier', '--generated', '50', '--emit', 'level.jsonl'])).code,
    0,
  )
  const answers = (await countersign(['port'], { stdin: read('level.jsonl') })).out
  const [table, json] = await conformFiles(answers)
  assert.is(table.code, 0)
  const count = casesOf({ suite: packaged, level: 'verifier' }).length
  assert.match(table.out, `\nconformant at level verifier: ${count} cases`)
  const { conformant, partial, counts } = JSON.parse(json.out)
  assert.equal([conformant, partial, counts.pass], [true, undefined, count])

  const [less, lessJson] = await conformFiles(answers.split('\n').toSpliced(300, 1).join('\n'))
  assert.is(less.code, 1)
  assert.match(less.out, /not conformant at level verifier/)
  assert.not.ok(JSON.parse(lessJson.out).conformant)
})

recorded('a subset of cases that passes is exit code 0, but not called conformant', async () => {
  const { code, out } = await conform(['--json', ...cases('rsa/plain')])
  assert.is(code, 0)
  const { conformant, partial } = JSON.parse(out)
  assert.equal([conformant, partial], [false, true])
})

recorded('reports a file that cannot be written', async () => {
  const { code, err } = await countersign(['conform', '--emit', 'no/such/folder.jsonl'])
  assert.is(code, 2)
  assert.match(err, 'no/such/folder.jsonl: ')
  assert.ok(isPlain(err), err)
})

recorded.run()
