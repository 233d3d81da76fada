// Where a search begins: the inputs of the vectors, and requests as curl and HTTP write them.
import { readFileSync } from 'node:fs'
import { curlCommand } from '../../../src/kit/diagnosis/pasted/curlCommand.ts'

type Input = Readonly<Record<string, unknown>>

const casesOf = (file: string): ReadonlyArray<{ readonly op: string; readonly input: Input }> =>
  JSON.parse(readFileSync(new URL(`../../../vectors/${file}.json`, import.meta.url), 'utf8')).cases

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const withBits = (bits: number, bytes: Uint8Array): Uint8Array => Uint8Array.of(bits & 255, bits >> 8, ...bytes)

interface Step {
  readonly method: string
  readonly target: string
  readonly authorization: ReadonlyArray<string>
  readonly body?: { readonly hex?: string }
}

const stepsOf = (...files: ReadonlyArray<string>): ReadonlyArray<Step> =>
  files.flatMap(casesOf).flatMap(({ op, input }) => (op === 'verify' ? (input.steps as ReadonlyArray<Step>) : []))

/** All policies, none, and each single one. */
const policyBits = [0, 0xffff, ...Array.from({ length: 16 }, (_, i) => 1 << i)]

const lines = (): ReadonlyArray<string> => [
  ...stepsOf('authorization', 'bearer').flatMap(({ authorization }) => authorization),
  ...casesOf('authorization').flatMap(({ input }) => (input.authorization as ReadonlyArray<string> | undefined) ?? []),
]

const jobs = (): ReadonlyArray<Uint8Array> =>
  casesOf('job').flatMap(({ input }) => {
    const { hex } = (input.body ?? {}) as { hex?: string }
    return hex === undefined ? [] : [new Uint8Array(Buffer.from(hex, 'hex'))]
  })

const pems = (): ReadonlyArray<string> =>
  casesOf('keys-import').flatMap(({ input }) => (typeof input.pem === 'string' ? [input.pem] : []))

const labels = ['PUBLIC KEY', 'RSA PUBLIC KEY', 'PRIVATE KEY', 'RSA PRIVATE KEY']

const ders = (): ReadonlyArray<Uint8Array> =>
  pems().flatMap((pem) => {
    const [, label = '', content = ''] = /BEGIN ([A-Z ]+)-----([^-]*)/.exec(pem) ?? []
    return [Uint8Array.of(Math.max(0, labels.indexOf(label)), ...Buffer.from(content, 'base64'))]
  })

const n = Buffer.alloc(256, 0xc5).toString('base64url')
const jwks = [
  { kty: 'RSA', n, e: 'AQAB' },
  { kty: 'RSA', n, e: 'AQAB', alg: 'RS256', use: 'sig', key_ops: ['verify'] },
  { kty: 'RSA', n, e: 'Aw', alg: 'PS256', use: 'enc', ext: true, kid: 'a' },
  { kty: 'RSA', n, e: 'AQAB', d: 'AQ', p: 'AQ', q: 'AQ', dp: 'AQ', dq: 'AQ', qi: 'AQ', oth: [] },
  { kty: 'EC', crv: 'P-256', x: 'AQ', y: 'AQ' },
].map((jwk) => JSON.stringify(jwk))

const authorization =
  'SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1700000000,signature=AAECAwQFBgcICQoLDA0ODw=='
const url = 'https://api.example/v1/jobs?a=1'
const curls = [
  curlCommand({ method: 'POST', url, authorization, data: '{"a":1}' }),
  curlCommand({ method: 'HEAD', url, authorization }, ' \\\n  '),
  `curl ${url} -d a=1 -d @file --data-raw '@x' --data-urlencode 'a b=c d' --data-binary @- -G`,
  `curl -sSL --compressed -XPUT '${url}' -H"Authorization: ${authorization}" -H 'Host: h' --json '{}' -u a:b`,
  `curl --url ${url} --request=POST --header $'Authorization: \\x41\\n' -F a=b --oauth2-bearer t -o /dev/null -I`,
  `$ curl "http://user:pw@h:80/{a,b}[1-3]#f" --http1.1 -T file -A agent -e r -b c=d --next ${url}`,
  `curl.exe ^\n -k -H "X: \\"y\\" \`z\` $HOME" https://h/../a%2fb?`,
  `curl -H @headers -K config -d "a\\\nb" -- ${url}`,
]

const requests = stepsOf('wire', 'target', 'body', 'authorization', 'method').map(
  ({ method, target, authorization: values, body }) => {
    const content = Buffer.from(body?.hex ?? '', 'hex').toString('latin1')
    const head = [`${method} ${target} HTTP/1.1`, 'Host: h', ...values.map((value) => `Authorization: ${value}`)]
    return [...head, `Content-Length: ${content.length}`, '', content].join('\r\n')
  },
)
const https = [
  ...requests,
  `> POST /v1/jobs HTTP/1.1\n> Host: h\n> Authorization: ${authorization}\n> \n< HTTP/1.1 200 OK\n`,
  'POST /v1/jobs HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n',
  'POST /v1/jobs HTTP/2\n:authority: h\nauthorization: Bearer t\n folded\n\n{}',
  '\ufeffGET / HTTP/1.0\n\n',
]

/** By the name of the target. */
export const seedsOf: Readonly<Record<string, () => ReadonlyArray<Uint8Array>>> = {
  authorization: () => lines().flatMap((line) => policyBits.map((bits) => withBits(bits, bytesOf(line)))),
  target: () => stepsOf('target').map(({ target }) => bytesOf(target)),
  json: jobs,
  job: () => jobs().flatMap((bytes) => policyBits.map((bits) => withBits(bits, bytes))),
  der: ders,
  pem: () => pems().map(bytesOf),
  jwk: () => jwks.map(bytesOf),
  curl: () => curls.map(bytesOf),
  http: () => https.map(bytesOf),
}
