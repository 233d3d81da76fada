/**
 * Runs that are in no file. They are made anew each time, with keys of their own, and so unmask a port that knows the suite by
 * heart, always accepts, always refuses or echoes its input.
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

let pair: KeyPems | undefined
/** One key pair for the process. */
const keyPair = (): KeyPems => (pair ??= freshKey())

/** The canaries of the level for the port's ops: a fault in signing must not fail a verifier, nor the reverse. */
export const canaries = (seed: string, level: Level, { ops }: Pick<Hello, 'ops'>): ReadonlyArray<Vector> => {
  const draw = (word: string): string => createHmac('sha256', seed).update(word).digest('hex')
  const nonce = draw('nonce').slice(0, 32)
  const timestamp = 1_600_000_000 + (Number.parseInt(draw('time').slice(0, 7), 16) % 100_000_000)
  const target = `/v1/jobs?canary=${draw('target').slice(0, 12)}`
  const body = `{"request_id":"${draw('body').slice(0, 10)}","stages":[]}`
  const head = StringToSign.uncheckedHead({ method: 'POST', target, timestamp: String(timestamp), nonce })
  const hex = Buffer.from(body).toString('hex')
  const { publicKey, privateKey } = keyPair()
  const header = (message: string): string => {
    const signature = sign('RSA-SHA256', Buffer.from(message), privateKey).toString('base64')
    return `${authType} app_id=canary,nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
  }

  const verify = (name: string, tells: string, message: string, verdict: StepVerdict): Vector => {
    const step = { now: timestamp, method: 'POST', target, authorization: [header(message)], body: { hex } }
    const settings = { edition: 'international', authType, maxAge: 300, maxSkew: 60, bodyLimit: 1_048_576 } as const
    const keys = [{ appId: 'canary', key: publicKey }]
    return canary(name, tells, 'verify', { ...settings, keys, tokens: null, steps: [step] }, value([verdict]))
  }
  const value = (of: unknown): Expectation => ({ outcome: 'value', value: of })
  const reject = (reason: string) => ({ outcome: 'reject', reason }) as const
  const parts = { method: 'post', url: target, timestamp: String(timestamp), nonce, body: { hex } }
  const text = Buffer.from(head + body).toString('hex')
  const signing = { ...parts, privateKey, authType, appId: 'canary' }
  const signed = { method: 'POST', target, authorization: header(head + body) }
  const spki = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  const fingerprint = createHash('sha256').update(spki).digest('hex')
  const unsigned = [`${authType} nonce_str=${nonce},app_id=canary,timestamp=${timestamp}`]

  const all = [
    verify('fresh-request', 'a valid request is refused', head + body, { outcome: 'accept', appId: 'canary' }),
    verify('forged-request', 'a forged request is accepted', `${head}${body} `, reject('signature_invalid')),
    canary('fresh-string', 'it does not build the requested string', 'stringToSign', parts, value({ hex: text })),
    canary(
      'impossible-nonce',
      'it builds a string that cannot be signed',
      'stringToSign',
      { ...parts, nonce: `${nonce}\n` },
      reject('nonce_malformed'),
    ),
    canary('fresh-signature', 'it does not sign the requested string', 'sign', signing, value(signed)),
    canary(
      'fresh-key',
      'it does not look at keys',
      'importKey',
      { use: 'verify', pem: publicKey },
      value({ bits: 2048, fingerprint }),
    ),
    canary(
      'fresh-header',
      'it does not read headers',
      'parseAuthorization',
      { authType, authorization: unsigned },
      reject('authorization_malformed'),
    ),
    canary('fresh-job', 'it does not read jobs', 'decodeJob', { body: { hex } }, value(JSON.parse(body))),
  ]
  return all.filter((one) => belongs(level, one) && ops.includes(one.op))
}
