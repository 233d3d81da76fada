/** Requests to a runtime's server by node:http, which sends a target unchanged; and the command on that runtime. */
import { request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import type { createSigner } from '../../../src/client/node.ts'
import { run } from './process.ts'
import { type Server, type Told, tell as telling } from './Runtime.ts'

type Signer = Awaited<ReturnType<typeof createSigner>>

interface Asked {
  readonly method: string
  readonly target: string
  readonly authorization?: string | ReadonlyArray<string>
  readonly body?: string
}

/** The status, and the code of a refusal. */
const ask = (url: string, { method, target, authorization = [], body }: Asked): Promise<string> =>
  new Promise((resolve) => {
    const lines = typeof authorization === 'string' ? [authorization] : [...authorization]
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const headers = { Authorization: lines, ...length }
    const { hostname, port } = new URL(url)
    const options = { hostname, port, path: target, method, headers, agent: false, timeout: 10_000 } as const
    const sent = send(options, async (response) => {
      const [, code = ''] = /"code":"(\w+)"/.exec(await text(response)) ?? []
      resolve(`${response.statusCode} ${code}`.trim())
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer within 10 s')))
    sent.on('error', ({ message }) => resolve(`no answer: ${message}`))
    sent.end(body)
  })

/** Targets that runtimes rewrite. The signed target is lost then, so a request must be refused. */
export const oddTargets: Readonly<Record<string, string>> = {
  'dot segments': '/v1/../v1/jobs?x',
  'encoded dot segments': '/v1/%2e%2e/v1/jobs?x',
  'a double slash': '/v1//jobs',
  'a bare question mark': '/v1/none?',
  'a lower-case escape': '/v1/jobs?a=%7e',
  'an apostrophe': "/v1/jobs?it's",
  'a quotation mark': '/v1/jobs?"',
  'angle brackets': '/v1/jobs?<>',
  'a backslash': '/v1/no\\ne',
  'braces in its path': '/v1/{none}^',
  'braces and bars in its query': '/v1/jobs?a[]={}|^`',
}

/** The program itself answers verified requests that are no jobs, with 404. */
const passed = (answer: string): boolean => answer === '200' || answer === '404'
const refused = (answer: string): boolean => /^40[01]\b/.test(answer)

const body = '{"request_id":"1","stages":[]}'
const target = '/v1/jobs'
const job: Asked = { method: 'POST', target, body }

/** A server that is under way, and what was told of it. */
interface Trial {
  readonly server: Server
  readonly signer: Signer
  readonly url: string
  readonly told: Array<Told>
}

export const claimsOfServer = async (server: Server, signer: Signer): Promise<ReadonlyArray<Told>> => {
  const told: Array<Told> = []
  // The first request makes the verifier, which takes none that is older than itself.
  const ahead = Math.floor(Date.now() / 1000) + 5
  const once = await withStarted(server, async ({ url, others }) => {
    const trial: Trial = { server, signer, url, told }
    const once = await signed(trial, job, ahead)
    await tryAtOnce(trial, ahead)
    await expectAnswer(trial, 'a signed job is accepted', '200', once)
    await expectAnswer(trial, 'the same again is refused', '401 nonce_replayed', once)
    for (const other of others) await tryOther({ ...trial, url: other }, once)
    await tryRequests(trial)
    await tryOddTargets(trial)
    return once
  })
  // A memory guard refuses timestamps from before its start.
  await new Promise((resolve) => setTimeout(resolve, (ahead + 1) * 1000 - Date.now()))
  await withStarted(server, async ({ url }) => {
    const due = server.remembers === true ? '401 nonce_replayed' : '503 guard_starting'
    const words = 'what was accepted is refused when it is started anew, in a later second'
    await expectAnswer({ server, signer, url, told }, words, due, once)
  })
  return told
}

type Started = Awaited<ReturnType<Server['start']>>

const withStarted = async <A>({ start }: Server, use: (started: Started) => Promise<A>): Promise<A> => {
  const started = await start()
  try {
    return await use(started)
  } finally {
    await started.stop()
  }
}

const tell = ({ server, told }: Trial, words: string, right: boolean, seen: string): void => {
  told.push(telling('serves', `${server.name}: ${words}`, right, `it answers ${seen}`))
}

const expectAnswer = async (trial: Trial, words: string, wanted: string, asked: Asked): Promise<void> => {
  const seen = await ask(trial.url, asked)
  tell(trial, words, seen === wanted, seen)
}

const signed = async ({ signer }: Trial, given: Asked, timestamp?: number): Promise<Asked> => {
  const { target, body } = given
  const { authorization, method } = await signer.sign({ method: given.method, url: target, body, timestamp })
  return { ...given, method, authorization }
}

/** All at once, and ahead of others: each of them may start making the verifier. */
const tryAtOnce = async (trial: Trial, ahead: number): Promise<void> => {
  const requests = await Promise.all(Array.from({ length: 8 }, () => signed(trial, job, ahead)))
  const seen = (await Promise.all(requests.map((asked) => ask(trial.url, asked)))).join()
  tell(trial, 'eight requests at once are accepted', seen === Array(8).fill('200').join(), seen)
}

/** Asks another server, which shares the memory of the one that accepted a request. */
const tryOther = async (other: Trial, once: Asked): Promise<void> => {
  const replayed = '401 nonce_replayed'
  await expectAnswer(other, 'the same is refused by another that shares its memory', replayed, once)
  await expectAnswer(other, 'and what is signed anew is accepted there', '200', await signed(other, job))
}

const tryRequests = async (trial: Trial): Promise<void> => {
  const altered = { ...(await signed(trial, job)), body: `${body} ` }
  await expectAnswer(trial, 'an altered body is refused', '401 signature_invalid', altered)
  const { authorization = '' } = await signed(trial, job)
  const twice = { ...job, authorization: [authorization, authorization].flat() }
  await expectAnswer(trial, 'two Authorization lines are refused', '400 authorization_multiple', twice)
  const read = await signed(trial, { method: 'GET', target: '/v1/none?b=2&a=1&a=' })
  await expectAnswer(trial, 'a GET reaches the program', '404', read)
  const written = await signed(trial, { method: 'PUT', target: '/v1/none', body: 'x' })
  await expectAnswer(trial, 'a PUT reaches the program', '404', written)
  const large = await signed(trial, { ...job, body: 'x'.repeat(2 ** 20 + 1) })
  await expectAnswer(trial, 'a body over the cap is refused', '413 body_too_large', large)
}

const tryOddTargets = async (trial: Trial): Promise<void> => {
  for (const [words, odd] of Object.entries(oddTargets)) {
    const seen = await ask(trial.url, await signed(trial, { ...job, target: odd }))
    if (trial.server.refusedTargets.includes(words))
      tell(trial, `a target with ${words} is refused there`, refused(seen), seen)
    else tell(trial, `a target with ${words} is taken as it was sent`, passed(seen), seen)
  }
}

/** Signs with the command and checks the result with the command. */
export const claimsOfCli = async (
  command: ReadonlyArray<string>,
  folder: string,
  version: string,
): Promise<ReadonlyArray<Told>> => {
  const ask = (...args: ReadonlyArray<string>) => run([...command, ...args], { cwd: folder })
  const shown = await ask('--version')
  const request = ['--method', 'POST', '--body', 'package.json']
  const signed = await ask('sign', '--private-key', 'private_key.pem', '--app-id', 'app-1', ...request, '--url', target)
  const told = [
    telling('cli', '--version tells the version', shown.stdout === `${version}\n`, shown.stdout + shown.stderr),
    telling('cli', 'sign writes a header', signed.code === 0, signed.stderr),
  ]
  const given = ['--public-key', 'keys/app-1.pem', '--authorization', signed.stdout.trim(), '--json']
  for (const [sent, words, code, outcome] of [
    [target, 'verify accepts it, with exit code 0', 0, '"outcome":"accept"'],
    [`${target}?`, 'verify refuses another target, with exit code 1', 1, '"reason":"signature_invalid"'],
  ] as const) {
    const seen = await ask('verify', ...request, ...given, '--target', sent)
    const right = seen.code === code && seen.stdout.includes(outcome)
    told.push(telling('cli', words, right, `${seen.code} ${seen.stdout}${seen.stderr}`))
  }
  return told
}
