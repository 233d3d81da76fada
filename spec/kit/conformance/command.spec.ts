/** The driver of a command, with a port in a process of its own. */
import { setImmediate } from 'node:timers/promises'
import { command } from '../../../src/kit/conformance/command.ts'
import { isNoHello } from '../../../src/kit/conformance/Driver.ts'
import { assert, suite } from '../../support/suite.ts'

/** Says hello, and answers each run by its number after as many milliseconds as the input says. */
const port = `const rl = require('node:readline').createInterface({ input: process.stdin })
rl.on('line', (line) => {
  const { type, seq, input } = JSON.parse(line)
  const hello = { type, protocol: 1, name: 'p', version: '1', language: 'l', ops: ['sign'], policies: [], level: 'full' }
  if (type === 'bye') process.exit()
  setTimeout(() => console.log(JSON.stringify(type === 'hello' ? hello : { seq, outcome: 'value', value: seq })), input ?? 0)
})`

/** Keeps the event loop. */
const block = (milliseconds: number): void => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

const driving = suite('the driver of a command')

driving('a slow port has time for many signatures', async () => {
  const slow = port.replace('input ?? 0', '700')
  const driver = command([process.execPath, '-e', slow], { suite: '1.0.0' })
  assert.not(isNoHello(await driver.hello()))
  const replies = [await driver.run('sign', { times: 256 }, 200), await driver.run('sign', { times: 32 }, 200)]
  await driver.close()
  const tags = replies.map(({ _tag }) => _tag)
  assert.equal(tags, ['Answer', 'TimeOut'])
})

driving('a runner that was busy beyond the limit blames neither this answer nor the next', async () => {
  const driver = command([process.execPath, '-e', port], { suite: '1.0.0' })
  assert.not(isNoHello(await driver.hello()))
  const first = driver.run('sign', 50, 100)
  // It is put to the port in a later turn.
  await setImmediate()
  block(400)
  const replies = [await first, await driver.run('sign', 20, 1000)]
  await driver.close()
  for (const { _tag } of replies) assert.is(_tag, 'Answer')
})

/** Answers each run of a chunk with `answer`, an expression; `lines` are those of the chunk. */
const byChunks = (answer: string): ReadonlyArray<string> => [
  process.execPath,
  '-e',
  `process.stdin.on('data', (chunk) => {
  const lines = String(chunk).trim().split('\\n').map((line) => JSON.parse(line))
  const hello = { type: 'hello', protocol: 1, name: 'p', version: '1', language: 'l', ops: ['sign'], policies: [] }
  const said = (all) => process.stdout.write(all.map((one) => JSON.stringify(one) + '\\n').join(''))
  const right = ({ seq, input }) => ({ seq, outcome: 'value', value: input })
  if (lines[0].type === 'hello') return said([hello])
  if (lines[0].type === 'bye') process.exit()
  ${answer}
})`,
]

/** The values of forty runs, and why the driver went on with one at a time. */
const fortyRuns = async (argv: ReadonlyArray<string>) => {
  const driver = command(argv, { suite: '1.0.0' })
  assert.not(isNoHello(await driver.hello()))
  const inputs = Array.from({ length: 40 }, (_, i) => i)
  const replies = await Promise.all(inputs.map((input) => driver.run('sign', input, 1000)))
  const reason = driver.whyOneAtATime?.()
  await driver.close()
  return { values: replies.map((reply) => (reply._tag === 'Answer' ? reply.answer.value : reply)), reason, inputs }
}

driving('several runs are under way, and their answers come in order', async () => {
  const { values, reason, inputs } = await fortyRuns(byChunks('said(lines.map(right))'))
  assert.equal([values, reason], [inputs, undefined])
})

for (const [does, answer, why] of [
  [
    'answers the last of several first',
    'said(lines.map(right).reverse())',
    /^the answer's seq is \d+, but must be \d+$/,
  ],
  [
    'reads one of several',
    'said(lines.slice(0, 1).map(right))',
    /^(no answer within 1 s|the answer's seq is \d+, but must be \d+)$/,
  ],
  ['ends at several', 'lines.length > 1 ? process.exit(3) : said(lines.map(right))', /^it ended with exit code 3$/],
] as const)
  driving(`a port that ${does} gets one at a time, is right, and the reason is reported`, async () => {
    const { values, reason, inputs } = await fortyRuns(byChunks(answer))
    assert.equal(values, inputs)
    assert.match(String(reason), why)
  })

/** The inputs that were made again for a process of this command, in forty runs. */
const madeAgain = async (argv: ReadonlyArray<string>): Promise<ReadonlyArray<number>> => {
  const made: Array<number> = []
  const driver = command(argv, { suite: '1.0.0' })
  assert.not(isNoHello(await driver.hello()))
  const runs = Array.from({ length: 40 }, (_, input) => {
    const inputAgain = (): number => {
      made.push(input)
      return input
    }
    return driver.run('sign', input, 1000, inputAgain)
  })
  const replies = await Promise.all(runs)
  await driver.close()
  const values = replies.map((reply) => (reply._tag === 'Answer' ? reply.answer.value : reply))
  assert.equal(values, [...values.keys()])
  return made
}

driving(
  'an input is kept until it is answered; for a process that needs the earlier runs it is made again',
  async () => {
    assert.equal(await madeAgain(byChunks('said(lines.map(right))')), [])
    const endsLater = 'lines.length > 1 && lines[0].seq > 3 ? process.exit(3) : said(lines.map(right))'
    const made = await madeAgain(byChunks(endsLater))
    assert.ok(made.length > 0, 'nothing was made again')
    assert.equal(made, [...made.keys()])
  },
)

driving('a port whose hello says atOnce gets no more', async () => {
  const argv = byChunks('said(lines.length > 2 ? [{}] : lines.map(right))').map((word) =>
    word.replace('policies: []', 'policies: [], atOnce: 2'),
  )
  const { values, reason, inputs } = await fortyRuns(argv)
  assert.equal([values, reason], [inputs, undefined])
})

for (const [does, answer, detail] of [
  [
    'repeats an answer',
    'said(lines.flatMap((line) => [right(line), right(line)]))',
    'the line repeats the answer before it',
  ],
  [
    'writes a byte that is no UTF-8',
    `process.stdout.write(Buffer.from('{"seq":' + lines[0].seq + ',"outcome":"\\xff"}\\n', 'latin1'))`,
    'the line is not UTF-8: byte 20, counted from 0, is wrong there',
  ],
] as const)
  driving(`a port that ${does}: the reply says so`, async () => {
    const driver = command(byChunks(answer), { suite: '1.0.0' })
    assert.not(isNoHello(await driver.hello()))
    const replies = [await driver.run('sign', 1, 5000), await driver.run('sign', 2, 5000)]
    await driver.close()
    assert.ok(
      replies.some((reply) => reply._tag === 'Protocol' && reply.detail === detail),
      JSON.stringify(replies),
    )
  })
