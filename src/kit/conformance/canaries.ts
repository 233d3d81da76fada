/**
 * Runs that are in no file. They are made anew each time, with keys of their own, and so unmask a port that knows the suite by
 * heart, always accepts, always refuses or echoes its input.
 */
import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { belongs, type Level } from './levels.ts'
import { groupOf } from './suite.ts'
import type { Expectation, Hello, Inputs, Op, StepVerdict, Vector } from './Vector.ts'

/** The op, input and expectation of a canary. */
type Question = { readonly [O in Op]: { readonly op: O; readonly input: Inputs[O]; readonly expect: Expectation } }[Op]

/** `tells` is the conclusion from a wrong answer. */
export const canary = (name: string, tells: string, question: Question): Vector => ({
  id: `canary/${name}`,
  since: '',
  comment: tells,
  flags: [],
  ...question,
})

export const isCanary = ({ id }: Vector): boolean => groupOf(id) === 'canary'

interface Pair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

let pair: Pair | undefined
/** One key pair for the process: it takes a tenth of a second to make. */
const keyPair = (): Pair => {
  pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  return pair
}

const pem = (key: KeyObject): string =>
  key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }) as string

/** The canaries of the level for the port's ops: a fault in signing must not fail a verifier, nor the reverse. */
export const canaries = (seed: string, level: Level, { ops }: Pick<Hello, 'ops'>): ReadonlyArray<Vector> => {
  const draw = (word: string): string => createHmac('sha256', seed).update(word).digest('hex')
  const nonce = draw('nonce').slice(0, 32)
  const timestamp = 1_600_000_000 + (Number.parseInt(draw('time').slice(0, 7), 16) % 100_000_000)
  const target = `/v1/jobs?canary=${draw('target').slice(0, 12)}`
  const body = `{"request_id":"${draw('body').slice(0, 10)}","stages":[]}`
  const head = `POST\n${target}\n${timestamp}\n${nonce}\n`
  const hex = Buffer.from(body).toString('hex')
  const { publicKey, privateKey } = keyPair()
  const header = (message: string): string => {
    const signature = sign('RSA-SHA256', Buffer.from(message), privateKey).toString('base64')
    return `SVC-SHA256-RSA app_id=canary,nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
  }

  const verify = (name: string, tells: string, message: string, verdict: StepVerdict): Vector =>
    canary(name, tells, {
      op: 'verify',
      input: {
        edition: 'international',
        authType: 'SVC-SHA256-RSA',
        maxAge: 300,
        maxSkew: 60,
        bodyLimit: 1_048_576,
        keys: [{ appId: 'canary', key: pem(publicKey) }],
        tokens: null,
        steps: [{ now: timestamp, method: 'POST', target, authorization: [header(message)], body: { hex } }],
      },
      expect: { outcome: 'value', value: [verdict] },
    })
  const refused: StepVerdict = { outcome: 'reject', reason: 'signature_invalid' }
  const signing = { method: 'post', url: target, timestamp: String(timestamp), nonce, body: { hex } }
  const fingerprint = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')

  const all = [
    verify('fresh-request', 'a valid request is refused', head + body, {
      outcome: 'accept',
      appId: 'canary',
    }),
    verify('forged-request', 'a forged request is accepted', `${head}${body} `, refused),
    canary('fresh-string', 'it does not build the requested string', {
      op: 'stringToSign',
      input: signing,
      expect: { outcome: 'value', value: { hex: Buffer.from(head + body).toString('hex') } },
    }),
    canary('impossible-nonce', 'it builds a string that cannot be signed', {
      op: 'stringToSign',
      input: { ...signing, nonce: `${nonce}\n` },
      expect: { outcome: 'reject', reason: 'nonce_malformed' },
    }),
    canary('fresh-signature', 'it does not sign the requested string', {
      op: 'sign',
      input: { ...signing, privateKey: pem(privateKey), authType: 'SVC-SHA256-RSA', appId: 'canary' },
      expect: { outcome: 'value', value: { method: 'POST', target, authorization: header(head + body) } },
    }),
    canary('fresh-key', 'it does not look at keys', {
      op: 'importKey',
      input: { use: 'verify', pem: pem(publicKey) },
      expect: { outcome: 'value', value: { bits: 2048, fingerprint } },
    }),
    canary('fresh-header', 'it does not read headers', {
      op: 'parseAuthorization',
      input: {
        authType: 'SVC-SHA256-RSA',
        authorization: [`SVC-SHA256-RSA nonce_str=${nonce},app_id=canary,timestamp=${timestamp}`],
      },
      expect: { outcome: 'reject', reason: 'authorization_malformed' },
    }),
    canary('fresh-job', 'it does not read jobs', {
      op: 'decodeJob',
      input: { body: { hex } },
      expect: { outcome: 'value', value: JSON.parse(body) },
    }),
  ]
  return all.filter((one) => belongs(level, one) && ops.includes(one.op))
}
