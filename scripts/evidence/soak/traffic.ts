// The soak's requests, from callers and attackers, each with the verdict that it must get.
import { createSign, type KeyObject, randomBytes, randomInt } from 'node:crypto'
import { Agent, request as send } from 'node:http'
import { text } from 'node:stream/consumers'

/** Short, so that claims expire many times during the soak. */
export const window = { maxAge: 20, maxSkew: 5, margin: 5 } as const

/** The kinds of requests; each kind has one right verdict. How many of 20 requests are of each kind. */
const counts = { honest: 7, token: 1, repeated: 5, altered: 2, forged: 2, stale: 1, malformed: 1, 'too large': 1 }
export type Kind = keyof typeof counts
export const kinds = Object.keys(counts) as ReadonlyArray<Kind>

export interface Tally {
  readonly sent: Record<Kind, number>
  /** Wrong verdicts, such as `repeated: accept`, and how often. */
  readonly wrong: Map<string, number>
  /** How many honest requests were signed again after a 503. */
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

const header = (app: number, nonce: string, timestamp: number, signature: string | undefined): string =>
  `SVC-SHA256-RSA app_id=app-${app},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`

const sign = (app: number, key: KeyObject, timestamp: number): Signed => {
  const nonce = randomBytes(16).toString('hex')
  const body = randomBytes(randomInt(0, 2000))
  const signer = createSign('sha256').update(`POST\n${target}\n${timestamp}\n${nonce}\n`).update(body)
  return { authorization: header(app, nonce, timestamp, signer.sign(key, 'base64')), body, timestamp }
}

const pick = <A>(list: ReadonlyArray<A>): A => list[randomInt(list.length)] as A

const shares: ReadonlyArray<Kind> = kinds.flatMap((kind) => Array<Kind>(counts[kind]).fill(kind))

/** A caller's and an attacker's traffic to nodes that share a guard. `stop` waits for all answers. */
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
  // Accepted requests, kept longer than they are fresh, to be replayed.
  const accepted: Array<Signed> = []

  const ask = (authorization: string, body: Buffer): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = { authorization, 'content-length': body.length }
      const options = { host: '127.0.0.1', port: pick(ports), method: 'POST', path: target, headers, agent }
      const req = send(options, (res) => {
        const verdictIn = (said: string) => (res.statusCode === 200 ? 'accept' : JSON.parse(said).error.code)
        text(res).then(verdictIn).then(resolve, reject)
      })
      req.on('error', reject)
      req.end(body)
    })

  const expect = (kind: Kind, answer: string, right: ReadonlyArray<string>): void => {
    sent[kind]++
    verdicts.set(answer, (verdicts.get(answer) ?? 0) + 1)
    if (!right.includes(answer)) wrong.set(`${kind}: ${answer}`, (wrong.get(`${kind}: ${answer}`) ?? 0) + 1)
  }

  /** Sends a request as a caller does: signs it again after a 503. */
  const honest = async (app: number, key: KeyObject): Promise<void> => {
    for (let tries = 0; ; tries++) {
      // A guard refuses timestamps from before its start.
      const request = sign(app, key, Math.max(began, now() + randomInt(-5, 3)))
      const answer = await ask(request.authorization, request.body)
      if (answer !== 'guard_unavailable' || tries === 3) {
        expect('honest', answer, ['accept'])
        if (answer === 'accept') accepted.push(request)
        if (accepted.length > 50_000) accepted.splice(0, 25_000)
        return
      }
      signedAgain++
      verdicts.set(answer, (verdicts.get(answer) ?? 0) + 1)
    }
  }

  const repeated = async (): Promise<void> => {
    // Half of the replays come soon, while the claim is remembered; half come at any time.
    const { authorization, body, timestamp } = pick(randomInt(2) === 0 ? accepted.slice(-300) : accepted)
    const answer = await ask(authorization, body)
    // A replay is remembered or stale; within one second it may be either.
    const old = now() - timestamp > window.maxAge
    expect('repeated', answer, ['nonce_replayed', 'guard_unavailable', ...(old ? ['timestamp_expired'] : [])])
  }

  /** The header, the body and the right verdict of each other kind. */
  const others: Record<
    Exclude<Kind, 'honest' | 'repeated'>,
    (signed: Signed, app: number) => [string, Buffer, string]
  > = {
    token: ({ body }) => ['Bearer the-token-of-the-soak', body, 'accept'],
    stale: ({ authorization, body }) => [authorization, body, 'timestamp_expired'],
    altered: ({ authorization, body }) => [authorization, Buffer.concat([body, Buffer.from('!')]), 'signature_invalid'],
    forged: (_, app) => {
      // Another request's signature, or noise, with the forger's own nonce and time.
      const theirs = /signature=(.*)$/.exec(pick(accepted).authorization)?.[1]
      const signature = randomInt(2) === 0 ? theirs : randomBytes(256).toString('base64')
      return [header(app, randomBytes(16).toString('hex'), now(), signature), randomBytes(100), 'signature_invalid']
    },
    'too large': ({ authorization }) => [authorization, randomBytes(64 * 1024 + 1), 'body_too_large'],
    malformed: () => {
      const { authorization } = pick(accepted)
      return [`${authorization},${pick(['x=1', 'nonce_str=a', ''])}`, Buffer.alloc(0), 'authorization_malformed']
    },
  }

  const one = async (): Promise<void> => {
    const kind = accepted.length === 0 ? 'honest' : pick(shares)
    const app = randomInt(keys.length)
    const key = keys[app] as KeyObject
    if (kind === 'honest') return honest(app, key)
    if (kind === 'repeated') return repeated()
    const signed = sign(app, key, kind === 'stale' ? now() - window.maxAge - randomInt(2, 400) : now())
    const [authorization, body, verdict] = others[kind](signed, app)
    expect(kind, await ask(authorization, body), [verdict])
  }

  const worker = async (): Promise<void> => {
    while (going)
      await one().catch((error) => {
        const what = `failed: ${error.code ?? error}`
        wrong.set(what, (wrong.get(what) ?? 0) + 1)
      })
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
