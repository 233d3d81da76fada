// A port that misbehaves in one way: `misbehaving.mjs MODE OUR_PORT [CASE]`. OUR_PORT is a module that exports `createPort`,
// loaded by those modes alone that answer right most of the time. The process id is told as the port's version.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'

const [mode, ourPort, caseId] = process.argv.slice(2)

const ops = [
  'stringToSign',
  'parseAuthorization',
  'formatAuthorization',
  'sign',
  'verify',
  'rsaVerify',
  'importKey',
  'decodeJob',
  'encodeJob',
  'request',
]
const hello = { type: 'hello', name: `port-${mode}`, version: String(process.pid), language: 'none', ops, policies: [] }

const write = (message) => process.stdout.write(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`)

const flat = () =>
  readFileSync('vectors/flat.jsonl', 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const none = { policies: {}, version: '0' }
const right = async ({ seq, op, input }) => {
  const { createPort } = await import(ourPort)
  right.port ??= createPort(none)
  return { seq, ...(await right.port.answer(op, input)) }
}

const refuses = ({ outcome, value }) =>
  outcome === 'reject' || (outcome === 'value' && Array.isArray(value) && value.at(-1)?.outcome === 'reject')

const flipped = ({ outcome, value, ...rest }) => {
  if (outcome === 'accept') return { ...rest, outcome: 'reject', reason: 'signature_invalid' }
  if (outcome === 'reject') return { ...rest, outcome: 'accept' }
  const last = Array.isArray(value) ? value.at(-1) : undefined
  if (last?.outcome === 'accept') {
    return { ...rest, outcome, value: [...value.slice(0, -1), { outcome: 'reject', reason: 'signature_invalid' }] }
  }
  if (last?.outcome === 'reject') {
    return { ...rest, outcome, value: [...value.slice(0, -1), { outcome: 'accept', appId: 'app-1' }] }
  }
  return { ...rest, outcome: 'reject', reason: 'body_malformed' }
}

/** The answer that an op of this input would have if every request were as the function says. */
const always = (outcome, { seq, op, input }) =>
  op === 'verify'
    ? { seq, outcome: 'value', value: input.steps.map(() => ({ outcome, appId: input.keys[0]?.appId })) }
    : { seq, outcome }

let count = 0
let expected
const flood = () => {
  const chunk = 'x'.repeat(1 << 20)
  const more = () => process.stdout.write(chunk, more)
  more()
}

const runs = {
  'always-accept': (run) => write(always('accept', run)),
  'always-reject': (run) => write(always('reject', run)),
  'answers-late': async (run) => {
    if (run.op !== 'importKey') return write(await right(run))
    // The lie is for the next run, and would be believed if anyone still listened.
    setTimeout(() => write({ seq: run.seq + 1, outcome: 'unsupported' }), 1510)
  },
  'answers-twice': async (run) => {
    const answer = await right(run)
    write(answer)
    if (run.op === 'importKey') write({ ...answer, outcome: 'unsupported' })
  },
  'by-heart': ({ seq, op, input }) => {
    expected ??= new Map(flat().map((vector) => [JSON.stringify([vector.op, vector.input]), vector.expect]))
    const known = expected.get(JSON.stringify([op, input])) ?? { outcome: 'reject', reason: 'unknown' }
    const isJob = op === 'encodeJob' && known.outcome === 'value'
    write({ seq, ...known, ...(isJob && { value: { hex: Buffer.from(JSON.stringify(known.value)).toString('hex') } }) })
  },
  'by-order': ({ seq }) => {
    expected ??= flat().map(({ expect }) => expect)
    write({ seq, ...expected[count++] })
  },
  chatty: async (run) => {
    const words = `${'a port that talks '.repeat(60)}\n`.repeat(100)
    // The answer comes when all of it is read: what is left at the end would be lost.
    await new Promise((resolve) => process.stderr.write(words, resolve))
    write(await right(run))
  },
  'crashes-at-first-run': () => process.exit(7),
  'crashes-then-hangs': () => process.exit(7),
  'crashes-on-negatives': async (run) => {
    const answer = await right(run)
    if (!refuses(answer)) return write(answer)
    process.stderr.write('panic: a wrong input\n', () => process.exit(101))
  },
  'echoes-run': (run) => write(run),
  'errs-on-negatives': async (run) => {
    const answer = await right(run)
    write(refuses(answer) ? { seq: run.seq, outcome: 'error', reason: 'an exception' } : answer)
  },
  flips: async (run) => {
    expected ??= JSON.stringify(flat().find(({ id }) => id === caseId).input)
    const answer = await right(run)
    write(JSON.stringify(run.input) === expected ? flipped(answer) : answer)
  },
  'floods-at-run': async (run) => (run.op === 'importKey' ? flood() : write(await right(run))),
  hangs: () => {},
  'is-killed': () => process.kill(process.pid, 'SIGSEGV'),
  'leaves-a-child': async (run) => {
    if (run.op !== 'rsaVerify') return write(await right(run))
    // Detached, the child is not in the group that the runner ends; it holds the pipes for minutes.
    const script = 'setTimeout(() => {}, 200_000)'
    const { pid } = spawn(process.execPath, ['-e', script], { detached: true, stdio: 'inherit' })
    process.stderr.write(`left behind: ${pid}\n`)
  },
  'long-line': async (run) => {
    if (run.op !== 'importKey') return write(await right(run))
    write(`{"seq":${run.seq},"outcome":"reject","value":"${'x'.repeat(64 << 20)}"}\n`)
  },
  'no-json': () => write('accept\n'),
  'null-answer': () => write('null\n'),
  'strange-outcome': ({ seq }) => write({ seq, outcome: 'maybe' }),
  'wrong-seq': async (run) => write({ ...(await right(run)), seq: run.seq + 1 }),
}

const hellos = {
  // The last argument is a file that the first process leaves for the others.
  'crashes-then-hangs': () => {
    if (existsSync(caseId)) return
    writeFileSync(caseId, '')
    write(hello)
  },
  'exits-at-hello': () => process.exit(4),
  'floods-at-hello': flood,
  'hello-no-json': () => write('hello\n'),
  'hello-no-name': () => write({ ...hello, name: undefined }),
  'hello-ops-text': () => write({ ...hello, ops: 'verify' }),
  'hello-policies-missing': () => write({ ...hello, policies: null }),
  'hello-type': () => write({ ...hello, type: 'hallo' }),
  'no-hello': () => {},
}

let rest = ''
let last = Promise.resolve()
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  for (const line of lines) {
    const message = JSON.parse(line)
    last = last.then(() => {
      if (message.type === 'hello') return (hellos[mode] ?? (() => write(hello)))()
      if (message.type === 'run') return runs[mode](message)
      return process.exit(0)
    })
  }
})
