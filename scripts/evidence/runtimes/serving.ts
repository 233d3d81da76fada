// Requests to a runtime's server by node:http, which sends a target unchanged; and the command on that runtime.
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

export const claimsOfServer = async (
  { name, start, refusedTargets, remembers = false }: Server,
  signer: Signer,
): Promise<ReadonlyArray<Told>> => {
  const told: Array<Told> = []
  const tell = (words: string, right: boolean, seen: string): void => {
    told.push(telling('serves', `${name}: ${words}`, right, `it answers ${seen}`))
  }
  const { url, others, stop } = await start()
  const signed = async (given: Asked, timestamp?: number): Promise<Asked> => {
    const { target, body } = given
    const { authorization, method } = await signer.sign({ method: given.method, url: target, body, timestamp })
    return { ...given, method, authorization }
  }
  const answers = async (words: string, wanted: string, asked: Asked): Promise<void> => {
    const seen = await ask(url, asked)
    tell(words, seen === wanted, seen)
  }
  // The first request makes the verifier, which takes none that is older than itself.
  const ahead = Math.floor(Date.now() / 1000) + 5
  const once = await signed(job, ahead)
  try {
    // All at once, and first: each of them may start making the verifier.
    const eager = await Promise.all(Array.from({ length: 8 }, () => signed(job, ahead)))
    const first = (await Promise.all(eager.map((asked) => ask(url, asked)))).join()
    tell('eight requests at once are accepted', first === Array(8).fill('200').join(), first)
    await answers('a signed job is accepted', '200', once)
    await answers('the same again is refused', '401 nonce_replayed', once)
    for (const other of others) {
      const seen = await ask(other, once)
      tell('the same is refused by another that shares its memory', seen === '401 nonce_replayed', seen)
      const fresh = await ask(other, await signed(job))
      tell('and what is signed anew is accepted there', fresh === '200', fresh)
    }
    await answers('an altered body is refused', '401 signature_invalid', { ...(await signed(job)), body: `${body} ` })
    const { authorization = '' } = await signed(job)
    const twice = { ...job, authorization: [authorization, authorization].flat() }
    await answers('two Authorization lines are refused', '400 authorization_multiple', twice)
    await answers('a GET reaches the program', '404', await signed({ method: 'GET', target: '/v1/none?b=2&a=1&a=' }))
    await answers('a PUT reaches the program', '404', await signed({ method: 'PUT', target: '/v1/none', body: 'x' }))
    const large = await signed({ ...job, body: 'x'.repeat(2 ** 20 + 1) })
    await answers('a body over the cap is refused', '413 body_too_large', large)
    for (const [words, odd] of Object.entries(oddTargets)) {
      const seen = await ask(url, await signed({ ...job, target: odd }))
      if (refusedTargets.includes(words)) tell(`a target with ${words} is refused there`, refused(seen), seen)
      else tell(`a target with ${words} is taken as it was sent`, passed(seen), seen)
    }
  } finally {
    await stop()
  }
  // A memory guard refuses timestamps from before its start.
  await new Promise((resolve) => setTimeout(resolve, (ahead + 1) * 1000 - Date.now()))
  const again = await start()
  try {
    const seen = await ask(again.url, once)
    const due = remembers ? '401 nonce_replayed' : '503 guard_starting'
    tell('what was accepted is refused when it is started anew, in a later second', seen === due, seen)
  } finally {
    await again.stop()
  }
  return told
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
