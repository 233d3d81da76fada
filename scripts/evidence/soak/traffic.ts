/** The soak's requests, from callers and attackers, each with the verdict that it must get. */
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
  signedAgain: number
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

/** The traffic under way. */
interface Traffic {
  readonly ports: ReadonlyArray<number>
  readonly keys: ReadonlyArray<KeyObject>
  readonly agent: Agent
  readonly tally: Tally
  /** Accepted requests, kept longer than they are fresh, to be replayed. */
  readonly accepted: Array<Signed>
  /** A guard refuses timestamps from before its start. */
  readonly began: number
  isGoing: boolean
}

/** A caller's and an attacker's traffic to nodes that share a guard. `stop` waits for all answers. */
export const traffic = (
  ports: ReadonlyArray<number>,
  keys: ReadonlyArray<KeyObject>,
  atOnce: number,
): { readonly tally: Tally; readonly stop: () => Promise<void> } => {
  const state: Traffic = {
    ports,
    keys,
    agent: new Agent({ keepAlive: true, maxSockets: atOnce * 2 }),
    tally: {
      sent: Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>,
      wrong: new Map(),
      signedAgain: 0,
      verdicts: new Map(),
    },
    accepted: [],
    began: now() + 1,
    isGoing: true,
  }
  const workers = Array.from({ length: atOnce }, () => work(state))
  return {
    tally: state.tally,
    stop: async () => {
      state.isGoing = false
      await Promise.all(workers)
      state.agent.destroy()
    },
  }
}

const countIn = <K>(counts: Map<K, number>, key: K): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Sends one request after the other. */
const work = async (state: Traffic): Promise<void> => {
  while (state.isGoing)
    await sendOne(state).catch((error) => countIn(state.tally.wrong, `failed: ${error.code ?? error}`))
}

const sendOne = async (state: Traffic): Promise<void> => {
  const { accepted, keys } = state
  const kind = accepted.length === 0 ? 'honest' : pick(shares)
  const app = randomInt(keys.length)
  const key = keys[app] as KeyObject
  if (kind === 'honest') return sendHonest(state, app, key)
  if (kind === 'repeated') return repeat(state)
  const signed = sign(app, key, kind === 'stale' ? now() - window.maxAge - randomInt(2, 400) : now())
  const { authorization, body, verdict } = attacks[kind](signed, app, accepted)
  expect(state, kind, await ask(state, authorization, body), [verdict])
}

/** Sends a request. The verdict is `accept`, or the code of the refusal. */
const ask = ({ ports, agent }: Traffic, authorization: string, body: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { authorization, 'content-length': body.length }
    const options = { host: '127.0.0.1', port: pick(ports), method: 'POST', path: target, headers, agent }
    const req = send(options, (res) => {
      const verdictIn = (answer: string) => (res.statusCode === 200 ? 'accept' : JSON.parse(answer).error.code)
      text(res).then(verdictIn).then(resolve, reject)
    })
    req.on('error', reject)
    req.end(body)
  })

/** Counts a verdict, and whether it is one of the right ones. */
const expect = ({ tally }: Traffic, kind: Kind, verdict: string, right: ReadonlyArray<string>): void => {
  tally.sent[kind]++
  countIn(tally.verdicts, verdict)
  if (!right.includes(verdict)) countIn(tally.wrong, `${kind}: ${verdict}`)
}

/** The most accepted requests that are kept. */
const maxAccepted = 50_000

/** Sends a request as a caller does: signs it again after a 503. */
const sendHonest = async (state: Traffic, app: number, key: KeyObject): Promise<void> => {
  const { accepted, began, tally } = state
  for (let tries = 0; ; tries++) {
    const request = sign(app, key, Math.max(began, now() + randomInt(-5, 3)))
    const verdict = await ask(state, request.authorization, request.body)
    if (verdict !== 'guard_unavailable' || tries === 3) {
      expect(state, 'honest', verdict, ['accept'])
      if (verdict === 'accept') accepted.push(request)
      if (accepted.length > maxAccepted) accepted.splice(0, maxAccepted / 2)
      return
    }
    tally.signedAgain++
    countIn(tally.verdicts, verdict)
  }
}

/** Sends an accepted request again. */
const repeat = async (state: Traffic): Promise<void> => {
  // Half of the replays come soon, while the claim is remembered; half come at any time.
  const { authorization, body, timestamp } = pick(randomInt(2) === 0 ? state.accepted.slice(-300) : state.accepted)
  const verdict = await ask(state, authorization, body)
  // A replay is remembered or stale; within one second it may be either.
  const isOld = now() - timestamp > window.maxAge
  const right = ['nonce_replayed', 'guard_unavailable']
  expect(state, 'repeated', verdict, isOld ? [...right, 'timestamp_expired'] : right)
}

/** What is sent, and its only right verdict. */
interface Attack {
  readonly authorization: string
  readonly body: Buffer
  readonly verdict: string
}

/** What is sent for each other kind, made of a request that was signed now. */
const attacks: Record<
  Exclude<Kind, 'honest' | 'repeated'>,
  (signed: Signed, app: number, accepted: ReadonlyArray<Signed>) => Attack
> = {
  token: ({ body }) => ({ authorization: 'Bearer the-token-of-the-soak', body, verdict: 'accept' }),
  stale: ({ authorization, body }) => ({ authorization, body, verdict: 'timestamp_expired' }),
  altered: ({ authorization, body }) => ({
    authorization,
    body: Buffer.concat([body, Buffer.from('!')]),
    verdict: 'signature_invalid',
  }),
  forged: (_, app, accepted) => {
    // The signature of another request, or noise, with the forger's own nonce and time.
    const ofOther = /signature=(.*)$/.exec(pick(accepted).authorization)?.[1]
    const signature = randomInt(2) === 0 ? ofOther : randomBytes(256).toString('base64')
    const authorization = header(app, randomBytes(16).toString('hex'), now(), signature)
    return { authorization, body: randomBytes(100), verdict: 'signature_invalid' }
  },
  'too large': ({ authorization }) => ({
    authorization,
    body: randomBytes(64 * 1024 + 1),
    verdict: 'body_too_large',
  }),
  malformed: (_, __, accepted) => ({
    authorization: `${pick(accepted).authorization},${pick(['x=1', 'nonce_str=a', ''])}`,
    body: Buffer.alloc(0),
    verdict: 'authorization_malformed',
  }),
}
