/**
 * Whether an answer is right. A port may choose the order of a header's items and how it writes a job: our own parsers read
 * these again and compare their meaning. Everything else is compared as it is.
 */
import { createPublicKey } from 'node:crypto'
import { isDeepStrictEqual as same } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import * as Authorization from '../../core/Authorization.ts'
import type { AuthType } from '../../core/AuthType.ts'
import * as Bytes from '../../core/Bytes.ts'
import { ours, type Policies } from '../../core/Policies.ts'
import { mostBits } from '../../core/PublicKey.ts'
import * as Signature from '../../core/Signature.ts'
import * as StringToSign from '../../core/StringToSign.ts'
import * as Job from '../../job/Job.ts'
import * as JobError from '../../job/JobError.ts'
import { syntaxFaults } from '../../job/JsonFault.ts'
import { verificationKey } from '../../platform/node/verificationKey.ts'
import { firstDifference } from '../diagnosis/difference.ts'
import { memoized } from '../values/memoized.ts'
import { placeWords } from './brokenJson.ts'
import { stepsOf } from './codecs.ts'
import { hex, ofHex, toBody } from './content.ts'
import type { AnswerDifference } from './Report.ts'
import { enough, fewestBits, newBits } from './randomness.ts'
import { shortened, shown } from './shown.ts'
import type { Expectation, Inputs, PortAnswer, Vector } from './Vector.ts'

/** What is wrong with an answer, or that there is none. */
export interface Fault {
  readonly verdict: 'fail' | 'error' | 'unsupported' | 'protocol' | 'crash' | 'timeout'
  readonly message: string
  readonly difference?: AnswerDifference
  /** Whether a request was accepted that had to be refused, or refused that had to be accepted. */
  readonly isAccepted?: boolean
  /** Where the outcome is right and a value differs. */
  readonly value?: DifferentValue
  /** The flags of mistakes that the answer shows, in place of those that its case is for. */
  readonly shownFlags?: ReadonlyArray<string>
}

/** The first value that differs, by its place in the answer: a JSON Pointer. */
export interface DifferentValue {
  readonly path: string
  readonly expected: unknown
  readonly received: unknown
}

export type Judgement = { readonly verdict: 'pass'; readonly reasonAgrees?: boolean } | Fault

const pass: Judgement = { verdict: 'pass' }
const fail = (message: string, difference?: AnswerDifference, isAccepted?: boolean): Judgement => ({
  verdict: 'fail',
  message,
  ...(difference && { difference }),
  ...(isAccepted !== undefined && { isAccepted }),
})

/** The first that is no pass. */
const every = (...judged: ReadonlyArray<Judgement>): Judgement =>
  judged.find(({ verdict }) => verdict !== 'pass') ?? pass

/** The expected answer. A port that does not take a case's policy must refuse. */
export const expectationFor = (vector: Vector, policies: ReadonlyArray<string>): Expectation => {
  const { policy, reason = '', ...taken } = vector.expect
  if (policy === undefined || policies.includes(policy)) return policy === undefined ? vector.expect : taken
  if (vector.op !== 'verify') return { outcome: 'reject', reason }
  const steps = stepsOf(taken)
  return { outcome: 'value', value: [...steps.slice(0, -1), { outcome: 'reject', reason }] }
}

/** Asynchronous, because a signature over a port's own nonce must be verified. */
export const compareAnswer = async (
  vector: Vector,
  answer: PortAnswer,
  policies: ReadonlyArray<string>,
): Promise<Judgement> => {
  const expect = expectationFor(vector, policies)
  switch (answer.outcome) {
    case 'error':
    case 'unsupported': {
      const words = answer.outcome === 'error' && answer.reason ? `: ${shortened(answer.reason)}` : ''
      return { verdict: answer.outcome, message: `the port answers ${answer.outcome}${words}` }
    }
  }
  if (answer.outcome !== expect.outcome)
    return fail(outcomeWords(vector, expect, answer), undefined, expect.outcome === 'reject')
  if (isOversized(answer.value))
    return fail(`the value is larger than 262,144 characters or deeper than 512 levels: ${shown(answer.value)}`)
  if (expect.outcome === 'value') return judgeValue(vector, expect.value, answer.value)
  return expect.reason === undefined ? pass : { verdict: 'pass', reasonAgrees: answer.reason === expect.reason }
}

const outcomeWords = ({ op }: Vector, expect: Expectation, answer: PortAnswer): string => {
  if (op === 'verify' && expect.outcome === 'value') {
    return `the answer's outcome is ${answer.outcome} where a verdict for each step belongs`
  }
  if (op === 'verify' && answer.outcome === 'value')
    return `there must be no verifier (${expect.reason}), and the port gives a verdict for each step`
  const should = expect.outcome === 'reject' ? `be refused (${expect.reason})` : 'be accepted'
  const does = answer.outcome === 'reject' ? `refuses it (${reasonWords(answer.reason)})` : 'accepts it'
  return expect.outcome !== 'reject' && answer.outcome !== 'reject'
    ? `the answer's outcome is ${answer.outcome} where ${expect.outcome} belongs`
    : `it must ${should}, and the port ${does}`
}

const judgeValue = (vector: Vector, expected: unknown, received: unknown): Judgement | Promise<Judgement> => {
  switch (vector.op) {
    case 'stringToSign':
      return judgeBytes('string to sign', expected, received)
    case 'formatAuthorization':
      return judgeHeader(typeOf(vector.input), expected, received)
    case 'sign':
      return judgeSigned(vector.input, expected, received)
    case 'verify':
      return judgeSteps(stepsOf({ value: expected }), received)
    case 'encodeJob':
      return judgeJob(expected, received)
    case 'request':
      return judgeRequest(vector.input, expected as WireRequest, received)
    default:
      return same(expected, received) ? pass : failByValue(expected, received)
  }
}

/** What stands in place of a member that `parseLine` did not read. */
const isOversized = (u: unknown): boolean =>
  isRecord(u) && typeof u.characters === 'number' && typeof u.levels === 'number' && Object.keys(u).length === 2

/** The first member that differs. */
const firstDifferent = (expected: unknown, received: unknown, path = ''): DifferentValue => {
  if (isRecord(expected) && isRecord(received)) {
    const names = [...new Set([...Object.keys(expected), ...Object.keys(received)])]
    const name = names.find(
      (one) => !Object.hasOwn(expected, one) || !Object.hasOwn(received, one) || !same(expected[one], received[one]),
    )
    if (name !== undefined) return firstDifferent(expected[name], received[name], `${path}/${name}`)
  }
  return { path, expected, received }
}

const failByValue = (expected: unknown, received: unknown, start = ''): Judgement => {
  const value = firstDifferent(expected, received)
  const where = value.path === '' ? 'the value' : value.path
  const words = `${where} is wrong: expected ${shown(value.expected)}, received ${shown(value.received)}`
  return { verdict: 'fail', message: `${start}${words}`, value }
}

/** `String` would throw for an object whose `toString` is no function. */
const reasonWords = (reason: unknown): string => {
  if (reason === undefined) return 'no reason'
  return typeof reason === 'string' ? shortened(reason) : shown(reason)
}

const isRecord = (u: unknown): u is Readonly<Record<string, unknown>> => typeof u === 'object' && u !== null

const bytesIn = (u: unknown): Bytes.Bytes | undefined => (isRecord(u) ? ofHex(u.hex) : undefined)

const judgeBytes = (of: string, expected: unknown, received: unknown): Judgement => {
  const given = bytesIn(received)
  if (given === undefined) return fail(`the value must be {"hex": …}, and is ${shown(received)}`)
  return compare(of, bytesIn(expected) as Bytes.Bytes, given)
}

const compare = (of: string, right: Bytes.Bytes, given: Bytes.Bytes): Judgement => {
  const offset = firstDifference(right, given)
  if (offset === undefined) return pass
  const what =
    offset === given.length
      ? `ends early, after ${given.length} of ${right.length} bytes`
      : offset === right.length
        ? `goes on behind its end, at byte ${right.length}`
        : `differs from byte ${offset} on, counted from 0`
  return fail(`the ${of} ${what}`, { of, expected: hex(right), received: hex(given), offset })
}

const compareTexts = (of: string, right: string, given: string): Judgement => {
  const judged = compare(of, Buffer.from(right), Buffer.from(given))
  return judged.verdict === 'fail'
    ? { ...judged, message: `${judged.message}: expected ${shown(right)}, received ${shown(given)}` }
    : judged
}

const typeOf = (input: unknown): AuthType =>
  (isRecord(input) && typeof input.authType === 'string' ? input.authType : 'SVC-SHA256-RSA') as AuthType

/** These alone. */
export const policiesOf = (names: ReadonlyArray<string>): Policies =>
  Object.fromEntries(Object.keys(ours).map((name) => [name, names.includes(name)])) as unknown as Policies
const none = policiesOf([])

/** A written header must parse without any policy; its items may come in any order. */
const signatureLength = (parsed: E.Either<unknown, Authorization.Authorization>): number | undefined =>
  E.isRight(parsed) && parsed.right._tag === 'Signed' ? Signature.byteLength(parsed.right.signature) : undefined

const judgeHeader = (authType: AuthType, expected: unknown, received: unknown): Judgement => {
  const right = expected as string
  if (typeof received !== 'string') return fail(`the header must be a text, and is ${shown(received)}`)
  if (received === right) return pass
  const grammar = { authType, policies: none }
  const parsed = Authorization.parse(received, grammar)
  const due = Authorization.parse(right, grammar)
  if (same(parsed, due)) return pass
  const [lengthDue, length] = [due, parsed].map(signatureLength)
  if (length !== undefined && lengthDue !== undefined && length < lengthDue) return failBySignature(length, lengthDue)
  return compareTexts('header', right, received)
}

const line = { method: t.string, target: t.string }
const signedRequest = t.type({ ...line, authorization: t.string })
const wireRequest = t.type({ ...line, headers: t.array(t.tuple([t.string, t.string])), body: t.unknown })
type Line = Readonly<Record<keyof typeof line, string>>
type WireRequest = t.TypeOf<typeof wireRequest>

const signedShape = (received: unknown): Judgement =>
  fail(`the value must have the texts method, target and authorization, and is ${shown(received)}`)

const judgeLine = (right: Line, given: Line): Judgement =>
  every(compareTexts('method', right.method, given.method), compareTexts('target', right.target, given.target))

const judgeSigned = (input: Inputs['sign'], expected: unknown, received: unknown): Judgement | Promise<Judgement> => {
  // Our own port answers with a request for each nonce, a case with one for all.
  if (input.times !== undefined) return judgeNonces(input, [expected].flat()[0] as Line, received)
  const right = expected as t.TypeOf<typeof signedRequest>
  if (!signedRequest.is(received)) return signedShape(received)
  return every(judgeLine(right, received), judgeHeader(typeOf(input), right.authorization, received.authorization))
}

/** Requests signed with nonces of the port's own: all valid, no nonce repeated, and each new. */
const judgeNonces = async (input: Inputs['sign'], right: Line, received: unknown): Promise<Judgement> => {
  if (!Array.isArray(received) || received.length !== input.times) {
    return fail(`the value must be an array of ${input.times}, and is ${shown(received)}`)
  }
  const nonces = new Set<string>()
  const judgeOwn = await judgingOwn(input)
  const body = E.getOrElse(() => Bytes.empty)(toBody(input.body))
  for (const one of received) {
    if (!signedRequest.is(one)) return signedShape(one)
    const judged = every(judgeLine(right, one), await judgeOwn(one.authorization, right, body))
    if (judged.verdict !== 'pass') return judged
    const { nonce } = signedIn(input, one.authorization) as Authorization.Signed
    if (nonces.has(nonce))
      return fail(`the nonce ${nonce} is used twice within ${nonces.size + 1} requests of one second`)
    nonces.add(nonce)
  }
  if (nonces.size < enough) return pass
  const bits = newBits([...nonces])
  return bits < fewestBits
    ? fail(
        `of each nonce at most ${Math.floor(bits)} bits are new, and it needs ${fewestBits}: ${[...nonces].slice(0, 3).join(', ')}`,
      )
    : pass
}

const signedIn = (input: unknown, header: string): Authorization.Signed | undefined => {
  const parsed = Authorization.parse(header, { authType: typeOf(input), policies: none })
  return E.isRight(parsed) && parsed.right._tag === 'Signed' ? parsed.right : undefined
}

/** The public half of a signer's key. Hundreds of requests are signed by one key. */
const ownKeyOf = memoized((privateKey: string) => {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string
  return verificationKey(publicKey, { maxKeyBits: mostBits })()
})

/** A signature over a nonce of the port's own: what its case is about, the nonce, is not what is wrong. */
const failBySignature = (length: number, due: number): Judgement => {
  const isShort = length < due
  const words = isShort
    ? `the signature has ${length} bytes, and the modulus of its key ${due}`
    : 'the signature does not verify over the sent request'
  return { verdict: 'fail', message: words, shownFlags: isShort ? ['leading-zero'] : [] }
}

/** Imports the key once. Judges headers over what only the port knows: its nonce, or its spelling of a job. */
const judgingOwn = async (
  input: Pick<Inputs['sign'], 'appId' | 'authType' | 'privateKey' | 'timestamp' | 'nonce'>,
): Promise<(header: string, line: Line, body: Bytes.Bytes) => Promise<Judgement>> => {
  const key = await ownKeyOf(input.privateKey)
  return async (header, { method, target }, body) => {
    const signed = signedIn(input, header)
    if (signed === undefined) return fail(`the header is malformed: ${shown(header)}`)
    const { appId, nonce, timestamp, signature } = signed
    if (appId !== input.appId || String(timestamp) !== input.timestamp || nonce !== (input.nonce ?? nonce))
      return fail(`the header has another app id${input.nonce === undefined ? '' : ', nonce'} or timestamp`)
    if (E.isLeft(key)) return fail('the key of the case cannot be used')
    const head = StringToSign.uncheckedHead({ method, target, timestamp, nonce })
    const isValid = (await key.right.verify({ head, body }, signature)) === true
    return isValid ? pass : failBySignature(Signature.byteLength(signature), key.right.signatureLength)
  }
}

const judgeSteps = (expected: ReturnType<typeof stepsOf>, received: unknown): Judgement => {
  if (!Array.isArray(received) || received.length !== expected.length) {
    return fail(`the value must be an array of ${expected.length} verdicts, and is ${shown(received)}`)
  }
  let reasonAgrees: boolean | undefined
  for (const [i, right] of expected.entries()) {
    const given: unknown = received[i]
    const where = expected.length === 1 ? '' : `step ${i + 1} of ${expected.length}: `
    if (!isRecord(given) || (given.outcome !== 'accept' && given.outcome !== 'reject')) {
      return fail(`${where}a verdict's outcome must be accept or reject, and is ${shown(given)}`)
    }
    if (given.outcome !== right.outcome) {
      return fail(
        right.outcome === 'accept'
          ? `${where}it must be accepted, and the port refuses it (${reasonWords(given.reason)})`
          : `${where}it must be refused (${right.reason}), and the port accepts it`,
        undefined,
        right.outcome === 'reject',
      )
    }
    if (right.outcome === 'reject') reasonAgrees = reasonAgrees !== false && given.reason === right.reason
    else if (given.appId !== right.appId) {
      return fail(`${where}it is accepted for ${shown(given.appId)} in place of ${shown(right.appId)}`)
    }
  }
  return reasonAgrees === undefined ? pass : { verdict: 'pass', reasonAgrees }
}

/** What is wrong with the bytes of a job, and what is there. */
const whyNoJob = (error: JobError.JobError, bytes: Bytes.Bytes): string =>
  error._tag === 'job_malformed'
    ? `${syntaxFaults[error.rule]} at byte ${error.offset}: ${placeWords(bytes, error.offset)}`
    : JobError.message(error)

const judgeJob = (expected: unknown, received: unknown): Judgement => {
  const bytes = bytesIn(received)
  if (bytes === undefined) return fail(`the value must be {"hex": …}, and is ${shown(received)}`)
  // A writer keeps a stage of an unknown type under any policy.
  const job = Job.decode(bytes, { ...none, 'unknown-stage': true })
  if (E.isLeft(job)) return fail(`the bytes do not decode to a job: ${whyNoJob(job.left, bytes)}`)
  return same(job.right, expected) ? pass : failByValue(expected, job.right, 'the bytes decode to another job: ')
}

const judgeRequest = async (input: Inputs['request'], right: WireRequest, received: unknown): Promise<Judgement> => {
  if (!wireRequest.is(received))
    return fail(`the value must have method, target, headers and body, and is ${shown(received)}`)
  const judgedLine = judgeLine(right, received)
  if (judgedLine.verdict !== 'pass') return judgedLine
  const body = bytesIn(received.body)
  if (body === undefined) return fail(`the body must be {"hex": …}, and is ${shown(received.body)}`)
  const { credentials } = input
  const isWritten = 'job' in input.body
  const judged = [
    'job' in input.body ? judgeJob(input.body.job, received.body) : judgeBytes('body', right.body, received.body),
  ]
  for (const [name, value] of right.headers) {
    const given = received.headers.filter(([other]) => other.toLowerCase() === name.toLowerCase())
    const [[, text] = ['', '']] = given
    if (given.length !== 1)
      judged.push(fail(`the request has ${given.length} headers ${name}; exactly one belongs there`))
    else if (name !== 'Authorization') judged.push(compareTexts(`header ${name}`, value, text))
    else if (!isWritten || 'token' in credentials) judged.push(judgeHeader(typeOf(input), value, text))
    else judged.push(await (await judgingOwn({ ...input, ...credentials }))(text, right, body))
  }
  return every(...judged)
}
