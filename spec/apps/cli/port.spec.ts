import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ours } from '../../../src/core/Policies.ts'
import { ops } from '../../../src/kit/conformance/Vector.ts'
import { caseOf } from '../../kit/conformance/ports/cases.ts'
import { assert, suite } from '../../support/suite.ts'
import { countersign, fails, file, home, ourPort, read, version } from './command.ts'

const port = suite('countersign port')

const hello = { type: 'hello', protocol: 1, suite: '1.0.0' }
const run = (seq: number, id: string) => {
  const { op, input } = caseOf(id)
  return { type: 'run', seq, op, input }
}

const lines = (...messages: ReadonlyArray<unknown>): string =>
  messages.map((message) => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`).join('')

const said = async (stdin: string, ...options: ReadonlyArray<string>) => {
  const { code, out, err } = await countersign(['port', ...options], { stdin })
  assert.is(code, 0, err)
  assert.is(err, '')
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

port('its hello names the port, its ops and the default policies', async () => {
  const policies = Object.entries(ours).flatMap(([name, on]) => (on ? [name] : []))
  assert.equal(await said(lines(hello, { type: 'bye' })), [
    {
      type: 'hello',
      name: 'countersign',
      version,
      language: `TypeScript on Node ${process.versions.node}`,
      ops,
      policies,
      reasons: 'suite',
    },
  ])
})

port('answers in order, up to a bye or the end of its input', async () => {
  const runs = [run(1, 'string-to-sign/made-of-five-parts'), run(2, 'rsa/plain'), run(3, 'job/not-json')]
  const answers = await said(lines(hello, ...runs))
  const told = answers.slice(1).map(({ seq, outcome }) => [seq, outcome])
  assert.equal(told, [
    [1, 'value'],
    [2, 'accept'],
    [3, 'reject'],
  ])
})

port('exits at a bye, even if its input stays open', async () => {
  const [node = '', ...args] = ourPort()
  const child = spawn(node, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const heard = createInterface({ input: child.stdout })
    child.stdin.write(lines(hello))
    const [line] = await once(heard, 'line')
    assert.is(JSON.parse(line).type, 'hello')
    child.stdin.write(lines({ type: 'bye' }))
    const [code] = await Promise.race([
      once(child, 'exit'),
      new Promise<[string]>((resolve) => setTimeout(() => resolve(['it stays']), 3000)),
    ])
    assert.is(code, 0)
  } finally {
    child.kill('SIGKILL')
  }
})

port('answers each line before the next one comes', async () => {
  const [node = '', ...args] = ourPort()
  const child = spawn(node, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const heard = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  try {
    for (const seq of [7, 3]) {
      child.stdin.write(lines(run(seq, 'rsa/plain')))
      const { value } = await heard.next()
      assert.equal(JSON.parse(value as string), { seq, outcome: 'accept' })
    }
  } finally {
    child.kill('SIGKILL')
  }
})

port('answers error to an unreadable line and unsupported to an unknown op, and goes on', async () => {
  const answers = await said(
    lines('{', 'null', '[]', { type: 'hallo' }, '', { type: 'run', seq: 5, op: 'fly', input: {} }, run(6, 'rsa/plain')),
  )
  const shown = answers.map(({ seq, outcome }) => [seq, outcome])
  assert.equal(shown, [...Array.from({ length: 4 }, () => [undefined, 'error']), [5, 'unsupported'], [6, 'accept']])
})

port('--policies sets exactly the listed policies; an empty list means none', async () => {
  const asked = lines(hello, run(1, 'method/lower-case'), run(2, 'keys/exponent-3'))
  for (const [options, policies, first, second] of [
    [['--policies', 'small-exponent'], ['small-exponent'], 'reject', 'value'],
    [['--policies', 'method-case,ows'], ['method-case', 'ows'], 'accept', 'reject'],
    [['--policies='], [], 'reject', 'reject'],
  ] as const) {
    const [greeting, one, two] = await said(asked, ...options)
    assert.equal(greeting.policies, policies)
    assert.is(one.value[0].outcome, first)
    assert.is(two.outcome, second)
  }
})

const skeleton = suite('countersign port --skeleton')

skeleton('writes the beginning of a port, and shows how it is compiled and put to the suite', async () => {
  const { code, out, err } = await countersign(['port', '--skeleton', 'go', '--out', 'port skeleton'])
  assert.equal([code, err], [0, ''])
  assert.is(read('port skeleton/port.go'), readFileSync('vectors/skeletons/port.go', 'utf8'))
  assert.is(
    out,
    `port skeleton/port.go  says hello and answers stringToSign; a comment marks each other operation

  cd 'port skeleton'
  go build -o port port.go
  npx countersign conform --level signer -- ./port
`,
  )
})

skeleton('is the whole of standard output, for a shell that has created the file; the commands are beside it', () => {
  const line = [...ourPort(), '--skeleton', 'python'].map((word) => `'${word}'`).join(' ')
  const { status, stderr } = spawnSync('sh', ['-c', `${line} > port.py`], { cwd: home, encoding: 'utf8' })
  assert.is(status, 0, stderr)
  assert.is(read('port.py'), readFileSync('vectors/skeletons/port.py', 'utf8'))
  assert.is(
    stderr,
    `port.py  says hello and answers stringToSign; a comment marks each other operation

  npx countersign conform --level signer -- python3 port.py
`,
  )
})

skeleton('as one JSON object holds its text, and no file is written', async () => {
  const { code, out } = await countersign(['port', '--skeleton=php', '--json'])
  assert.is(code, 0)
  const text = readFileSync('vectors/skeletons/port.php', 'utf8')
  assert.equal(JSON.parse(out), { file: 'port.php', run: 'php port.php', text })
  assert.not(existsSync(join(home, 'port.php')))
})

skeleton('in a folder is told as one JSON object', async () => {
  const { code, out } = await countersign(['port', '--skeleton=ruby', '--out=port-json', '--json'])
  assert.is(code, 0)
  assert.equal(JSON.parse(out), { file: 'port-json/port.rb', run: 'ruby port.rb' })
})

skeleton('overwrites no file', async () => {
  file('port-there/Port.java', 'mine')
  await fails(['port', '--skeleton', 'java', '--out', 'port-there'], 'port-there/Port.java: it exists already')
  assert.is(read('port-there/Port.java'), 'mine')
})

skeleton('knows nine languages, and asks which one was meant', async () => {
  await fails(['port', '--skeleton', 'pyton'], /is it python\?/)
})
