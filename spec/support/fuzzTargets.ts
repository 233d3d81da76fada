/**
 * The decoders of foreign bytes, each with the laws that it must keep for all bytes. An engine calls `check` with bytes; a
 * broken law throws. `npm run evidence -- fuzz` drives them, and corpus.spec.ts runs what it has found worth keeping.
 */
import * as assert from 'node:assert/strict'
import { createHash, createPublicKey } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../src/core/Authorization.ts'
import { toHex } from '../../src/core/Bytes.ts'
import type { KeyError } from '../../src/core/KeyError.ts'
import { message as keyMessage } from '../../src/core/KeyError.ts'
import { ours, type Policies } from '../../src/core/Policies.ts'
import * as PrivateKey from '../../src/core/PrivateKey.ts'
import * as PublicKey from '../../src/core/PublicKey.ts'
import * as RequestTarget from '../../src/core/RequestTarget.ts'
import * as Job from '../../src/job/Job.ts'
import * as JobError from '../../src/job/JobError.ts'
import * as Json from '../../src/job/Json.ts'
import { curlCommand, dataOf } from '../../src/kit/diagnosis/pasted/curlCommand.ts'
import { readCurl } from '../../src/kit/diagnosis/pasted/readCurl.ts'
import { readHttp } from '../../src/kit/diagnosis/pasted/readHttp.ts'
import { readRequest } from '../../src/kit/diagnosis/pasted/readRequest.ts'
import { contentOf, filesOf, inWords, type Received, type Unreadable } from '../../src/kit/diagnosis/Received.ts'
import { createPlain, type PlainPort } from './plain/plain.ts'

export interface Target {
  readonly says: string
  /** Throws if a law is broken. */
  readonly check: (bytes: Uint8Array) => void
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

const policyNames = Object.keys(ours) as ReadonlyArray<keyof Policies>

const isSet = (bits: number, index: number): boolean => (bits & (1 << index)) !== 0

/** The policies whose bits are set, in the order of `Policies.ours`. */
const policiesOf = (bits: number): Policies =>
  Object.fromEntries(policyNames.map((policyName, i) => [policyName, isSet(bits, i)])) as unknown as Policies

const plainPorts = new Map<number, PlainPort>()

/** The independent implementation, under the policies whose bits are set. */
const plainUnder = (bits: number): PlainPort => {
  const port = plainPorts.get(bits) ?? createPlain({ policies: policyNames.filter((_, i) => isSet(bits, i)) })
  plainPorts.set(bits, port)
  return port
}

/** The independent implementation without policies. */
const strictPlain = createPlain()

/** The first two bytes choose the policies. */
const split = (bytes: Uint8Array): readonly [bits: number, rest: Uint8Array] => [
  (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8),
  bytes.subarray(2),
]

const authorization = (bytes: Uint8Array): void => {
  const [bits, rest] = split(bytes)
  const line = latin1(rest)
  const policies = policiesOf(bits)
  const read = Authorization.parse(line, { ...Authorization.standard, policies })
  const theirs = plainUnder(bits).answer('parseAuthorization', {
    authType: Authorization.standard.authType,
    authorization: [line],
  })
  if (E.isLeft(read)) {
    assert.equal(theirs.outcome, 'reject', `we refuse: ${read.left._tag}`)
    return
  }
  assert.ok(line.length <= Authorization.maxLength)
  assert.equal(theirs.outcome, 'value', `the plain port refuses: ${JSON.stringify(theirs)}`)
  const value = read.right
  const { value: other } = theirs as { value: { [name: string]: string } }
  if (value._tag === 'Bearer') assert.equal(value.token, other.token)
  else {
    const { appId, nonce, signature } = value
    assert.deepEqual([appId, nonce, signature], [other.appId, other.nonce, other.signature])
    assert.equal(String(value.timestamp), other.timestamp)
  }
  assert.deepEqual(E.chainW(Authorization.parse)(Authorization.serialize(value)), read, 'parse inverts serialize')
}

const target = (bytes: Uint8Array): void => {
  const text = latin1(bytes)
  const read = RequestTarget.parse(text)
  const theirs = strictPlain.answer('stringToSign', {
    method: 'GET',
    url: text,
    timestamp: '1',
    nonce: 'n',
    body: { hex: '' },
  } as never)
  // The plain port's signer drops a fragment first.
  if (text.includes('#')) assert.ok(E.isLeft(read))
  else assert.equal(theirs.outcome === 'value', E.isRight(read))
  if (E.isLeft(read)) return
  const { hex } = (theirs as { value: { hex: string } }).value
  assert.equal(Buffer.from(hex, 'hex').toString('latin1'), `GET\n${read.right}\n1\nn\n`)
  assert.ok(read.right.length <= RequestTarget.maxLength && RequestTarget.isRequestTarget(read.right))
  // The target ends the text as it is. Only a slash may be new: `http://h` has the target `/`, and `http://h?x` has `/?x`.
  const unrewritten = read.right === '/' ? '' : read.right.replace(/^\/\?/, '?')
  assert.ok(text.endsWith(unrewritten), 'nothing is rewritten')
  assert.deepEqual(RequestTarget.parse(read.right), read, 'parse is idempotent')
}

const exact = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const native = (bytes: Uint8Array): E.Either<unknown, unknown> =>
  E.tryCatch(
    () => JSON.parse(exact.decode(bytes), (_, v) => (v === 0 ? 0 : v)),
    () => undefined,
  )

const json = (bytes: Uint8Array): void => {
  const read = Json.parse(bytes)
  const theirs = native(bytes)
  if (E.isLeft(read)) {
    const { offset = -1, pointer } = read.left
    assert.ok(offset >= 0 && offset <= bytes.length && (pointer === '' || pointer.startsWith('/')))
    if (read.left._tag === 'JsonSyntax') assert.ok(E.isLeft(theirs), 'the platform reads it')
    return
  }
  const { value } = read.right
  assert.ok(E.isRight(theirs), 'the platform refuses it')
  assert.deepEqual(value, theirs.right)
  const written = Json.serialize(value)
  assert.ok(E.isRight(written))
  const again = Json.parse(written.right)
  assert.ok(E.isRight(again))
  assert.deepEqual(again.right.value, value, 'parse inverts serialize')
}

const job = (bytes: Uint8Array): void => {
  const [bits, rest] = split(bytes)
  const policies = policiesOf(bits)
  const read = Job.decode(rest, policies)
  const theirs = plainUnder(bits).answer('decodeJob', { body: { hex: toHex(rest) } } as never)
  if (E.isLeft(read)) {
    assert.ok(JobError.message(read.left).length < 10_000)
    assert.equal(theirs.outcome, 'reject', `we refuse: ${JSON.stringify(read.left)}`)
    return
  }
  assert.equal(theirs.outcome, 'value', `the plain port refuses: ${JSON.stringify(theirs)}`)
  assert.deepEqual(read.right, (theirs as { value: unknown }).value)
  // The law below holds for jobs that were read as under `Policies.ours`, which `encode` and the second `decode` use.
  if (!policies['unknown-stage'] || policies['int64-string']) return
  const written = Job.encode(read.right)
  assert.ok(E.isRight(written))
  assert.deepEqual(Job.decode(written.right), read, 'decode inverts encode')
}

/** A refused key has its words; an accepted one is the same to the platform. */
const sameKey = (
  read: E.Either<KeyError, PublicKey.PublicKey | PublicKey.Certificate>,
  material: Parameters<typeof createPublicKey>[0],
): void => {
  if (E.isLeft(read)) return void keyMessage(read.left)
  if (read.right._tag === 'Certificate') return
  const theirs = E.tryCatch(
    () => createPublicKey(material).export({ type: 'spki', format: 'der' }),
    () => undefined,
  )
  // OpenSSL refuses some PEM that RFC 7468 §3 allows, such as all of it on one line.
  if (E.isRight(theirs)) assert.deepEqual(Buffer.from(read.right.spki), theirs.right, 'the platform reads another key')
}

const labels = ['PUBLIC KEY', 'RSA PUBLIC KEY', 'PRIVATE KEY', 'RSA PRIVATE KEY'] as const

/** Whatever we refuse, the plain port refuses. A key that both accept has the same size and fingerprint. */
const agrees = (pem: string, read: E.Either<KeyError, PublicKey.PublicKey | PublicKey.Certificate>): void => {
  const theirs = strictPlain.answer('importKey', { use: 'verify', pem })
  if (E.isLeft(read)) return void assert.equal(theirs.outcome, 'reject', `we refuse: ${read.left.rule}`)
  // The plain port knows fewer ways to break the lines of a PEM, and so refuses keys that we accept.
  if (theirs.outcome === 'reject' || read.right._tag === 'Certificate') return
  const fingerprint = createHash('sha256').update(read.right.spki).digest('hex')
  assert.deepEqual((theirs as { value: unknown }).value, { bits: read.right.bits, fingerprint })
}

/** Strict, as the plain port is without policies. */
const strict = { 'small-exponent': false }

const der = (bytes: Uint8Array): void => {
  const label = labels[(bytes[0] ?? 0) & 3] as (typeof labels)[number]
  const content = bytes.subarray(1)
  const pem = `-----BEGIN ${label}-----\n${Buffer.from(content).toString('base64')}\n-----END ${label}-----\n`
  if (label === 'PRIVATE KEY' || label === 'RSA PRIVATE KEY') {
    const direct = label === 'PRIVATE KEY' ? PrivateKey.ofPkcs8(content) : PrivateKey.ofPkcs1(content)
    if (E.isLeft(direct)) keyMessage(direct.left)
    assert.equal(E.isRight(PrivateKey.parse(pem)), E.isRight(direct))
    assert.ok(E.isLeft(PublicKey.parse(pem)), 'a private key is no public one')
    return
  }
  const direct = label === 'PUBLIC KEY' ? PublicKey.ofSpki(content, strict) : PublicKey.ofPkcs1(content, strict)
  if (E.isRight(direct)) {
    if (label === 'PUBLIC KEY')
      assert.deepEqual(Buffer.from(direct.right.spki), Buffer.from(content), 'DER is canonical')
    assert.deepEqual(PublicKey.parse(pem, strict), direct)
    sameKey(direct, pem)
  }
  if (content.length > 0) agrees(pem, direct)
}

const pem = (bytes: Uint8Array): void => {
  const text = utf8(bytes)
  const read = PublicKey.parse(text, strict)
  sameKey(read, text)
  agrees(text, read)
  const secret = PrivateKey.parse(text)
  if (E.isLeft(secret)) keyMessage(secret.left)
  assert.ok(E.isLeft(read) || E.isLeft(secret), 'a text is one key')
}

const jwk = (bytes: Uint8Array): void => {
  const parsed = native(bytes)
  const key = E.isRight(parsed) ? parsed.right : undefined
  // `PublicKey.parse` reads a string as PEM, which the target `pem` checks.
  if (typeof key === 'string') return
  const read = PublicKey.parse(key as object, strict)
  sameKey(read, { key: key as never, format: 'jwk' })
  const secret = PrivateKey.parse(key as object)
  if (E.isLeft(secret)) keyMessage(secret.left)
}

/** The refusal's place is in the text, and its words are short. */
const isPlaced = (fault: Unreadable, bytes: Uint8Array): void => {
  const { line, offset } = fault
  assert.ok(offset >= 0 && offset <= bytes.length && line >= 1 && line <= bytes.length + 1, JSON.stringify(fault))
  assert.ok(inWords(fault).length < 1000)
}

const bodyOf = ({ body }: Received): Uint8Array => {
  const files = new Map(filesOf(body).map((name) => [name, Buffer.from('a file\n')]))
  const content = contentOf(body, files)
  assert.ok(E.isRight(content))
  return content.right
}

const curl = (bytes: Uint8Array): void => {
  const read = readCurl(bytes)
  if (E.isLeft(read)) return void isPlaced(read.left, bytes)
  const { method, target: path, url, authorization: lines } = read.right
  const body = bodyOf(read.right)
  const [line] = lines
  const data = dataOf(body, 'body')
  // `curlCommand` writes one Authorization line of at least one character. curl reads data behind an @ from a file.
  const isOneLine = line !== undefined && lines.length === 1 && line !== '' && !/[\r\n\0]/.test(line)
  const canBeWritten = isOneLine && url !== undefined && !data?.startsWith('@')
  const isPrintable = /^[!-~]+$/.test(`${path}${url}`) && /^[A-Z]+$/.test(method) && method !== 'HEAD'
  if (!canBeWritten || !isPrintable || !/^[\t -~]*$/.test(line)) return
  // The law: this reader reads the command that `curlCommand` writes for a request as the same request.
  const again = readCurl(Buffer.from(curlCommand({ method, url: url as string, authorization: line, data }), 'utf8'))
  assert.ok(E.isRight(again), 'our own curl command is refused')
  assert.equal(again.right.method, method)
  assert.deepEqual(again.right.authorization, lines)
  assert.deepEqual(Buffer.from(bodyOf(again.right)), Buffer.from(body))
}

const http = (bytes: Uint8Array): void => {
  const read = readHttp(bytes)
  const either = readRequest(bytes)
  if (E.isLeft(either)) isPlaced(either.left, bytes)
  if (E.isLeft(read)) return void isPlaced(read.left, bytes)
  const { method, target: path, host, authorization: lines } = read.right
  const body = bodyOf(read.right)
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${host ?? 'h'}`, ...lines.map((line) => `Authorization: ${line}`)]
  const length = `Content-Length: ${body.length}`
  const written = Buffer.concat([Buffer.from(`${[...head, length].join('\r\n')}\r\n\r\n`, 'latin1'), body])
  // A method or target with spaces, or a value with a line end, would be split elsewhere.
  if (!/^[!-~]+$/.test(method + path) || !/^[!-~]*$/.test(host ?? '') || lines.some((line) => !/^[\t -~]*$/.test(line)))
    return
  const again = readHttp(written)
  assert.ok(E.isRight(again), E.isLeft(again) ? again.left.what : '')
  assert.equal(again.right.method, method)
  assert.deepEqual(again.right.authorization, lines)
  assert.deepEqual(Buffer.from(bodyOf(again.right)), Buffer.from(body))
}

export const targets: Readonly<Record<string, Target>> = {
  authorization: { says: 'Authorization.parse, under any policies', check: authorization },
  target: { says: 'RequestTarget.parse', check: target },
  json: { says: 'JsonReader, through Json.parse', check: json },
  job: { says: 'Job.decode, under any policies', check: job },
  der: { says: 'DER of public and private keys', check: der },
  pem: { says: 'PEM', check: pem },
  jwk: { says: 'JSON Web Keys', check: jwk },
  curl: { says: 'the curl reader of diagnose', check: curl },
  http: { says: 'the HTTP reader of diagnose', check: http },
}
