/**
 * What cases are made of. The platform's own crypto and plain concatenation make everything; the code under test makes
 * nothing.
 */
import { createHash, createPrivateKey, sign as rsaSign } from 'node:crypto'
import * as t from 'io-ts'
import type {
  Expectation,
  Inputs,
  Op,
  StepVerdict,
  VectorBytes,
  VectorText,
  VerifyInput,
  VerifyKey,
  VerifyStep,
} from '../../src/kit/conformance/Vector.ts'
import { readJson } from './readJson.ts'

/** A case without its `trace`. */
export interface Draft<O extends Op = Op> {
  readonly id: string
  readonly comment: string
  readonly flags: ReadonlyArray<string>
  readonly fault?: string
  readonly twin?: string
  readonly op: O
  readonly input: Inputs[O]
  readonly expect: Expectation
  /** The first version of the suite with this case; 1.0.0 unless set. */
  readonly since?: string
}

export interface Behaviour {
  readonly behaviour: string
  /** The file's name without `.json`; the behaviour's unless set. */
  readonly file?: string
  readonly comment: string
  readonly cases: ReadonlyArray<Draft>
}

export interface TestKey {
  readonly comment: string
  readonly bits: number
  readonly publicKey: string
  readonly privateKey: string
}

/** The test keys by name. keys.json is the one data file that is not generated. */
export const keys: Readonly<Record<string, TestKey>> = readJson(
  'vectors/keys.json',
  t.record(t.string, t.type({ comment: t.string, bits: t.number, publicKey: t.string, privateKey: t.string })),
)

export const keyNamed = (name: string): TestKey => {
  const key = keys[name]
  if (key === undefined) throw new Error(`vectors/keys.json has no key ${name}`)
  return key
}

/** The default clock. */
export const now = 1_700_000_000

/** A nonce of the usual shape, one for each word. */
export const nonceOf = (word: string): string =>
  createHash('sha256').update(`nonce of ${word}`).digest('hex').slice(0, 32)

export type Content = Uint8Array | string

export const bytesOf = (content: Content): Buffer => Buffer.from(content as string)

/** Bytes for a port, with their text where it is printable. */
export const bytes = (content: Content): VectorBytes => {
  const buffer = bytesOf(content)
  const text = buffer.toString('utf8')
  const readable =
    buffer.length > 0 && buffer.length <= 4096 && Buffer.from(text).equals(buffer) && !/[^\P{C}\n\r\t]/u.test(text)
  return readable ? { hex: buffer.toString('hex'), text } : { hex: buffer.toString('hex') }
}

/** A long run of the same bytes. */
export const repeated = (content: Content, times: number): VectorBytes & { readonly repeat: object } => {
  const one = bytesOf(content)
  const sha256 = createHash('sha256')
    .update(Buffer.alloc(one.length * times, one))
    .digest('hex')
  return { repeat: { hex: one.toString('hex'), times }, sha256 }
}

/** The inverse of `bytes` and `repeated`. */
export const contentOf = (b: VectorBytes): Buffer => {
  if ('hex' in b) return Buffer.from(b.hex, 'hex')
  const one = Buffer.from(b.repeat.hex, 'hex')
  return Buffer.alloc(one.length * b.repeat.times, one)
}

/** The UTF-16BE code units of a string; lone surrogates are kept. */
export const text = (s: string): VectorText => ({
  utf16: [...Array(s.length).keys()].map((i) => s.charCodeAt(i).toString(16).padStart(4, '0')).join(''),
})

/** The five parts, as a caller signed them. */
export interface Parts {
  readonly method: string
  readonly target: string
  readonly timestamp: number | string
  readonly nonce: string
  readonly body: Content
}

export const stringToSign = ({ method, target, timestamp, nonce, body }: Parts): Buffer =>
  Buffer.concat([Buffer.from(`${method}\n${target}\n${timestamp}\n${nonce}\n`), bytesOf(body)])

/** RSASSA-PKCS1-v1_5 with SHA-256, which is deterministic. */
export const signatureBytes = (key: string, message: Content): Buffer =>
  rsaSign('RSA-SHA256', bytesOf(message), createPrivateKey(keyNamed(key).privateKey))

export const signatureText = (key: string, message: Content): string => signatureBytes(key, message).toString('base64')

export interface Items {
  readonly app_id: string
  readonly nonce_str: string
  readonly timestamp: number | string
  readonly signature: string
}

export const authType = 'SVC-SHA256-RSA'

/** The header's value in the usual order. */
export const headerOf = ({ app_id, nonce_str, timestamp, signature }: Items, type: string = authType): string =>
  `${type} app_id=${app_id},nonce_str=${nonce_str},timestamp=${timestamp},signature=${signature}`

export interface Sent {
  readonly key?: string
  readonly appId?: string
  readonly method?: string
  readonly target?: string
  readonly timestamp?: number | string
  readonly nonce?: string
  readonly body?: Content | VectorBytes
  /** What the caller signed, if not what is sent: some of the parts, or the whole string. */
  readonly signed?: Partial<Parts> | Uint8Array
  /** Writes the header from its items; `headerOf` unless set. */
  readonly header?: (items: Items) => string | ReadonlyArray<string>
  readonly now?: number
  readonly later?: number
  readonly allowed?: boolean
}

/**
 * A request as a verifier receives it. The parts are signed as they are sent, unless `signed` says otherwise: nothing
 * upper-cases the method or removes an origin.
 */
export const step = (sent: Sent = {}): VerifyStep => {
  const { key = 'app-1', appId = 'app-1', method = 'POST', target = '/v1/jobs', timestamp = now } = sent
  const { nonce = nonceOf('step'), body = '{}', signed = {}, header = headerOf, later, allowed } = sent
  const content = typeof body === 'string' || body instanceof Uint8Array ? bytes(body) : body
  const message =
    signed instanceof Uint8Array
      ? signed
      : stringToSign({ method, target, timestamp, nonce, body: contentOf(content), ...signed })
  const value = header({ app_id: appId, nonce_str: nonce, timestamp, signature: signatureText(key, message) })
  return {
    now: sent.now ?? now,
    ...(later === undefined ? {} : { later }),
    method,
    target,
    authorization: typeof value === 'string' ? [value] : value,
    body: content,
    ...(allowed === undefined ? {} : { allowed }),
  }
}

/** App-1 and app-2, each with its key. */
export const twoApps: ReadonlyArray<VerifyKey> = [
  { appId: 'app-1', key: 'app-1' },
  { appId: 'app-2', key: 'app-2' },
]

/** A verifier with the usual settings, and the requests that it receives. */
export const verifier = (
  steps: VerifyStep | ReadonlyArray<VerifyStep>,
  settings: Partial<Omit<VerifyInput, 'steps'>> = {},
): VerifyInput => ({
  edition: 'international',
  authType,
  maxAge: 300,
  maxSkew: 60,
  bodyLimit: 1_048_576,
  keys: twoApps,
  tokens: null,
  ...settings,
  steps: 'now' in steps ? [steps] : steps,
})

export const accepted = (appId = 'app-1'): StepVerdict => ({ outcome: 'accept', appId })

export const refused = (reason: string): StepVerdict => ({ outcome: 'reject', reason })

/** The answer to a `verify`: a verdict for each step. */
export const verdicts = (...value: ReadonlyArray<StepVerdict>): Expectation => ({ outcome: 'value', value })

/** A port with the policy accepts. Any other refuses for `reason`: the last step of a `verify`, or the whole of another op. */
export const under = (policy: string, reason: string, expect: Expectation): Expectation => ({
  ...expect,
  policy,
  reason,
})

export const reject = (reason: string): Expectation => ({ outcome: 'reject', reason })

export const value = (v: unknown): Expectation => ({ outcome: 'value', value: v })
