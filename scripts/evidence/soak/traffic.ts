// What callers and others send, each request with the verdict that it must get.
import { createSign, type KeyObject, randomBytes, randomInt } from 'node:crypto'
import { Agent, request as send } from 'node:http'

/** Short, so that claims are forgotten many times over while the soak lasts. */
export const window = { maxAge: 20, maxSkew: 5, margin: 5 } as const

/** What was sent, as it must be judged. */
export type Kind = (typeof kinds)[number]
export const kinds = ['honest', 'token', 'repeated', 'altered', 'forged', 'stale', 'malformed', 'too large'] as const

export interface Tally {
  readonly sent: Record<Kind, number>
  /** Kinds and answers that do not belong together, such as `repeated: accept`. */
  readonly wrong: Map<string, number>
  /** Honest requests that were answered with 503, signed again, and then accepted. */
  readonly signedAgain: number
  readonly verdicts: Map<string, number>
}

interface Signed {
  readonly authorization: string
  readonly body: Buffer
  readonly timestamp: number
}

const now = (): number => Math.floor(Date.now() / 1000)
const target = '/v1/jobs?soak=1'

const sign = (app: number, key: KeyObject, timestamp = now()): Signed => {
  const nonce = randomBytes(16).toString('hex')
  const body = randomBytes(randomInt(0, 2000))
  const signer = createSign('sha256').update(`POST\n${target}\n${timestamp}\n${nonce}\n`).update(body)
  const signature = signer.sign(key, 'base64')
  const authorization = `SVC-SHA256-RSA app_id=app-${app},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
  return { authorization, body, timestamp }
}

const pick = <A>(list: ReadonlyArray<A>): A => list[randomInt(list.length)] as A

/** Of 20 requests, so many are of each kind; the rest are honest. */
const shares: ReadonlyArray<Kind> = [
  ...Array<Kind>(5).fill('repeated'),
  ...Array<Kind>(2).fill('altered'),
  ...Array<Kind>(2).fill('forged'),
  ...Array<Kind>(1).fill('token'),
  ...Array<Kind>(1).fill('stale'),
  ...Array<Kind>(1).fill('malformed'),
  ...Array<Kind>(1).fill('too large'),
  ...Array<Kind>(7).fill('honest'),
]

/** A caller's and an attacker's traffic to a few nodes that share a guard; `stop` ends it when all answers are in. */
export const traffic = (
  ports: ReadonlyArray<number>,
  keys: ReadonlyArray<KeyObject>,
  atOnce: number,
): { readonly tally: Tally; readonly stop: () => Promise<void> } => {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce * 2 })
  const sent = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>
  const wrong = new Map<string, number>()
  const verdicts = new Map<string, number>()
  let signedAgain = 0
  let going = true
  const began = now() + 1
  // Those that were accepted, for as long as somebody might try them again and beyond.
  const accepted: Array<Signed> = []

  const ask = (authorization: string, body: Buffer): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = { authorization, 'content-length': body.length }
      const options = { host: '127.0.0.1', port: pick(ports), method: 'POST', path: target, headers, agent }
      const req = send(options, (res) => {
        let text = ''
        res.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        res.on('end', () => resolve(res.statusCode === 200 ? 'accept' : (JSON.parse(text).error.code as string)))
        res.on('error', reject)
      })
      req.on('error', reject)
      req.end(body)
    })

  const expect = (kind: Kind, answer: string, right: ReadonlyArray<string>): void => {
    sent[kind]++
    verdicts.set(answer, (verdicts.get(answer) ?? 0) + 1)
    if (!right.includes(answer)) wrong.set(`${kind}: ${answer}`, (wrong.get(`${kind}: ${answer}`) ?? 0) + 1)
  }

  const one = async (): Promise<void> => {
    const kind = accepted.length === 0 ? 'honest' : pick(shares)
    const app = randomInt(keys.length)
    const key = keys[app] as KeyObject
    if (kind === 'honest') {
      // As a caller does: after a 503 it signs anew.
      for (let tries = 0; ; tries++) {
        // A guard takes nothing that was stamped before it began.
        const request = sign(app, key, Math.max(began, now() + randomInt(-5, 3)))
        const answer = await ask(request.authorization, request.body)
        if (answer === 'guard_unavailable' && tries < 3) {
          signedAgain++
          verdicts.set(answer, (verdicts.get(answer) ?? 0) + 1)
          continue
        }
        expect(kind, answer, ['accept'])
        if (answer === 'accept') accepted.push(request)
        if (accepted.length > 50_000) accepted.splice(0, 25_000)
        return
      }
    }
    if (kind === 'repeated') {
      // Half of them soon after, while they are remembered, and half at any time.
      const { authorization, body, timestamp } = pick(randomInt(2) === 0 ? accepted.slice(-300) : accepted)
      const answer = await ask(authorization, body)
      // By its age as it was sent it is too old, or remembered; in the second between, either.
      const age = now() - timestamp
      const right = age > window.maxAge ? ['timestamp_expired', 'nonce_replayed'] : ['nonce_replayed']
      return expect(kind, answer, answer === 'guard_unavailable' ? [answer] : right)
    }
    const fresh = (): Signed => ({ ...pick(accepted), timestamp: 0 })
    if (kind === 'token') return expect(kind, await ask('Bearer the-token-of-the-soak', randomBytes(10)), ['accept'])
    if (kind === 'stale') {
      const { authorization, body } = sign(app, key, now() - window.maxAge - randomInt(2, 400))
      return expect(kind, await ask(authorization, body), ['timestamp_expired'])
    }
    if (kind === 'altered') {
      const { authorization, body } = sign(app, key)
      return expect(kind, await ask(authorization, Buffer.concat([body, Buffer.from('!')])), ['signature_invalid'])
    }
    if (kind === 'forged') {
      // A signature of another request, or noise, under a nonce and a time of the forger's own.
      const signature =
        randomInt(2) === 0 ? /signature=(.*)$/.exec(fresh().authorization)?.[1] : randomBytes(256).toString('base64')
      const nonce = randomBytes(16).toString('hex')
      const authorization = `SVC-SHA256-RSA app_id=app-${app},nonce_str=${nonce},timestamp=${now()},signature=${signature}`
      return expect(kind, await ask(authorization, randomBytes(100)), ['signature_invalid'])
    }
    if (kind === 'too large') {
      const { authorization } = sign(app, key)
      return expect(kind, await ask(authorization, randomBytes(64 * 1024 + 1)), ['body_too_large'])
    }
    const { authorization } = fresh()
    expect(kind, await ask(`${authorization},${pick(['x=1', 'nonce_str=a', ''])}`, Buffer.alloc(0)), [
      'authorization_malformed',
    ])
  }

  const worker = async (): Promise<void> => {
    while (going)
      await one().catch((error) =>
        wrong.set(`failed: ${error.code ?? error}`, (wrong.get(`failed: ${error.code ?? error}`) ?? 0) + 1),
      )
  }
  const workers = Array.from({ length: atOnce }, worker)
  return {
    get tally() {
      return { sent, wrong, signedAgain, verdicts }
    },
    stop: async () => {
      going = false
      await Promise.all(workers)
      agent.destroy()
    },
  }
}
