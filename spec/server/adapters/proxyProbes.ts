/**
 * What a caller sends through a proxy, and what must come of it. Each probe is signed for the target that is sent, byte for byte, and
 * arrives right if the verifier says of it what it would say without a proxy.
 */
import { type IncomingMessage, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { createSigner } from '../../../src/client/node.ts'
import { rsa } from '../../support/keys.ts'

export interface Probe {
  readonly name: string
  readonly method: string
  readonly target: string
  readonly body?: Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Authorization lines to send, made of the signed one. Default: that one. */
  readonly lines?: (authorization: string) => ReadonlyArray<string>
  /** The body in the place of the signed one. */
  readonly sent?: Buffer
  /** Sends the same signed request before. */
  readonly isRepeated?: boolean
  /** What a verifier answers that sees what was sent. Default: it accepts. */
  readonly answer?: string
}

const job = Buffer.from('{"request_id":"1","stages":[]}')

export const probes: ReadonlyArray<Probe> = [
  { name: 'a job', method: 'POST', target: '/v1/jobs', body: job },
  { name: '300 KB', method: 'POST', target: '/v1/jobs', body: Buffer.from('"€'.repeat(75_000)) },
  { name: 'in chunks', method: 'POST', target: '/v1/jobs', body: job, headers: { 'Transfer-Encoding': 'chunked' } },
  { name: 'no body', method: 'POST', target: '/v1/jobs', body: Buffer.alloc(0) },
  { name: 'gzip', method: 'POST', target: '/v1/jobs', body: gzipSync(job), headers: { 'Content-Encoding': 'gzip' } },
  { name: 'query', method: 'GET', target: '/v1/jobs?b=2&a=1&b=1&c' },
  { name: 'escapes in a query', method: 'GET', target: '/v1/jobs?q=a%20b+c&z=%7e&p=%2f' },
  { name: '%6a', method: 'GET', target: '/v1/%6aobs' },
  { name: '%2F', method: 'GET', target: '/v1/jobs/a%2Fb' },
  { name: '//', method: 'GET', target: '/v1//jobs' },
  { name: '..', method: 'GET', target: '/v1/./jobs/../jobs' },
  { name: 'HEAD', method: 'HEAD', target: '/v1/jobs' },
  { name: 'DELETE', method: 'DELETE', target: '/v1/jobs/1' },
  { name: 'twice', method: 'POST', target: '/v1/jobs', body: job, isRepeated: true, answer: 'nonce_replayed' },
  {
    name: 'altered',
    method: 'POST',
    target: '/v1/jobs',
    body: job,
    sent: Buffer.from('{}'),
    answer: 'signature_invalid',
  },
  { name: 'unsigned', method: 'GET', target: '/v1/jobs', lines: () => [], answer: 'authorization_missing' },
  // The proxy hands on both lines, joins them, or answers 400 itself. All are right, as long as no program takes one of the two. So `400`
  // also stands for the two codes with which the verifier refuses them.
  { name: 'two lines', method: 'GET', target: '/v1/jobs', lines: (line) => [line, 'Bearer a'], answer: '400' },
]

const key = rsa(2048, 'app-1')
export const publicKey: string = key.publicPem
let signer: ReturnType<typeof createSigner> | undefined

const send = (port: number, probe: Probe, target: string, lines: ReadonlyArray<string>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const body = probe.sent ?? probe.body
    const headers = ['Host', 'service.example', ...lines.flatMap((line) => ['Authorization', line])]
    if (body !== undefined && probe.headers?.['Transfer-Encoding'] === undefined)
      headers.push('Content-Length', String(body.length))
    for (const [name, value] of Object.entries(probe.headers ?? {})) headers.push(name, value)
    request({ port, host: '127.0.0.1', method: probe.method, path: target, headers, agent: false })
      .on('response', resolve)
      .on('error', reject)
      .end(body)
  })

/** `accept`, the code of a refusal of ours, or the status of a proxy's own answer and of an answer without a body. */
const outcomeOf = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  if (answer.headers['x-verified'] === 'app-1') return 'accept'
  const [, code] = /^\{"error":\{"code":"(\w+)"/.exec(Buffer.concat(chunks).toString()) ?? []
  return code === undefined ? String(answer.statusCode) : code
}

/**
 * Sends a probe through the proxy, and says `right` or what came instead. The URL that is sent is `path` and the target of the probe; the
 * URL that is signed is `signedPath` and this target.
 */
export const outcome = async (port: number, probe: Probe, path = '', signedPath: string = path): Promise<string> => {
  signer ??= createSigner({ appId: 'app-1', privateKey: key.privatePem })
  const { method, target, body, lines = (line) => [line], answer = 'accept' } = probe
  const url = `${signedPath}${target}`
  const { authorization } = await (await signer).sign({ method, url, ...(body && { body }) })
  if (probe.isRepeated) await outcomeOf(await send(port, probe, path + target, lines(authorization)))
  const seen = await outcomeOf(await send(port, probe, path + target, lines(authorization)))
  const isOneOf400 = answer === '400' && /^authorization_(?:multiple|malformed)$/.test(seen)
  return seen === answer || isOneOf400 ? 'right' : seen
}

/** The probes that did not arrive as they were sent, each with what came of it. */
export const failures = async (
  port: number,
  path = '',
  signedPath: string = path,
): Promise<Readonly<Record<string, string>>> => {
  const seen: Record<string, string> = {}
  for (const probe of probes) {
    const came = await outcome(port, probe, path, signedPath)
    if (came !== 'right') seen[probe.name] = came
  }
  return seen
}
