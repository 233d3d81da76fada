/**
 * Runs that stand in no file and are made anew each time, with keys of their own: a port that answers by heart, always
 * accepts, always refuses or repeats what it is told is unmasked by them.
 */
import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Hello, Inputs, Op, StepVerdict, Vector } from './Vector.ts'

export interface CanaryRun {
  readonly name: string
  /** What a wrong answer tells of the port. */
  readonly tells: string
  readonly op: Op
  readonly input: unknown
  readonly vector: Vector
}

interface Pair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

let pair: Pair | undefined
/** One key pair for the process: making one takes a tenth of a second. */
const keyPair = (): Pair => {
  pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  return pair
}

const pem = (key: KeyObject): string =>
  key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }) as string

/** Those canaries that the port's ops allow. */
export const canaries = (seed: string, hello: Hello): ReadonlyArray<CanaryRun> => {
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

  const run = <O extends Op>(
    name: string,
    tells: string,
    op: O,
    input: Inputs[O],
    expect: Vector['expect'],
  ): CanaryRun => ({
    name,
    tells,
    op,
    input,
    vector: { id: `canary/${name}`, since: '', comment: tells, flags: [], op, input, expect },
  })
  const verify = (name: string, tells: string, message: string, verdict: StepVerdict): CanaryRun =>
    run(
      name,
      tells,
      'verify',
      {
        edition: 'international',
        authType: 'SVC-SHA256-RSA',
        maxAge: 300,
        maxSkew: 60,
        bodyLimit: 1_048_576,
        keys: [{ appId: 'canary', key: pem(publicKey) }],
        tokens: null,
        steps: [{ now: timestamp, method: 'POST', target, authorization: [header(message)], body: { hex } }],
      },
      { outcome: 'value', value: [verdict] },
    )
  const refused: StepVerdict = { outcome: 'reject', reason: 'signature_invalid' }
  const signing = { method: 'post', url: target, timestamp: String(timestamp), nonce, body: { hex } }
  const fingerprint = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')

  const all = [
    verify('fresh-request', 'a request that is right is not accepted', head + body, {
      outcome: 'accept',
      appId: 'canary',
    }),
    verify('forged-request', 'a forged request is accepted', `${head}${body} `, refused),
    run('fresh-string', 'it does not build what it is asked for', 'stringToSign', signing, {
      outcome: 'value',
      value: { hex: Buffer.from(head + body).toString('hex') },
    }),
    run(
      'impossible-nonce',
      'it builds what cannot be signed',
      'stringToSign',
      { ...signing, nonce: `${nonce}\n` },
      { outcome: 'reject', reason: 'nonce_malformed' },
    ),
    run(
      'fresh-signature',
      'it does not sign what it is asked to sign',
      'sign',
      { ...signing, privateKey: pem(privateKey), authType: 'SVC-SHA256-RSA', appId: 'canary' },
      { outcome: 'value', value: { method: 'POST', target, authorization: header(head + body) } },
    ),
    run(
      'fresh-key',
      'it does not look at keys',
      'importKey',
      { use: 'verify', pem: pem(publicKey) },
      {
        outcome: 'value',
        value: { bits: 2048, fingerprint },
      },
    ),
    run(
      'fresh-header',
      'it does not read headers',
      'parseAuthorization',
      {
        authType: 'SVC-SHA256-RSA',
        authorization: [`SVC-SHA256-RSA nonce_str=${nonce},app_id=canary,timestamp=${timestamp}`],
      },
      { outcome: 'reject', reason: 'authorization_malformed' },
    ),
    run(
      'fresh-job',
      'it does not read jobs',
      'decodeJob',
      { body: { hex } },
      { outcome: 'value', value: JSON.parse(body) },
    ),
  ]
  return all.filter(({ op }) => hello.ops.includes(op))
}
