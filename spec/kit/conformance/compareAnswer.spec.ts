import fc from 'fast-check'
import { stepsOf } from '../../../src/kit/conformance/codecs.ts'
import { compareAnswer, type Judgement } from '../../../src/kit/conformance/compareAnswer.ts'
import { createPort } from '../../../src/kit/conformance/port.ts'
import type { Op, PortAnswer, StepVerdict, Vector } from '../../../src/kit/conformance/Vector.ts'
import { ops } from '../../../src/kit/conformance/Vector.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { caseOf, packaged } from './ports/cases.ts'

const port = createPort({ version: '0' })
const { policies } = port.hello
const answerOf = ({ op, input }: Vector): Promise<PortAnswer> => port.answer(op, input)
const judge = (vector: Vector, answer: PortAnswer): Promise<Judgement> => compareAnswer(vector, answer, policies)
const value = (v: unknown): PortAnswer => ({ outcome: 'value', value: v })

const passes = async (vector: Vector, answer: PortAnswer): Promise<void> => {
  const judged = await judge(vector, answer)
  assert.is(judged.verdict, 'pass', `${vector.id}: ${JSON.stringify(judged)}`)
}

const fails = async (vector: Vector, answer: PortAnswer, words?: string): Promise<void> => {
  const judged = await judge(vector, answer)
  assert.is(judged.verdict, 'fail', `${vector.id} passes with ${JSON.stringify(answer)}`)
  if (words !== undefined && judged.verdict === 'fail') assert.match(judged.message, words)
}

const utf8 = (text: string): { readonly hex: string } => ({ hex: Buffer.from(text).toString('hex') })

const outcomes = suite('the outcome')

outcomes('error and unsupported keep their verdict, whatever is expected', async () => {
  for (const id of ['rsa/plain', 'rsa/length-empty', 'keys/public', 'string-to-sign/five-parts']) {
    assert.equal(await judge(caseOf(id), { outcome: 'error', reason: 'a bug' }), {
      verdict: 'error',
      message: 'the port answers error: a bug',
    })
    assert.is((await judge(caseOf(id), { outcome: 'unsupported' })).verdict, 'unsupported')
  }
})

outcomes('a wrong acceptance and a wrong refusal have different messages', async () => {
  await fails(caseOf('rsa/plain'), { outcome: 'reject' }, 'it must be accepted, but the port refuses it (no reason)')
  await fails(
    caseOf('rsa/length-empty'),
    { outcome: 'accept' },
    'it must be refused (signature_malformed), but the port',
  )
  await fails(caseOf('keys/public'), { outcome: 'accept' }, "the answer's outcome is accept, but value is expected")
})

outcomes('a reason that is no text is shown as it is', () => {
  const reason = { toString: 1, valueOf: 1 } as never
  return fails(caseOf('rsa/plain'), { outcome: 'reject', reason }, 'the port refuses it ({"toString":1,"valueOf":1})')
})

outcomes('of a value that was too large to be read, its size is told', async () => {
  const read = value({ characters: 20_034, levels: 10_000 })
  await fails(caseOf('job/prototype'), read, 'the value is larger than 262,144 characters or deeper than 512 levels')
  await fails(caseOf('job/far-too-deep'), read, 'it must be refused (job_invalid), but the port accepts it')
})

outcomes('a verify refused as a whole has no verdicts for its steps', async () => {
  for (const id of ['string-to-sign/five-parts', 'string-to-sign/separator-crlf']) {
    await fails(caseOf(id), { outcome: 'reject', reason: 'x' }, 'but a verdict for each step is expected')
  }
  await passes(caseOf('keys/ring-shared'), { outcome: 'reject', reason: 'key_invalid' })
  await fails(caseOf('keys/ring-shared'), value([{ outcome: 'reject', reason: 'key_invalid' }]))
})

outcomes('the reason is not judged; the report says whether it agrees', async () => {
  const vector = caseOf('rsa/length-empty')
  const { reason } = vector.expect
  assert.equal(await judge(vector, { outcome: 'reject', reason: reason as string }), {
    verdict: 'pass',
    reasonAgrees: true,
  })
  assert.equal(await judge(vector, { outcome: 'reject', reason: 'bad' }), { verdict: 'pass', reasonAgrees: false })
  assert.equal(await judge(vector, { outcome: 'reject' }), { verdict: 'pass', reasonAgrees: false })
})

outcomes('a case of a policy must be refused by a port without that policy', async () => {
  const key = caseOf('keys/exponent-3')
  const lower = caseOf('method/lower-case')
  const taken = value(key.expect.value)
  const accepted = value(lower.expect.value)
  assert.is((await compareAnswer(key, taken, ['small-exponent'])).verdict, 'pass')
  assert.is((await compareAnswer(key, taken, [])).verdict, 'fail')
  assert.is((await compareAnswer(key, { outcome: 'reject' }, [])).verdict, 'pass')
  assert.is((await compareAnswer(key, { outcome: 'reject' }, ['small-exponent'])).verdict, 'fail')
  assert.is((await compareAnswer(lower, accepted, ['method-case'])).verdict, 'pass')
  assert.is((await compareAnswer(lower, accepted, ['ows'])).verdict, 'fail')
  const refused = value([{ outcome: 'reject', reason: lower.expect.reason }])
  assert.equal(await compareAnswer(lower, refused, ['ows']), { verdict: 'pass', reasonAgrees: true })
})

outcomes('−0 in place of 0 is told as -0', async () => {
  const job = { request_id: '42', stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -0 } }] }
  await fails(caseOf('job/int-spelling-minus-zero'), value(job), 'seed is wrong: expected 0, received -0')
})

const freedom = suite('what a port may choose freely')

const shuffledHeader = (header: string): string => {
  const [type, items = ''] = header.split(' ')
  return `${type}   ${items.split(',').reverse().join(',')}`
}

freedom('the order of the items of a header, and the spaces behind its type', async () => {
  const written = caseOf('authorization/write-usual')
  await passes(written, value(shuffledHeader(written.expect.value as string)))
  const signed = caseOf('target/signed-for-the-wire')
  const right = signed.expect.value as { readonly authorization: string }
  await passes(signed, value({ ...right, authorization: shuffledHeader(right.authorization) }))
})

freedom('further members of what it has signed, and hex of either case', async () => {
  const signed = caseOf('target/signed-for-the-wire')
  await passes(signed, value({ ...(signed.expect.value as object), nonce: 'x' }))
  const made = caseOf('string-to-sign/made-of-five-parts')
  const { hex } = made.expect.value as { readonly hex: string }
  await passes(made, value({ hex: hex.toUpperCase() }))
})

freedom('the spelling of a job’s JSON', async () => {
  const vector = caseOf('job/write-unicode')
  const job = vector.expect.value as Record<string, unknown>
  await passes(vector, value(utf8(JSON.stringify(job, null, 2))))
  const members = Object.entries(job).reverse()
  await passes(vector, value(utf8(JSON.stringify(Object.fromEntries(members)))))
  await fails(vector, value(utf8(JSON.stringify({ ...job, more: 1 }))), 'decode to another job')
  await fails(vector, value(utf8(`\ufeff${JSON.stringify(job)}`)), 'do not decode to a job')
  await fails(vector, value({ hex: '7b7' }), 'the value must be {"hex": …}')
})

freedom('further headers of a request, the case of their names, and their order', async () => {
  const vector = caseOf('wire/bytes')
  const right = vector.expect.value as { readonly headers: ReadonlyArray<readonly [string, string]> }
  const headers = [...right.headers.map(([name, text]) => [name.toLowerCase(), text]), ['user-agent', 'x']].reverse()
  await passes(vector, value({ ...right, headers }))
  await fails(
    vector,
    value({ ...right, headers: [...headers, ['ACCEPT', 'application/json']] }),
    'has 2 headers Accept',
  )
  const without = right.headers.filter(([name]) => name !== 'Authorization')
  await fails(vector, value({ ...right, headers: without }), 'has 0 headers Authorization')
})

freedom('the nonces of requests, as long as all differ', async () => {
  const vector = caseOf('nonce/fifty-in-one-second')
  const one = await answerOf(vector)
  const other = await answerOf(vector)
  await passes(vector, one)
  const list = one.value as ReadonlyArray<unknown>
  await fails(vector, value([...list.slice(1), list[1]]), 'is used twice within')
  await fails(vector, value(list.slice(1)), 'the value must be an array of 50')
  await fails(vector, value([...list, (other.value as ReadonlyArray<unknown>)[0]]), 'the value must be an array of 50')
  await fails(vector, value([...list.slice(1), null]), 'must have the texts method, target and authorization')
})

const difference = suite('the difference')

difference('is shown from its first byte on', async () => {
  const vector = caseOf('string-to-sign/made-of-five-parts')
  const { hex } = vector.expect.value as { readonly hex: string }
  for (const [given, words, offset] of [
    [`${hex}0a`, `continues after its end, at byte ${hex.length / 2}`, hex.length / 2],
    [hex.slice(0, -4), `ends early, after ${hex.length / 2 - 2} of ${hex.length / 2} bytes`, hex.length / 2 - 2],
    [`00${hex.slice(2)}`, 'first differs at byte 0, counted from 0', 0],
    ['', `ends early, after 0 of ${hex.length / 2} bytes`, 0],
  ] as const) {
    const judged = await judge(vector, value({ hex: given }))
    assert.is(judged.verdict, 'fail')
    if (judged.verdict !== 'fail') continue
    assert.is(judged.message, `the string to sign ${words}`)
    assert.equal(judged.difference, { of: 'string to sign', expected: { hex }, received: { hex: given }, offset })
  }
})

/** A text with one character replaced, removed or inserted. */
const mutatedText = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: text.length }), fc.constantFrom('0', 'A', 'z', ' ', ',', '=', '\n', 'é'), fc.nat({ max: 2 }))
    .map(([at, c, how]) => text.slice(0, at) + (how === 1 ? '' : c) + text.slice(how === 2 ? at : at + 1))
    .filter((other) => other !== text)

const mutatedHex = (hex: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: hex.length / 2 }), fc.integer({ min: 0, max: 255 }), fc.nat({ max: 2 }))
    .map(([at, byte, how]) => {
      const put = how === 1 ? '' : byte.toString(16).padStart(2, '0')
      return hex.slice(0, 2 * at) + put + hex.slice(2 * (how === 2 ? at : at + 1))
    })
    .filter((other) => other !== hex)

/** A JSON value with one change that changes its meaning. */
const mutatedJson = (right: unknown): fc.Arbitrary<unknown> => {
  if (typeof right === 'string') return fc.oneof(mutatedText(right), fc.constantFrom(null, 7, [right]))
  if (typeof right === 'number') return fc.constantFrom(right + 1, String(right), null, -right - 1)
  if (typeof right === 'boolean' || right === null) return fc.constantFrom(0, 'x', [right])
  if (Array.isArray(right)) {
    const whole = fc.constantFrom([...right, right[0]], {}, null)
    const inner = right.map((item, i) => mutatedJson(item).map((wrong) => right.with(i, wrong)))
    return fc.oneof(whole, ...inner, ...(right.length === 0 ? [] : [fc.constant(right.slice(1))]))
  }
  const record = right as Record<string, unknown>
  const names = Object.keys(record)
  const without = names.map((name) =>
    fc.constant(Object.fromEntries(Object.entries(record).filter(([n]) => n !== name))),
  )
  const inner = names.map((name) => mutatedJson(record[name]).map((wrong) => ({ ...record, [name]: wrong })))
  return fc.oneof(fc.constant(null), fc.constant([]), ...without, ...inner)
}

type Wrong = (vector: Vector, right: unknown) => fc.Arbitrary<unknown>

const mutatedMember =
  (name: string, mutate: (text: string) => fc.Arbitrary<unknown>): Wrong =>
  (_, right) => {
    const record = right as Record<string, unknown>
    return mutate(record[name] as string).map((wrong) => ({ ...record, [name]: wrong }))
  }

/** A wrong text; a change of spaces only is excluded, because header comparison ignores it. */
const visible = (text: string): fc.Arbitrary<string> =>
  mutatedText(text).filter((wrong) => wrong.replaceAll(' ', '') !== text.replaceAll(' ', ''))

/** For each op, answers of outcome `value` with one fault. */
const wrongValue: { readonly [O in Op]?: Wrong } = {
  stringToSign: mutatedMember('hex', mutatedHex),
  parseAuthorization: (_, right) => mutatedJson(right),
  formatAuthorization: (_, right) => visible(right as string),
  sign: (vector, right) =>
    fc.oneof(
      ...['method', 'target', 'authorization'].map((name) => mutatedMember(name, visible)(vector, right)),
      fc.constantFrom(null, [right], { ...(right as object), target: undefined }),
    ),
  verify: (_, right) => {
    const steps = stepsOf({ value: right })
    const turn = ({ outcome }: StepVerdict): StepVerdict =>
      outcome === 'accept' ? { outcome: 'reject', reason: 'x' } : { outcome: 'accept', appId: 'app-1' }
    const turned = steps.map((step, i) => fc.constant<unknown>(steps.with(i, turn(step))))
    return fc.oneof(
      ...turned,
      fc.constantFrom<unknown>(null, {}, [...steps, steps[0]], steps.slice(1), [
        { outcome: 'value' },
        ...steps.slice(1),
      ]),
    )
  },
  importKey: (_, right) => mutatedJson(right),
  decodeJob: (_, right) => mutatedJson(right),
  encodeJob: (_, right) => mutatedJson(right).map((job) => utf8(JSON.stringify(job))),
  request: (vector, right) => {
    const { headers } = right as { readonly headers: ReadonlyArray<readonly [string, string]> }
    const inHeaders = headers.map(([name, text], i) =>
      visible(text).map((wrong) => ({ ...(right as object), headers: headers.with(i, [name, wrong]) })),
    )
    const body = (right as { readonly body: { readonly hex: string } }).body.hex
    return fc.oneof(
      ...['method', 'target'].map((name) => mutatedMember(name, mutatedText)(vector, right)),
      ...inHeaders,
      mutatedHex(body).map((hex) => ({ ...(right as object), body: { hex } })),
    )
  },
}

const wrong = suite('an answer with one fault')

const withValue = packaged.vectors.filter(({ op, expect }) => expect.outcome === 'value' && op in wrongValue)

for (const op of ops) {
  const accepted = packaged.vectors.filter((v) => v.op === op && v.expect.outcome !== 'reject' && !v.expect.policy)
  // Big values test nothing new, and are slow to mutate.
  const cases = accepted.filter((v) => JSON.stringify(v.expect).length < 3000 && !('times' in v.input))
  wrong(`${op}: fails, for all cases and all such answers`, async () => {
    assert.ok(cases.length > 0)
    const vector = fc.constantFrom(...cases)
    const mutated = wrongValue[op]
    const answers =
      mutated === undefined
        ? vector.map((v) => [v, { outcome: 'reject' } as PortAnswer] as const)
        : vector.chain((v) => mutated(v, v.expect.value).map((given) => [v, value(given)] as const))
    await forAll([answers], { numRuns: 150 }, async ([v, answer]) => fails(v, answer))
  })

  wrong(`${op}: our own port's answers pass`, async () => {
    for (const v of cases.slice(0, 12)) await passes(v, await answerOf(v))
  })
}

wrong('for all cases with a value: no other outcome passes', async () => {
  assert.ok(withValue.length > 100)
  for (const vector of withValue.filter(({ expect }) => expect.policy === undefined)) {
    for (const outcome of ['accept', 'reject'] as const) await fails(vector, { outcome })
    await fails(vector, { outcome: 'value' })
    await fails(vector, value(null))
  }
})
