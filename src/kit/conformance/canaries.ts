/**
 * Canaries: runs that are in no file. Each conformance run makes them anew, with a new key. So they detect a port that has memorized
 * the suite, that always accepts, always refuses, or echoes its input.
 *
 *     canaries('monday', 'verifier', { ops })    [canary/fresh-request, canary/forged-request, canary/fresh-key, …]
 *
 * All of them use one request. The seed decides its target, time, nonce and body.
 */
import { createHash, createHmac, createPublicKey, sign } from 'node:crypto'
import * as StringToSign from '../../core/StringToSign.ts'
import { freshKey } from './freshKey.ts'
import { belongs, type Level } from './levels.ts'
import { groupOf } from './suite.ts'
import type { KeyPems } from './testKeys.ts'
import type { Expectation, Hello, Inputs, Op, StepVerdict, Vector } from './Vector.ts'

/** `tells` is the conclusion from a wrong answer. */
export const canary = <O extends Op>(
  name: string,
  tells: string,
  op: O,
  input: Inputs[O],
  expect: Expectation,
): Vector => ({ id: `canary/${name}`, since: '', comment: tells, flags: [], op, input, expect }) as unknown as Vector

export const isCanary = ({ id }: Vector): boolean => groupOf(id) === 'canary'

const authType = 'SVC-SHA256-RSA'

let processKey: KeyPems | undefined
/** All runs of the process share one key pair. */
const keyPair = (): KeyPems => (processKey ??= freshKey())

/** The canaries of the level for the port's ops. A verifier gets no canaries about signing, and a signer none about verifying. */
export const canaries = (seed: string, level: Level, { ops }: Pick<Hello, 'ops'>): ReadonlyArray<Vector> => {
  const request = requestOf(seed)
  const vectors = [...verifierCanaries(request), ...signerCanaries(request), ...readerCanaries(request)]
  return vectors.filter((vector) => belongs(level, vector) && ops.includes(vector.op))
}

/** The request that the canaries are about. */
interface CanaryRequest {
  readonly target: string
  readonly timestamp: number
  readonly nonce: string
  readonly body: string
  /** The string to sign. */
  readonly message: string
}

const requestOf = (seed: string): CanaryRequest => {
  const draw = (word: string): string => createHmac('sha256', seed).update(word).digest('hex')
  const target = `/v1/jobs?canary=${draw('target').slice(0, 12)}`
  const timestamp = 1_600_000_000 + (Number.parseInt(draw('time').slice(0, 7), 16) % 100_000_000)
  const nonce = draw('nonce').slice(0, 32)
  const body = `{"request_id":"${draw('body').slice(0, 10)}","stages":[]}`
  const head = StringToSign.uncheckedHead({ method: 'POST', target, timestamp: String(timestamp), nonce })
  return { target, timestamp, nonce, body, message: head + body }
}

const hexOf = (text: string): string => Buffer.from(text).toString('hex')

const headerOver = (message: string, { nonce, timestamp }: CanaryRequest): string => {
  const signature = sign('RSA-SHA256', Buffer.from(message), keyPair().privateKey).toString('base64')
  return `${authType} app_id=canary,nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
}

const expectValue = (value: unknown): Expectation => ({ outcome: 'value', value })
const rejection = (reason: string) => ({ outcome: 'reject', reason }) as const

// ---- For verifiers

const verifierCanaries = (request: CanaryRequest): ReadonlyArray<Vector> => {
  const { message } = request
  const accepted: StepVerdict = { outcome: 'accept', appId: 'canary' }
  return [
    verifyCanary('fresh-request', 'a valid request is refused', headerOver(message, request), request, accepted),
    verifyCanary(
      'forged-request',
      'a forged request is accepted',
      headerOver(`${message} `, request),
      request,
      rejection('signature_invalid'),
    ),
  ]
}

const verifyCanary = (
  name: string,
  tells: string,
  header: string,
  { timestamp, target, body }: CanaryRequest,
  verdict: StepVerdict,
): Vector => {
  const step = { now: timestamp, method: 'POST', target, authorization: [header], body: { hex: hexOf(body) } }
  const settings = { edition: 'international', authType, maxAge: 300, maxSkew: 60, bodyLimit: 1_048_576 } as const
  const keys = [{ appId: 'canary', key: keyPair().publicKey }]
  return canary(name, tells, 'verify', { ...settings, keys, tokens: null, steps: [step] }, expectValue([verdict]))
}

// ---- For signers

const signerCanaries = (request: CanaryRequest): ReadonlyArray<Vector> => {
  const { target, timestamp, nonce, body, message } = request
  const parts = { method: 'post', url: target, timestamp: String(timestamp), nonce, body: { hex: hexOf(body) } }
  const signing = { ...parts, privateKey: keyPair().privateKey, authType, appId: 'canary' }
  const signed = { method: 'POST', target, authorization: headerOver(message, request) }
  return [
    canary(
      'fresh-string',
      'it does not build the requested string',
      'stringToSign',
      parts,
      expectValue({ hex: hexOf(message) }),
    ),
    canary(
      'impossible-nonce',
      'it builds a string that cannot be signed',
      'stringToSign',
      { ...parts, nonce: `${nonce}\n` },
      rejection('nonce_malformed'),
    ),
    canary('fresh-signature', 'it does not sign the requested string', 'sign', signing, expectValue(signed)),
  ]
}

// ---- For what reads keys, headers and jobs

const readerCanaries = ({ nonce, timestamp, body }: CanaryRequest): ReadonlyArray<Vector> => {
  const { publicKey } = keyPair()
  const unsigned = [`${authType} nonce_str=${nonce},app_id=canary,timestamp=${timestamp}`]
  return [
    canary(
      'fresh-key',
      'it does not look at keys',
      'importKey',
      { use: 'verify', pem: publicKey },
      expectValue({ bits: 2048, fingerprint: fingerprintOf(publicKey) }),
    ),
    canary(
      'fresh-header',
      'it does not read headers',
      'parseAuthorization',
      { authType, authorization: unsigned },
      rejection('authorization_malformed'),
    ),
    canary(
      'fresh-job',
      'it does not read jobs',
      'decodeJob',
      { body: { hex: hexOf(body) } },
      expectValue(JSON.parse(body)),
    ),
  ]
}

const fingerprintOf = (publicKey: string): string => {
  const spki = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('hex')
}
