/**
 * Packs a file of the suite: leaves out the values that can be computed. Signatures were half of the files, and the intermediate values
 * of signing a sixth of the rest. `scripts/vectors` packs, and `packedSuite` unpacks what the runner reads.
 *
 *     { "input": { …"signature=<app-1:base64>" }, "trace": { "stringToSign": { "hex": "5047…" }, "block": 256 } }       packed
 *     { "input": { …"signature=kz3V…" }, "trace": { "stringToSign": { "hex": "5047…" }, "sha256": "9f86…", "block": "0001ff…" } }
 *
 * `<app-1:base64>` stands for the signature of the case's own digest, and `<app-1:fb73…>` for that of another one, in hex or in base64.
 * The names are those of the test keys.
 */
import { createHash, type KeyObject, privateEncrypt } from 'node:crypto'
import { toHex } from '../../core/Bytes.ts'
import { block, digestInfo, toBytes, within } from './content.ts'
import type { VectorBytes } from './Vector.ts'

type Json = Readonly<Record<string, unknown>>

type Encoding = 'hex' | 'base64'

/** The signature of a digest by a test key, or undefined if there is no such key. */
export type SignDigest = (key: string, digest: Uint8Array, encoding: Encoding) => string | undefined

/** The key and the digest of a signature; undefined for a text that is not a signature of a test key. */
export type FindSigner = (
  signature: string,
  encoding: Encoding,
) => { readonly key: string; readonly digest: Uint8Array } | undefined

/** The RSASSA-PKCS1-v1_5 signature of a SHA-256. */
export const signatureOf = (privateKey: KeyObject, digest: Uint8Array): Buffer =>
  privateEncrypt(privateKey, Buffer.concat([digestInfo, digest]))

// ---- A file

/** A file of cases as it is packed. Another file stays as it is. */
export const packCases = (file: Json, find: FindSigner): Json => mapCases(file, (vector) => packCase(vector, find))

/** The file, from its packed form. */
export const unpackCases = (file: Json, sign: SignDigest): Json =>
  mapCases(file, (packedCase) => unpackCase(packedCase, sign))

const mapCases = (file: Json, change: (vector: Json) => Json): Json =>
  Array.isArray(file.cases) ? { ...file, cases: file.cases.map(change) } : file

// ---- A case: its signatures, then its trace

/** A signature of at least 2048 bits, in base64 or in hexadecimal digits. */
const signatures = /[A-Za-z0-9+/]{342,}={0,2}/g
const hexDigits = /^[0-9a-f]+$/

const packCase = (vector: Json, find: FindSigner): Json => {
  const trace = vector.trace as Trace | undefined
  const ownDigest = trace && digestOf(trace)
  const packSignature = (signature: string): string => {
    const encoding = hexDigits.test(signature) ? 'hex' : 'base64'
    const signer = find(signature, encoding)
    if (signer === undefined) return signature
    const isOwn = ownDigest !== undefined && Buffer.compare(ownDigest, signer.digest) === 0
    return `<${signer.key}:${isOwn ? encoding : Buffer.from(signer.digest).toString(encoding)}>`
  }
  const packed = mapStrings(vector, (string) => string.replace(signatures, packSignature)) as Json
  return trace === undefined ? packed : { ...packed, trace: packTrace(trace) }
}

/** `<key:encoding>` for the case's own digest, or `<key:digest>`: 64 digits in hex, 44 in base64. */
const references = /<([\w-]+):(?:(hex|base64)|([\w+/=]{44,64}))>/g

/** A case, from its packed form. */
export const unpackCase = (packedCase: Json, sign: SignDigest): Json => {
  const trace = packedCase.trace as Trace | undefined
  const ownDigest = trace && digestOf(trace)
  const unpackReference = (reference: string, key: string, ownEncoding?: Encoding, otherDigest = ''): string => {
    const encoding = ownEncoding ?? (otherDigest.length === 64 ? 'hex' : 'base64')
    const digest = ownEncoding === undefined ? Buffer.from(otherDigest, encoding) : ownDigest
    return (digest && sign(key, digest, encoding)) ?? reference
  }
  const unpacked = mapStrings(packedCase, (string) => string.replace(references, unpackReference)) as Json
  return trace === undefined ? unpacked : { ...unpacked, trace: unpackTrace(trace) }
}

const mapStrings = (json: unknown, change: (string: string) => string): unknown =>
  typeof json === 'string' ? change(json) : within(json, (inner) => mapStrings(inner, change))

// ---- A trace: its digest and its block follow from the string to sign

interface Trace {
  readonly stringToSign?: VectorBytes
  readonly sha256?: string
  /** The padded block in hex. The packed file has only its length in bytes. */
  readonly block?: string | number
}

const digestOf = ({ stringToSign }: Trace): Uint8Array | undefined =>
  stringToSign && createHash('sha256').update(toBytes(stringToSign)).digest()

const packTrace = (trace: Trace): Trace => {
  const digest = digestOf(trace)
  if (digest === undefined || trace.sha256 !== toHex(digest)) return trace
  const { sha256: _, ...packed } = trace
  const blockLength = typeof trace.block === 'string' ? trace.block.length / 2 : 0
  const isOfDigest = blockLength > 0 && trace.block === toHex(block(digest, blockLength))
  return isOfDigest ? { ...packed, block: blockLength } : packed
}

const unpackTrace = (trace: Trace): Trace => {
  const digest = digestOf(trace)
  if (digest === undefined || trace.sha256 !== undefined) return trace
  const { block: packedBlock, ...others } = trace
  const unpacked = { ...others, sha256: toHex(digest) }
  if (packedBlock === undefined) return unpacked
  return { ...unpacked, block: typeof packedBlock === 'number' ? toHex(block(digest, packedBlock)) : packedBlock }
}
