/**
 * The suite in the package: one compressed file, without `flat.jsonl` and without the values that can be computed. Making all
 * signatures takes a third of a second, and a run of one case needs a few. So each signature is made when its case is first read.
 *
 *     <SHA-256 of the rest, in hex>
 *     { "manifest.json": {…}, "keys.json": "…", "target.json": { "cases": […] }, … }
 *
 * `packedCases` says how a case is packed, and `packedKeys` how a key is.
 */
import { createHash, createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { toHex } from '../../core/Bytes.ts'
import { memoized } from '../values/memoized.ts'
import { type SignDigest, signatureOf, unpackCase, unpackCases } from './packedCases.ts'
import { unpackKeys, unpackRow } from './packedKeys.ts'
import { type KeyPems, resolveKeys, type TestKeys } from './testKeys.ts'
import type { Vector } from './Vector.ts'

type Json = Readonly<Record<string, unknown>>

/** Files by name. A JSON file is its packed value; `keys.json`, and the files that come beside the suite, are texts. */
export type PackedFiles = Json

/** In `dist/`, found from here. */
const packedFile = new URL('../../vectors.br', import.meta.url)

const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex')

/** The content of the packed file before it is compressed. */
export const writePacked = (files: PackedFiles): string => {
  const json = JSON.stringify(files)
  return `${digestOf(json)}\n${json}`
}

/** The files in the content of a packed file. Throws for a content that was changed. */
export const parsePacked = (content: string): PackedFiles => {
  const end = content.indexOf('\n')
  const json = content.slice(end + 1)
  if (content.slice(0, end) !== digestOf(json)) throw new Error('vectors.br is not as it was packed')
  return JSON.parse(json)
}

let filesOfPackage: PackedFiles | undefined
/** The files of the package, read once; undefined in the repository, which has `vectors/`. */
export const packedFiles = (): PackedFiles | undefined => {
  if (filesOfPackage === undefined && existsSync(packedFile))
    filesOfPackage = parsePacked(brotliDecompressSync(readFileSync(packedFile)).toString())
  return filesOfPackage
}

const isFileOfJson = (file: unknown): file is Json => typeof file === 'object' && file !== null

/** A file that holds no case, as it is in the repository. Throws if it is not among the packed files. */
export const textOfPacked = (files: PackedFiles, name: string): string => {
  const file = files[name]
  if (!isFileOfJson(file)) throw new Error(`there is no ${name}`)
  return textOf(file)
}

const textOf = (file: Json): string => `${JSON.stringify(file, null, 2)}\n`

const keysText = (files: PackedFiles): string => String(files['keys.json'] ?? '{}')

const signerWith = (keys: TestKeys): SignDigest => {
  // Reading the PEM for each signature would take three times as long as signing.
  const keyOf = memoized((name: string) => createPrivateKey(keys[name]?.privateKey ?? ''))
  const signatureFor = memoized((keyAndDigest: string) => {
    const [keyName = '', hexDigest = ''] = keyAndDigest.split(':')
    return signatureOf(keyOf(keyName), Buffer.from(hexDigest, 'hex'))
  })
  return (keyName, digest, encoding) =>
    Object.hasOwn(keys, keyName) ? signatureFor(`${keyName}:${toHex(digest)}`).toString(encoding) : undefined
}

/** The names of the case files, in the order of the suite. */
const caseFilesIn = (files: PackedFiles): ReadonlyArray<string> => {
  const manifest = files['manifest.json'] as { readonly files: Json }
  return Object.keys(manifest.files).filter((name) => Object.hasOwn(files, name))
}

const casesIn = (file: unknown): ReadonlyArray<Vector> => (file as { readonly cases: ReadonlyArray<Vector> }).cases

/** All files of the suite, `flat.jsonl` included, by name. */
export const unpackedFiles = (files: PackedFiles): ReadonlyMap<string, string> => {
  const keysFile = unpackKeys(keysText(files))
  const keys: TestKeys = JSON.parse(keysFile)
  const sign = signerWith(keys)
  const unpacked = new Map(
    Object.entries(files).flatMap(([name, file]) =>
      isFileOfJson(file) ? [[name, unpackCases(file, sign)] as const] : [],
    ),
  )
  const cases = caseFilesIn(files).flatMap((name) => casesIn(unpacked.get(name)))
  const flat = cases.map((vector) => `${JSON.stringify(resolveKeys(vector, keys))}\n`).join('')
  const texts = new Map([...unpacked].map(([name, file]) => [name, textOf(file)]))
  return texts.set('keys.json', keysFile).set('flat.jsonl', flat)
}

/** The record, with these members computed when they are first read. */
const withLate = <A extends object, N extends keyof A>(
  record: A,
  members: ReadonlyArray<N>,
  compute: (member: N) => A[N],
): A => {
  const late = { ...record }
  for (const member of members) {
    const get = memoized(() => compute(member))
    Object.defineProperty(late, member, { enumerable: true, configurable: true, get: () => get(undefined) })
  }
  return late
}

/** The test key pairs, each unpacked when it is first read. */
export const lateKeys = (files: PackedFiles): TestKeys => {
  const rows = JSON.parse(keysText(files))
  return withLate<Record<string, KeyPems>, string>(rows, Object.keys(rows), (name) => unpackRow(rows[name]))
}

const computedMembers = ['input', 'expect', 'trace'] as const

/** The cases in the suite's order. Input, expectation and trace of a case are unpacked when the first of them is read. */
export const lateVectors = (files: PackedFiles): ReadonlyArray<Vector> => {
  const keys = lateKeys(files)
  const sign = signerWith(keys)
  const unpack = (vector: Vector): Vector =>
    resolveKeys(unpackCase(vector as unknown as Json, sign) as unknown as Vector, keys)
  return caseFilesIn(files).flatMap((name) =>
    casesIn(files[name]).map((vector) => {
      const unpacked = memoized(() => unpack(vector))
      const late = computedMembers.filter((member) => Object.hasOwn(vector, member))
      return withLate<Vector, (typeof late)[number]>(vector, late, (member) => unpacked(undefined)[member] as never)
    }),
  )
}
