/** `countersign conform` and its ports, right and wrong. Each run makes its own keys and starts its port. */
import { lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { packaged } from '../../kit/conformance/ports/cases.ts'
import { sideBySide } from '../../support/sideBySide.ts'
import { assert, byTurns, suite } from '../../support/suite.ts'
import { countersign, fails, file, home, isPlain, ourPort, read } from './command.ts'
import { cases, conform, namesIn, wrongPort } from './conforming.ts'

const codes = byTurns(2, suite('the exit code of countersign conform'))
const code = sideBySide(3)(codes)

code('is 0 for our own port at level full, the default level', async () => {
  const { code, out, err } = await conform([])
  assert.equal([code, err], [0, ''])
  assert.match(out, String(packaged.vectors.length))
  assert.match(out, /conformant/i)
  assert.not.ok(out.includes('\u001b'))
})

code('is 1 for a port that fails one case', async () => {
  const { code, out, err } = await conform(cases('rsa/plain', 'rsa/length-empty'), wrongPort('flips', 'rsa/plain'))
  assert.is(code, 1, err)
  assert.match(out, 'it must be accepted, but the port refuses it')
  assert.match(out, 'npx countersign conform --case rsa/plain -- ')
})

code('is 1 for a port that passes all cases and fails a canary', async () => {
  const { code, out, err } = await conform(cases('rsa/length-empty'), wrongPort('always-reject'))
  assert.is(code, 1, err)
  assert.match(out, 'a valid request is refused')
})

code('is 1 for a port that leaves a process behind; the runner does not wait for that process', async () => {
  const { code, out, err } = await conform(['--timeout', '1', ...cases('rsa/plain')], wrongPort('leaves-a-child'))
  assert.is(code, 1, err)
  assert.match(out, 'no answer within 1 s')
  // It is still there: the kill would throw.
  process.kill(Number(/left behind: (\d+)/.exec(err)?.[1]))
})

code('is 0 with a --timeout that no timer can hold', async () => {
  const { code, err } = await conform(['--timeout', '9999999', ...cases('rsa/plain')])
  assert.equal([code, err], [0, ''])
})

code('is 2 where the command line is wrong', async () => {
  for (const [args, words] of [
    [['--'], /the command of the port is missing/],
    [['--answers', 'answers.jsonl'], /--answers needs --runs/],
    [['--answers', 'answers.jsonl', '--runs', 'none.jsonl'], /none\.jsonl/],
    [['--known-failures', 'none.json', '--', 'x'], /none\.json/],
    [
      ['--known-failures', file('bad.json', '{}'), '--', 'x'],
      /--known-failures bad\.json: expected an array of known failures, found/,
    ],
    [['--levels', 'full', '--', 'x'], /there is no option --levels; is it --level\?/],
    [['--write-runs', 'no/such/folder.jsonl'], /no\/such\/folder\.jsonl: /],
    // The folder is told before the port is started.
    [
      ['--report', '/proc/none/deeper', '--', './no-such-port'],
      /--report \/proc\/none\/deeper: the folder cannot be made/,
    ],
    [['--report', file('a-file', ''), '--', './no-such-port'], /--report a-file: /],
    [['--report', 'a-file/below', '--', './no-such-port'], /--report a-file\/below: /],
  ] as const)
    await fails(['conform', ...args], words)
})

code('is 2 for a case that does not exist; the nearest one is suggested', async () => {
  const wanting = (...ids: ReadonlyArray<string>) => ['conform', ...cases(...ids), '--', ...ourPort()]
  const plane =
    /^error: --case rsa\/plane: there is no such case; is it rsa\/plain\?\n`countersign vectors list` shows them all/
  await fails(wanting('rsa/plane'), plane)
  const two =
    /^error: --case zzzzzzzzzzzz: there is no such case\nerror: --case job\/sedeed: there is no such case; is it job\/seeded\?\n/
  await fails(wanting('rsa/plain', 'zzzzzzzzzzzz', 'job/sedeed'), two)
})

code('is 3 for a port that sends no hello, and no report is changed', async () => {
  const missing = /^error: the port does not say hello: there is no program "\.\/no-such-port"/
  await fails(['conform', '--report', 'none', '--', './no-such-port'], missing, { exit: 3 })
  assert.equal(readdirSync(join(home, 'none')), [])
  const { code, err } = await conform([], wrongPort('exits-at-hello'))
  assert.is(code, 3)
  assert.match(err, 'the port does not say hello: it ended with exit code 4')
  const json = await conform(['--json'], ['./no-such-port'])
  assert.equal([json.code, json.err, JSON.parse(json.out).outcome], [3, '', 'error'])
})

const outputs = byTurns(2, suite('what countersign conform writes'))
const output = sideBySide(3)(outputs)

output('--json: one object, the report of the port', async () => {
  const { code, out, err } = await conform(['--json', ...cases('rsa/plain', 'keys/public')])
  assert.is(code, 0, err)
  assert.is(out.trimEnd().split('\n').length, 1)
  const { name, cases: ran, conformant, partial } = JSON.parse(out)
  // A subset that passes is not called conformant.
  assert.equal([name, conformant, partial], ['countersign', false, true])
  const told = ran.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict])
  assert.equal(told, [
    ['rsa/plain', 'pass'],
    ['keys/public', 'pass'],
  ])
})

output('all arguments after -- go to the port, even --json and --help', async () => {
  const port = ourPort('--policies', 'ows')
  const { code, out } = await conform(['--json', ...cases('rsa/plain')], port)
  const { policies, command } = JSON.parse(out)
  assert.equal([code, policies], [0, ['ows']])
  assert.ok(command.endsWith(' port --policies ows'))
  // `--json` or `--help` after `--` is the port's option.
  const script = file('words.mjs', "process.stderr.write(process.argv.slice(2).join(' ')); process.exit(4)\n")
  const words = await conform([], [process.execPath, script, '--json', '--help', '--level=x', '--', 'a b'])
  assert.equal([words.code, words.out], [3, ''])
  assert.match(words.err, '--json --help --level=x -- a b')
})

output('the port’s standard error is shown, limited in length and without control characters', async () => {
  const { code, err } = await conform(cases('rsa/plain'), wrongPort('chatty'))
  assert.is(code, 0)
  assert.match(err, 'a port that talks')
  assert.match(err, 'the port writes more; the rest is not shown')
  assert.ok(err.length < 5000)
  const script = file('steers.mjs', "process.stderr.write('\\u001b[2Jx\\u0007'); process.exit(4)\n")
  const steered = await conform([], [process.execPath, script])
  assert.not.ok(steered.err.includes('\u001b'))
  assert.match(steered.err, '\\u001b[2Jx\\u0007')
})

output('--known-failures excuses a listed case that fails', async () => {
  const entry = { id: 'rsa/plain', reason: 'the library is old', expires: '2999-01-31' }
  const known = file('known.json', JSON.stringify([entry]))
  const options = ['--known-failures', known, ...cases('rsa/plain', 'keys/public')]
  assert.is((await conform(options, wrongPort('flips', 'rsa/plain'))).code, 0)
})

const reports = byTurns(2, suite('countersign conform --report'))
const report = sideBySide(3)(reports)

/** The report in its forms, and two badges. */
const written = ['badge.json', 'badge.svg', 'report.html', 'report.json', 'report.xml']

report('writes its files, and keeps the results of other ports in them', async () => {
  const options = ['--report', 'deep/out', ...cases('rsa/plain')]
  assert.is((await conform(options)).code, 0)
  assert.equal(readdirSync(join(home, 'deep/out')).sort(), written)
  assert.equal(namesIn('deep/out'), ['countersign'])
  assert.is((await conform(options, wrongPort('always-reject'))).code, 1)
  assert.is((await conform(['--report', 'deep/out', ...cases('keys/public')])).code, 0)
  assert.equal(namesIn('deep/out'), ['countersign', 'port-always-reject'])
  const [ours] = JSON.parse(read('deep/out/report.json')).ports
  const ids = ours.cases.map(({ id }: { id: string }) => id)
  assert.equal(ids, ['keys/public'])
  assert.match(read('deep/out/report.xml'), /^<\?xml /)
  for (const name of ['report.xml', 'report.html']) assert.match(read(`deep/out/${name}`), 'port-always-reject')
})

report('replaces a link by the report, and leaves what it points to', async () => {
  mkdirSync(join(home, 'links'))
  const names = written
  for (const name of names) {
    file(`precious/${name}`, 'precious')
    symlinkSync(join(home, 'precious', name), join(home, 'links', name))
  }
  assert.is((await conform(['--report', 'links', ...cases('rsa/plain')])).code, 0)
  assert.equal(readdirSync(join(home, 'links')).sort(), names, 'nothing beside the report')
  for (const name of names) {
    assert.is(read(`precious/${name}`), 'precious')
    assert.ok(lstatSync(join(home, 'links', name)).isFile(), name)
  }
})

for (const before of ['', '{', '{"format":1,"suite":"0.9.0","digest":"00","ports":[{"name":"old"}]}', '{"format":2}'])
  report(`replaces a file that is no report, or a report of another suite: ${before}`, async () => {
    const folder = `other-${before.length}`
    file(`${folder}/report.json`, before)
    assert.is((await conform(['--report', folder, ...cases('rsa/plain')])).code, 0)
    assert.equal(namesIn(folder), ['countersign'])
  })

report('says what is new since the last report in the folder', async () => {
  const options = ['--report', 'news', ...cases('rsa/plain', 'rsa/length-empty')]
  const changes = () => JSON.parse(read('news/report.json')).ports[0].changes
  await conform(options, wrongPort('flips', 'rsa/plain'))
  assert.is(changes(), undefined)
  await conform(options, wrongPort('flips', 'rsa/length-empty'))
  assert.equal([changes().broken, changes().mended], [['rsa/length-empty'], ['rsa/plain']])
})

report('reports a policy that the suite does not have', async () => {
  const hello = { type: 'hello', name: 'p', version: '1', language: 'l', ops: [], policies: ['ows', 'bogus'] }
  const port = [process.execPath, '-e', `console.log(${JSON.stringify(JSON.stringify(hello))}); process.stdin.resume()`]
  const { code, err } = await conform(cases('target/path-only'), port)
  assert.is(code, 1)
  assert.match(err, 'the suite has no policy bogus; it has method-case, ')
  assert.ok(isPlain(err), err)
})

const recorded = suite('countersign conform without a pipe')
const recording = sideBySide(3)(recorded)

recording('emit, answer, judge', async () => {
  const options = ['conform', ...cases('rsa/plain', 'rsa/length-empty', 'keys/public')]
  const emitted = await countersign([...options, '--write-runs', 'runs.jsonl', '--json'])
  assert.is(emitted.code, 0, emitted.err)
  assert.equal(JSON.parse(emitted.out), { emitted: 'runs.jsonl', cases: 3 })
  const answers = await countersign(['port'], { stdin: read('runs.jsonl') })
  file('answers.jsonl', answers.out)
  const judge = [...options, '--runs', 'runs.jsonl', '--answers']
  const right = await countersign([...judge, 'answers.jsonl', '--json'])
  assert.is(right.code, 0, right.err)
  assert.is(JSON.parse(right.out).counts.pass, 3)
  file('short.jsonl', answers.out.split('\n').slice(0, -2).join('\n'))
  assert.is((await countersign([...judge, 'short.jsonl'])).code, 1)
  await fails([...judge, file('none.jsonl', '')], /none\.jsonl: the first line must be an object of type hello/, {
    exit: 3,
  })
})
