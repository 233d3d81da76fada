/** Bytes and texts, as cases write them. */
import { createHash } from 'node:crypto'
import type { VectorBytes, VectorText } from '../../../src/kit/conformance/Vector.ts'
import { type Part, refuse } from './switches.ts'

/** A string to sign in two pieces, so that a large body is not copied. */
export interface Message {
  readonly head: Buffer
  readonly body: Buffer
}

export interface Content {
  readonly readBytes: (b: VectorBytes) => Buffer
  readonly readBody: (b: VectorBytes | VectorText) => Buffer
  readonly encodeText: (text: string) => Buffer
  readonly digest: (algorithm: string, message: Message) => Buffer
}

const read = new WeakMap<VectorBytes, Buffer>()

/** All ports share the bytes of an object. */
export const bytesOf = (b: VectorBytes): Buffer => {
  const known = read.get(b)
  if (known !== undefined) return known
  const bytes =
    'hex' in b
      ? Buffer.from(b.hex, 'hex')
      : Buffer.alloc((b.repeat.hex.length / 2) * b.repeat.times, b.repeat.hex, 'hex')
  read.set(b, bytes)
  return bytes
}

export const textOf = ({ utf16 }: VectorText): string =>
  (utf16.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')

/** A `u` pattern reads a surrogate pair as one character, so it finds only a half without its partner. */
const half = /[\uD800-\uDFFF]/u

const large = 65_536
const digests = new WeakMap<Buffer, Map<string, Buffer>>()

/** Digests of large bodies are cached: hundreds of ports need the same ones. */
export const digestOf = (algorithm: string, { head, body }: Message): Buffer => {
  const compute = (): Buffer => createHash(algorithm).update(head).update(body).digest()
  if (body.length < large) return compute()
  const name = `${algorithm}\n${head.toString('latin1')}`
  const known = digests.get(body) ?? new Map<string, Buffer>()
  digests.set(body, known)
  const digest = known.get(name) ?? compute()
  known.set(name, digest)
  return digest
}

export const content: Part<Content> = (f, { on }) => ({
  readBytes: bytesOf,
  readBody: (b) => ('utf16' in b ? f.encodeText(textOf(b)) : f.readBytes(b)),
  encodeText: (text) => {
    if (on('body-unicode') && half.test(text)) refuse('body_not_unicode')
    return Buffer.from(text, 'utf8')
  },
  digest: digestOf,
})
