/**
 * What every server behind `verified` owes to its callers, as requests over the wire: one program for any framework, wrapper,
 * runtime or proxy. It gets the address of a server that takes jobs, and answers one outcome for each probe.
 *
 * `accepted` is an answer that holds the app id and the id of the job that was sent. Any other outcome is the status, and the code
 * of a refusal: `401 signature_invalid`.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createSigner, type RequestSigner } from '../../../src/client/node.ts'
import type { Answer, Send, WireRequest } from './send.ts'

/** The server, and how a job is told to it. */
export interface Target {
  readonly send: Send
  readonly privateKey: string
  /** `/v1/jobs` unless the framework chooses another. */
  readonly path: string
  /** A body whose answer holds the id, and which holds the text somewhere. */
  readonly job: (id: string, text: string) => string
  /** Unless its answer does not hold the id. */
  readonly answersId?: boolean
  /** Names of probes that cannot be sent to it. */
  readonly without?: ReadonlyArray<string>
}

export type Outcome = string

export interface Probe {
  readonly name: string
  /** What the caller does, for the table. */
  readonly says: string
  readonly run: (ask: Asking) => Promise<Outcome>
  /** Whether the outcome keeps the contract. */
  readonly keeps: (outcome: Outcome) => boolean
}

/** What a probe is made of: requests to the target, each signed afresh. */
interface Asking extends Target {
  readonly signer: RequestSigner
  readonly id: () => string
}

type Headers = ReadonlyArray<readonly [name: string, value: string]>

/** What is signed, and what of it is sent otherwise. */
interface Request {
  readonly method?: string
  readonly target?: string
  readonly body?: string | Buffer
  readonly type?: string | undefined
  readonly signed?: { readonly target?: string; readonly body?: string | Buffer }
  readonly more?: Headers
  readonly chunked?: boolean
}

const isJson = 'application/json; charset=UTF-8'

const signedRequest = async (ask: Asking, request: Request): Promise<WireRequest> => {
  const { method = 'POST', target = ask.path, body = '', signed = {}, more = [], chunked = false } = request
  const type = 'type' in request ? request.type : isJson
  const url = signed.target ?? target
  const { authorization } = await ask.signer.sign({ method, url, body: signed.body ?? body })
  const typed: Headers = type === undefined ? [] : [['Content-Type', type]]
  const headers: Headers = [['Authorization', authorization], ...typed, ...more]
  return { method, target, headers, body: Buffer.from(body), chunked }
}

/** The outcome of an answer to a request of this id. */
const outcomeOf = ({ answersId }: Asking, answer: Answer | undefined, id: string): Outcome => {
  if (answer === undefined) return 'no answer'
  const { status, body } = answer
  const code = /"code":"([a-z_]+)"/.exec(body.replaceAll('\\"', '"'))?.[1]
  if ((status === 200 || status === 201) && body.includes('app-1') && (answersId === false || body.includes(id)))
    return 'accepted'
  return code === undefined ? String(status) : `${status} ${code}`
}

const send = async (ask: Asking, request: Request, id = ''): Promise<Outcome> =>
  outcomeOf(ask, await ask.send(await signedRequest(ask, request)), id)

/** Sends a job in the form that a probe is about. */
const sendJob = (ask: Asking, request: Omit<Request, 'body'>, text = ''): Promise<Outcome> => {
  const id = ask.id()
  return send(ask, { ...request, body: ask.job(id, text) }, id)
}

const isAccepted = (outcome: Outcome): boolean => outcome === 'accepted'
/** Where a framework has no route or no parser for it, the framework answers. What no honest request may get is a refusal. */
const isNotRefused = (outcome: Outcome): boolean => isAccepted(outcome) || /^[234]\d\d(?: job_\w+)?$/.test(outcome)
const isRefusedAs =
  (...outcomes: ReadonlyArray<Outcome>) =>
  (outcome: Outcome): boolean =>
    outcomes.includes(outcome)

/** A job whose target ends so. */
const query = (name: string, ending: string): Probe => ({
  name,
  says: `\`${ending}\``,
  run: (ask) => sendJob(ask, { target: ask.path + ending }),
  keeps: isAccepted,
})

/** A path that a router may read as another. */
const path = (name: string, says: string, spell: (path: string) => string): Probe => ({
  name,
  says,
  run: (ask) => sendJob(ask, { target: spell(ask.path) }),
  keeps: isNotRefused,
})

const spellings: ReadonlyArray<Probe> = [
  { name: 'a job', says: 'a job', run: (ask) => sendJob(ask, {}), keeps: isAccepted },
  query('a query', '?a=1&b=2'),
  query('escapes in a query', '?q=a%20b&z=%7e'),
  query('lower-case escapes', '?q=%c3%a9'),
  query('a name without a value', '?a&b'),
  query('a name twice', '?a=1&b=3&a=2'),
  query('a plus', '?q=a+b&w=%2B'),
  query('an apostrophe', "?q='a'"),
  query('reserved characters', '?q=(a),b/c:d@e;f'),
  query('an empty query', '?'),
  path('an escaped letter', '`%6aobs`', (path) =>
    path.replace(/\/(\w)(\w*)$/, (_, first, rest) => `/%${first.charCodeAt(0).toString(16)}${rest}`),
  ),
  path('two slashes', '`//jobs`', (path) => path.replace(/\/(\w+)$/, '//$1')),
  path('a slash at the end', '`jobs/`', (path) => `${path}/`),
]

const strange = '{ "é":"\u2028\\u00e9", "b" : 1e2,\r\n "b":\t"z" }'

const bodies: ReadonlyArray<Probe> = [
  { name: 'no body', says: 'no body', run: (ask) => send(ask, {}), keeps: isNotRefused },
  {
    name: 'GET',
    says: '`GET`',
    run: (ask) => send(ask, { method: 'GET', type: undefined }),
    keeps: isNotRefused,
  },
  { name: 'JSON beyond ASCII', says: 'JSON beyond ASCII', run: (ask) => sendJob(ask, {}, strange), keeps: isAccepted },
  { name: '64 KiB', says: '64 KiB', run: (ask) => sendJob(ask, {}, 'x'.repeat(65_536)), keeps: isAccepted },
  { name: 'chunked', says: 'chunked', run: (ask) => sendJob(ask, { chunked: true }, strange), keeps: isAccepted },
  {
    name: 'bytes',
    says: 'bytes that are no text',
    run: (ask) => send(ask, { body: Buffer.from([0, 255, 128, 10, 13]), type: 'application/octet-stream' }),
    keeps: isNotRefused,
  },
  {
    name: 'a form',
    says: 'a form',
    run: (ask) => send(ask, { body: 'b=2&a=1+1', type: 'application/x-www-form-urlencoded' }),
    keeps: isNotRefused,
  },
  {
    name: 'as text',
    says: 'JSON as `text/plain`',
    run: (ask) => sendJob(ask, { type: 'text/plain' }),
    keeps: isNotRefused,
  },
  {
    name: 'without a type',
    says: 'no Content-Type',
    run: (ask) => sendJob(ask, { type: undefined }),
    keeps: isNotRefused,
  },
]

/** The answer to a request that is sent twice as it is. */
const repeated = async (ask: Asking): Promise<Outcome> => {
  const id = ask.id()
  const request = await signedRequest(ask, { body: ask.job(id, '') })
  const first = outcomeOf(ask, await ask.send(request), id)
  return first === 'accepted' ? outcomeOf(ask, await ask.send(request), id) : `first ${first}`
}

/** Of a body that ends too soon nobody waits for the answer; the next job is accepted all the same. */
const aborted = async (ask: Asking): Promise<Outcome> => {
  const request = await signedRequest(ask, { body: ask.job(ask.id(), 'x'.repeat(65_536)) })
  await ask.send({ ...request, cutAfter: 10_000 })
  return sendJob(ask, {})
}

const unsigned = async (ask: Asking): Promise<Outcome> => {
  const { headers, ...request } = await signedRequest(ask, { body: ask.job('1', '') })
  const answer = await ask.send({ ...request, headers: headers.filter(([name]) => name !== 'Authorization') })
  const challenge = answer?.headers['www-authenticate'] === undefined ? ' without WWW-Authenticate' : ''
  return outcomeOf(ask, answer, '1') + challenge
}

const twoLines = async (ask: Asking): Promise<Outcome> => {
  const body = ask.job('1', '')
  const other = await signedRequest(ask, { body })
  return send(ask, { body, more: other.headers.slice(0, 1) })
}

const refusals: ReadonlyArray<Probe> = [
  { name: 'repeated', says: 'repeated', run: repeated, keeps: isRefusedAs('401 nonce_replayed') },
  {
    name: 'another body',
    says: 'another body than signed',
    run: (ask) => send(ask, { signed: { body: ask.job('1', '') }, body: ask.job('2', '') }, '2'),
    keeps: isRefusedAs('401 signature_invalid'),
  },
  {
    name: 'another query',
    says: 'another query than signed',
    run: (ask) => send(ask, { signed: { target: ask.path }, target: `${ask.path}?a=1`, body: ask.job('1', '') }, '1'),
    keeps: isRefusedAs('401 signature_invalid'),
  },
  {
    name: 'the end of the path',
    says: 'signed for the end of the path',
    run: (ask) =>
      send(
        ask,
        { signed: { target: ask.path.replace(/^\/\w+/, '') || '/' }, target: ask.path, body: ask.job('1', '') },
        '1',
      ),
    keeps: isRefusedAs('401 signature_invalid'),
  },
  { name: 'unsigned', says: 'unsigned', run: unsigned, keeps: isRefusedAs('401 authorization_missing') },
  {
    name: 'two Authorization headers',
    says: 'two Authorization headers',
    run: twoLines,
    keeps: isRefusedAs('400 authorization_multiple', '400 authorization_malformed'),
  },
  { name: 'aborted', says: 'a body that breaks off, then a job', run: aborted, keeps: isAccepted },
]

export const probes: ReadonlyArray<Probe> = [...spellings, ...bodies, ...refusals]

/** A verifier takes nothing that was signed before it was made, and the first request may make it. */
const warmUp = async (ask: Asking): Promise<void> => {
  for (let tries = 0; tries < 20; tries++) {
    const outcome = await sendJob(ask, {})
    if (!/timestamp_expired|^503/.test(outcome)) return
    await pause(250)
  }
}

/** The outcome of each probe, by its name. */
export const probeServer = async (target: Target): Promise<ReadonlyMap<string, Outcome>> => {
  const signer = await createSigner({ appId: 'app-1', privateKey: target.privateKey })
  const ask: Asking = { ...target, signer, id: () => String(randomInt(10 ** 9, 10 ** 10)) }
  await warmUp(ask)
  const outcomes = new Map<string, Outcome>()
  for (const { name, run } of probes) if (target.without?.includes(name) !== true) outcomes.set(name, await run(ask))
  return outcomes
}
