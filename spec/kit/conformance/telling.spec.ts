/** What a report tells of a failure: the members that it needs, lengths as lengths, the rule of the value that differs, and places. */
import { command } from '../../../src/kit/conformance/command.ts'
import { type Driver, inProcess, isNoHello, readHello } from '../../../src/kit/conformance/Driver.ts'
import { generatorsOf } from '../../../src/kit/conformance/generators/all.ts'
import { run } from '../../../src/kit/conformance/generators/run.ts'
import { judgeReply } from '../../../src/kit/conformance/judgeReply.ts'
import { remarksOn } from '../../../src/kit/conformance/memoryRemarks.ts'
import { createPort, type Port } from '../../../src/kit/conformance/port.ts'
import type { GeneratedFailure } from '../../../src/kit/conformance/Report.ts'
import { tableOf } from '../../../src/kit/conformance/reports/table.ts'
import { remedyWords } from '../../../src/kit/conformance/reports/tally.ts'
import { shown } from '../../../src/kit/conformance/shown.ts'
import { shownInput } from '../../../src/kit/conformance/shownInput.ts'
import type { Inputs, PortAnswer, Vector } from '../../../src/kit/conformance/Vector.ts'
import { assert, suite } from '../../support/suite.ts'
import { packaged, reportOn, withoutCanaries } from './ports/cases.ts'

const ours = createPort({ version: '1.0.0' })

type Input = Readonly<Record<string, unknown>>

/** Our own port, but for what `change` makes of an answer. */
const changed = (change: (op: string, input: Input, answer: PortAnswer) => PortAnswer): Port => ({
  ...ours,
  answer: async (op, input) => change(op, input as Input, await ours.answer(op, input)),
})

/** What generators find when each of their ways is drawn once. */
const failuresOf = async (port: Port, ...names: ReadonlyArray<string>): Promise<ReadonlyArray<GeneratedFailure>> => {
  const generators = generatorsOf(packaged, 'full').filter(({ name }) => names.includes(name))
  const runs = generators.reduce((sum, { arbitraries: ways }) => sum + ways.length, 0)
  const settings = { generators, runs, seed: 'a', limitMs: 10_000, now: () => 0 }
  const found = await run(inProcess(port), ours.hello, { ...settings, rerun: (path) => path, onRun: () => {} })
  return found.failures
}

const textOf = ({ body }: Input): string => {
  const { hex, job } = body as { readonly hex?: string; readonly job?: unknown }
  return hex === undefined ? (JSON.stringify(job) ?? '') : Buffer.from(hex, 'hex').toString()
}

const needing = suite('the members that a failure needs')

needing('of a signature without its leading zero are none: its length is told', async () => {
  const shortened = (header: string): string =>
    header.replace(/(?<=signature=)(.*)$/, (text) => {
      const bytes = Buffer.from(text, 'base64')
      return (bytes[0] === 0 ? bytes.subarray(1) : bytes).toString('base64')
    })
  const port = changed((op, _input, answer) => {
    if (op !== 'sign' || answer.outcome !== 'value' || Array.isArray(answer.value)) return answer
    const signed = answer.value as { readonly authorization: string }
    return { ...answer, value: { ...signed, authorization: shortened(signed.authorization) } }
  })
  const generators = generatorsOf(packaged, 'full').filter(({ op }) => op === 'sign')
  const settings = { generators, runs: 3000, seed: 'a', limitMs: 10_000, now: () => 0, rerun: (path: string) => path }
  const { failures } = await run(inProcess(port), ours.hello, {
    ...settings,
    isBrief: true,
    bail: true,
    onRun: () => {},
  })
  assert.match(failures[0]?.message ?? '', /^the signature has \d+ bytes, but the modulus of its key has \d+$/)
})

needing('are none of nonces where a request is refused for its signature', async () => {
  const port = changed((op, input, answer) => {
    const { steps = [], keys = [] } = input as unknown as Partial<Inputs['verify']>
    if (op !== 'verify' || keys.length < 2 || !Array.isArray(answer.value)) return answer
    // Only the first key of an app is tried.
    const isSecond = (at: number): boolean => at === steps.length - 1
    return {
      ...answer,
      value: answer.value.map((verdict, at) =>
        isSecond(at) && verdict.outcome === 'accept' ? { outcome: 'reject', reason: 'signature_invalid' } : verdict,
      ),
    }
  })
  const { cases } = await reportOn(inProcess(port), { ids: ['replay/other-key-of-app'], mode: withoutCanaries })
  assert.match(cases[0]?.failure?.message ?? '', /must be accepted/)
  assert.equal(cases[0]?.failure?.flags, [])
})

needing('of many signatures of which one is short are no faults of nonces', async () => {
  const shortened = (header: string): string => {
    const [, text = ''] = /signature=(.*)$/.exec(header) ?? []
    return header.replace(text, Buffer.from(text, 'base64').subarray(1).toString('base64'))
  }
  const spoiled = (spoil: (header: string) => string): Port =>
    changed((_, input, answer) => {
      if (!Array.isArray(answer.value) || input.times === undefined) return answer
      const requests = answer.value as ReadonlyArray<{ readonly authorization: string }>
      return {
        ...answer,
        value: requests.map((one, at) => (at === 7 ? { ...one, authorization: spoil(one.authorization) } : one)),
      }
    })
  const ids = ['nonce/fifty-in-one-second']
  for (const [spoil, message, flags] of [
    [shortened, /^the signature has 255 bytes, but the modulus of its key has 256/, ['leading-zero']],
    [(header: string) => header.replace(/signature=../, 'signature=AA'), /^the signature does not verify/, []],
  ] as const) {
    const { cases } = await reportOn(inProcess(spoiled(spoil)), { ids, mode: withoutCanaries })
    assert.match(cases[0]?.failure?.message ?? '', message)
    assert.equal(
      cases[0]?.failure?.flags.map(({ flag }) => flag),
      flags,
    )
  }
})

needing('of a mistake that the answer itself shows are not counted: its own cases may pass', async () => {
  const port = changed((_, input, answer) => {
    const { authorization = '' } = (answer.value ?? {}) as { readonly authorization?: string }
    if (input.nonce === undefined || authorization === '') return answer
    const [, text = ''] = /signature=(.*)$/.exec(authorization) ?? []
    const short = Buffer.from(text, 'base64').subarray(1).toString('base64')
    return { ...answer, value: { ...(answer.value as object), authorization: authorization.replace(text, short) } }
  })
  const ids = ['method/upper-case-on-the-wire', 'rsa/one-leading-zero', 'rsa/two-leading-zeros']
  const report = await reportOn(inProcess(port), { ids, mode: withoutCanaries })
  const told = report.cases.flatMap(({ failure }) => failure?.flags ?? [])
  assert.equal(
    told.map(({ flag, cases, failed }) => [flag, cases, failed]),
    [['leading-zero', undefined, undefined]],
  )
  assert.equal(told.map(remedyWords), [packaged.flags['leading-zero']?.remedy])
})

needing('of a request with a token are none of those that it must not look at: the rule says so', async () => {
  for (const [member, isWrong, reason] of [
    ['authType', (text: string) => /^bearer$/i.test(text), 'auth_type_malformed'],
    ['nonce', (text: string) => !/^[\dA-Za-z-]{1,128}$/.test(text), 'nonce_malformed'],
    ['timestamp', (text: string) => !/^\d{1,16}$/.test(text), 'timestamp_malformed'],
  ] as const) {
    const port = changed((op, input, answer) =>
      op === 'request' && isWrong(String(input[member])) && answer.outcome === 'value'
        ? { outcome: 'reject', reason }
        : answer,
    )
    const [failure] = await failuresOf(port, 'request')
    assert.is(
      failure?.rule,
      'if a request has a token, a verifier does not check the auth type, the nonce and the timestamp',
      member,
    )
  }
})

needing('are told, the others are plain, and no change of another member is told', async () => {
  const port = changed((op, input, answer) =>
    op === 'request' && 'job' in (input.body as object) && textOf(input).includes('"width"')
      ? { outcome: 'reject', reason: 'job_invalid' }
      : answer,
  )
  const [failure, ...more] = await failuresOf(port, 'request')
  assert.equal(more, [])
  assert.ok(failure !== undefined)
  assert.equal(failure.needs, ['body'])
  const { credentials: _, body, ...others } = failure.input as Input
  assert.equal(others, {
    baseUrl: 'https://jobs.example',
    edition: 'international',
    authType: 'SVC-SHA256-RSA',
    timestamp: '1700000000',
    nonce: 'n-1',
  })
  assert.match(
    JSON.stringify(body),
    /^\{"job":\{"request_id":"[^"]*","stages":\[\{"type":"DIFFUSION","diffusion":\{"width":\d+\}\}\]\}\}$/,
  )
  assert.is(failure.change, undefined)
})

needing('are shown in the table', async () => {
  const port = changed((op, { nonce }, answer) =>
    op === 'stringToSign' && String(nonce).length === 129 ? { outcome: 'value', value: { hex: '' } } : answer,
  )
  const report = await reportOn(port, {
    ids: [],
    mode: withoutCanaries,
    generated: { runs: 8000 },
    level: 'signer',
    bail: true,
  })
  const plain = (text: string): string => text
  const colours = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain }
  const table = tableOf(report, { colours, width: 200 })
  assert.match(table, 'The same input passes if its nonce is replaced by a simple value.')
  assert.match(table, '"nonce":"')
  assert.match(table, '"×129')
})

const changing = suite('a change that is told')

changing('names the character that a C string ends at', async () => {
  const cStrings: Port = {
    ...ours,
    answer: (op, input) => {
      const { nonce, ...others } = input as Input
      return ours.answer(op, op === 'stringToSign' ? { ...others, nonce: String(nonce).replace(/\0$/, '') } : input)
    },
  }
  const [failure, ...more] = await failuresOf(cStrings, 'string')
  assert.equal(more, [])
  assert.is(failure?.change, 'U+0000 at the end')
  assert.match(shownInput(failure?.input), '\\u0000"')
})

const measuring = suite('a length')

/** The length of the longest text in a value. */
const longestIn = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  return typeof value === 'object' && value !== null ? Math.max(0, ...Object.values(value).map(longestIn)) : 0
}

measuring('is told as the limit of the port, in a job that is read', async () => {
  const port = changed((op, _, answer) =>
    op === 'decodeJob' && longestIn(answer.value) > 1000 ? { outcome: 'reject', reason: 'job_invalid' } : answer,
  )
  const [failure] = await failuresOf(port, 'job')
  assert.ok(failure !== undefined)
  assert.is(longestIn(JSON.parse(textOf(failure.input as Input))), 1001)
  assert.match(shownInput(failure.input), /×\d{4}/)
})

measuring('of a signature is told as well', async () => {
  const port = changed((op, { signature }, answer) =>
    op === 'formatAuthorization' && String(signature).length > 300
      ? { outcome: 'reject', reason: 'signature_malformed' }
      : answer,
  )
  const [failure] = await failuresOf(port, 'written-header')
  assert.ok(failure !== undefined)
  assert.is(String((failure.input as Input).signature).length, 304)
  assert.equal(failure.needs, ['signature'])
})

/** Levels of arrays and objects. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

measuring('of nesting is told as well, of bytes and of values', async () => {
  for (const [op, name] of [
    ['decodeJob', 'job'],
    ['encodeJob', 'encode-job'],
  ] as const) {
    const depthIn = (input: Input): number => depthOf(op === 'decodeJob' ? JSON.parse(textOf(input)) : input.job)
    const port = changed((asked, input, answer) =>
      asked === op && answer.outcome === 'value' && depthIn(input) > 100
        ? { outcome: 'reject', reason: 'job_invalid' }
        : answer,
    )
    const [failure] = await failuresOf(port, name)
    assert.ok(failure !== undefined)
    assert.is(depthIn(failure.input as Input), 101, name)
  }
})

measuring('is not all: the least timestamp is told that a port does not take', async () => {
  const port = changed((op, { timestamp }, answer) =>
    op === 'stringToSign' && answer.outcome === 'value' && Number(timestamp) > 2 ** 33
      ? { outcome: 'reject', reason: 'timestamp_malformed' }
      : answer,
  )
  const [failure] = await failuresOf(port, 'string')
  assert.is((failure?.input as Input | undefined)?.timestamp, String(2 ** 33 + 1))
})

measuring('in bytes is counted in bytes', () => {
  assert.is(
    shown({ hex: `7b2278223a${'5b'.repeat(99)}7b7d${'5d'.repeat(99)}7d` }),
    '{"hex":"7b2278223a"+"5b"×99+"7b7d"+"5d"×99+"7d"}',
  )
})

measuring('and −0 are shown as what they are', () => {
  assert.is(shown({ nonce: '-'.repeat(128), n: -0 }), '{"nonce":"-"×128,"n":-0}')
  assert.is(shown(`a${' '.repeat(8213)}b`), '"a"+" "×8213+"b"')
  assert.is(shown({ hex: '2d'.repeat(40) }), '{"hex":"2d"×40}')
  assert.is(shown('"'.repeat(40)), '"\\""×40')
  assert.is(shown('-'.repeat(31)), `"${'-'.repeat(31)}"`)
})

measuring('of a header is told by its longest run, and that of a signature beside its start', async () => {
  const port = changed((op, { authorization }, answer) =>
    op === 'parseAuthorization' && answer.outcome === 'value' && String(authorization).length > 4096
      ? { outcome: 'reject', reason: 'authorization_malformed' }
      : answer,
  )
  const [failure] = await failuresOf(port, 'header')
  const [line = ''] =
    (failure?.input as { readonly authorization: ReadonlyArray<string> } | undefined)?.authorization ?? []
  assert.ok(line.length > 4096 && line.length <= 4100, String(line.length))
  assert.match(shownInput({ authorization: [line] }), /"×\d{4}/)
  const signature = Buffer.from('any signature'.repeat(20)).toString('base64')
  assert.is(shownInput(`a signature=${signature}`), '"a signature=YW55IHNpZ… (348 characters)"')
})

const differing = suite('a value that differs')

/** Keeps twenty decimals. */
const decimals = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === 'number' ? Number(inner.toFixed(20)) : inner))

differing('is told once, by the rule of values, and with the smallest input', async () => {
  const port = changed((op, _, answer) =>
    op === 'decodeJob' && answer.outcome === 'value' ? { ...answer, value: decimals(answer.value) } : answer,
  )
  const failures = await failuresOf(port, 'job', 'json')
  assert.equal(
    failures.map(({ rule, alsoIn }) => [rule, alsoIn.length]),
    [['a port reads, keeps and writes a number as the nearest double; −0 is 0', 1]],
  )
})

differing('names no rule of what was drawn beside it where a job is written so that nobody can read it', async () => {
  const port = changed((op, _, answer) => {
    if (op !== 'encodeJob' || answer.outcome !== 'value') return answer
    const text = Buffer.from((answer.value as { readonly hex: string }).hex, 'hex').toString()
    return { ...answer, value: { hex: Buffer.from(text.replace(/\\u00/g, '\\u0')).toString('hex') } }
  })
  const [failure] = await failuresOf(port, 'encode-job')
  assert.is(failure?.rule, '')
  assert.match(
    String(failure?.message),
    /^the bytes do not decode to a job: an invalid escape after a backslash at byte \d+: after ".*" comes ".*"/,
  )
})

const units = suite('a text of UTF-16 code units')

units('that is read in the other byte order is told so, in cases and in generated runs', async () => {
  const swap = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (name, inner) =>
      name === 'utf16' ? String(inner).replace(/(..)(..)/g, '$2$1') : inner,
    )
  const port: Port = { ...ours, answer: (op, input) => ours.answer(op, swap(input)) }
  const ids = packaged.vectors.flatMap(({ id, input }) => (JSON.stringify(input).includes('"utf16"') ? [id] : []))
  const { cases } = await reportOn(port, { ids, mode: withoutCanaries })
  const failed = cases.filter(({ verdict }) => verdict === 'fail')
  assert.ok(failed.length > 0)
  for (const { failure } of failed) {
    assert.match(String(failure?.message), 'the high byte comes first (UTF-16BE)')
    assert.equal(failure?.flags, [])
  }
  const [failure] = await failuresOf(port, 'string')
  assert.match(String(failure?.message), 'the high byte comes first (UTF-16BE)')
})

const placing = suite('the place')

placing('where a hello is no JSON is told', () => {
  const hello = readHello('{"type":"hello","ops":[]}\0')
  assert.equal(hello, {
    _tag: 'NoHello',
    detail:
      'the first line must be an object of type hello, but is not JSON: more text after the value at byte 25: after "e\\":\\"hello\\",\\"ops\\":[]}" comes "\\u0000"',
  })
})

/** A port in a process: `answer`, an expression, is made for each line after the hello. */
const portIn = (answer: string, settings: { readonly byeMs?: number } = {}): Driver =>
  command(
    [
      process.execPath,
      '-e',
      `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { type, seq } = JSON.parse(line)
        const say = (object) => console.log(JSON.stringify(object))
        if (type === 'hello') return say({ type, protocol: 1, name: 'p', version: '1', language: 'l', ops: ['sign'], policies: [] })
        ${answer}
      })`,
    ],
    { suite: '1.0.0', ...settings },
  )

placing('where a line is no JSON is told', async () => {
  const driver = portIn(`console.log('{"seq":' + seq + ',"outcome":"value",}')`)
  assert.not(isNoHello(await driver.hello()))
  const reply = await driver.run('sign', 1, 5000)
  await driver.close()
  assert.equal(reply, {
    _tag: 'Protocol',
    detail:
      'the line is not JSON: a name in double quotes is missing at byte 27: after "1,\\"outcome\\":\\"value\\"," comes "}"',
  })
})

const ending = suite('a port that is silent')

ending('behind its longest line: the bytes of the line are told', async () => {
  const driver = portIn(`if (line.length > 10000) process.exit(0)
        say({ seq, outcome: 'value', value: 1 })`)
  assert.not(isNoHello(await driver.hello()))
  await driver.run('sign', 'a'.repeat(5000), 5000)
  const reply = await driver.run('sign', 'a'.repeat(10_000), 5000)
  await driver.close()
  assert.equal(reply, {
    _tag: 'Crash',
    detail:
      'it ended with exit code 0; the line of this run has 10046 bytes; the longest line that was answered has 5046',
  })
})

ending('is asked whether it flushes', async () => {
  const driver = portIn('')
  assert.not(isNoHello(await driver.hello()))
  const reply = await driver.run('sign', 1, 50)
  await driver.close()
  const judged = await judgeReply({} as Vector, reply, [])
  assert.equal(judged, {
    verdict: 'timeout',
    message: 'no answer within 0.05 s; is standard output flushed after each line?',
  })
})

ending('or does not end after bye: the report says so', async () => {
  const driver = portIn(
    `if (type === 'run') say({ seq, outcome: 'value', value: 1 })
        else setInterval(() => {}, 1000)`,
    { byeMs: 200 },
  )
  assert.not(isNoHello(await driver.hello()))
  await driver.run('sign', 1, 5000)
  await driver.close()
  assert.equal(driver.remarks?.(), ['the port did not end within 0.2 s after bye, and was stopped'])
})

ending('or takes a gigabyte: the report says so', () => {
  assert.equal(remarksOn('Name:\tport\nVmHWM:\t 1363148 kB\n'), ["the port's process took 1.3 GiB of memory"])
  assert.equal(remarksOn('Name:\tport\nVmHWM:\t 363148 kB\n'), [])
  assert.equal(remarksOn(''), [])
})
