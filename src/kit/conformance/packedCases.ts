/**
 * A file of the packed suite without what can be computed: half of the files were signatures, and a sixth of the rest the
 * intermediate values of signing.
 *
 *     { "input": { …"signature=<app-1:base64>" }, "trace": { "stringToSign": { "hex": "5047…" }, "block": 256 } }       packed
 *     { "input": { …"signature=kz3V…" }, "trace": { "stringToSign": { "hex": "5047…" }, "sha256": "9f86…", "block": "0001ff…" } }
 *
 * `<app-1:base64>` stands for the signature of the case's own digest, and `<app-1:fb73…>` for that of another one, in hex or in
 * base64. The names are those of the test keys.
 */
import { createHash, type KeyObject, privateEncrypt } from 'node:crypto'
import { toHex } from '../../core/Bytes.ts'
import { block, digestInfo, toBytes, within } from './content.ts'
import type { VectorBytes } from './Vector.ts'

type Json = Readonly<Record<string, unknown>>

interface Trace {
  readonly stringToSign?: VectorBytes
  readonly sha256?: string
  /** In hex; its length in bytes in the packed file. */
  readonly block?: string | number
}

type Encoding = 'hex' | 'base64'

/** The signature of a digest by a test key, or undefined if there is no such key. */
export type SignDigest = (key: string, digest: Uint8Array, encoding: Encoding) => string | undefined

/** Whose signature a text is, and of which digest. */
export type FindSigner = (
  signature: string,
  encoding: Encoding,
) => { readonly key: string; readonly digest: Uint8Array } | undefined

/** The RSASSA-PKCS1-v1_5 signature of a SHA-256. */
export const signatureOf = (privateKey: KeyObject, digest: Uint8Array): Buffer =>
  privateEncrypt(privateKey, Buffer.concat([digestInfo, digest]))

const digestOf = ({ stringToSign }: Trace): Uint8Array | undefined =>
  stringToSign && createHash('sha256').update(toBytes(stringToSign)).digest()

const packedTrace = (trace: Trace): Trace => {
  const digest = digestOf(trace)
  if (digest === undefined || trace.sha256 !== toHex(digest)) return trace
  const { sha256: _, ...packed } = trace
  const length = typeof trace.block === 'string' ? trace.block.length / 2 : 0
  const isOfDigest = length > 0 && trace.block === toHex(block(digest, length))
  return isOfDigest ? { ...packed, block: length } : packed
}

const unpackedTrace = (trace: Trace): Trace => {
  const digest = digestOf(trace)
  if (digest === undefined || trace.sha256 !== undefined) return trace
  const { block: length, ...packed } = trace
  const known = { ...packed, sha256: toHex(digest) }
  if (length === undefined) return known
  return { ...known, block: typeof length === 'number' ? toHex(block(digest, length)) : length }
}

const mapTexts = (value: unknown, change: (text: string) => string): unknown =>
  typeof value === 'string' ? change(value) : within(value, (inner) => mapTexts(inner, change))

const packedCase = (one: Json, find: FindSigner): Json => {
  const trace = one.trace as Trace | undefined
  const own = trace && digestOf(trace)
  const packed = mapTexts(one, (text) =>
    text.replace(/[A-Za-z0-9+/]{342,}={0,2}/g, (signature) => {
      const encoding = /^[0-9a-f]+$/.test(signature) ? 'hex' : 'base64'
      const signer = find(signature, encoding)
      if (signer === undefined) return signature
      const isOwn = own !== undefined && Buffer.compare(own, signer.digest) === 0
      return `<${signer.key}:${isOwn ? encoding : Buffer.from(signer.digest).toString(encoding)}>`
    }),
  ) as Json
  return trace === undefined ? packed : { ...packed, trace: packedTrace(trace) }
}

/** A case, from its packed form. */
export const unpackCase = (one: Json, sign: SignDigest): Json => {
  const trace = one.trace as Trace | undefined
  const own = trace && digestOf(trace)
  const unpacked = mapTexts(one, (text) =>
    text.replace(/<([\w-]+):(?:(hex|base64)|([\w+/=]{44,64}))>/g, (short, key, encoding, digest) => {
      const ofDigest = digest?.length === 64 ? 'hex' : 'base64'
      const signed = encoding === undefined ? Buffer.from(digest, ofDigest) : own
      return (signed && sign(key, signed, encoding ?? ofDigest)) ?? short
    }),
  ) as Json
  return trace === undefined ? unpacked : { ...unpacked, trace: unpackedTrace(trace) }
}

const mapCases = (file: Json, change: (one: Json) => Json): Json =>
  Array.isArray(file.cases) ? { ...file, cases: file.cases.map(change) } : file

/** A file of cases as it is packed. Another file stays as it is. */
export const packCases = (file: Json, find: FindSigner): Json => mapCases(file, (one) => packedCase(one, find))

/** The file, from its packed form. */
export const unpackCases = (file: Json, sign: SignDigest): Json => mapCases(file, (one) => unpackCase(one, sign))
