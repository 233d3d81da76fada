/**
 * The suite as the runner reads it: the self-contained flat file, and the words for the flags of its cases.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { parseJson, text, vector } from './codecs.ts'
import type { Vector } from './Vector.ts'

export interface FlagWords {
  readonly mistake: string
  readonly effect: string
  readonly severity: string
  readonly remedy: string
}

export interface Suite {
  readonly version: string
  /** SHA-256 of the manifest, which holds a digest of each file. */
  readonly digest: string
  readonly vectors: ReadonlyArray<Vector>
  readonly flags: Readonly<Record<string, FlagWords>>
}

const manifestCodec = t.type({ suite: text, files: t.record(t.string, t.type({ sha256: text })) })
const casesCodec = t.type({ cases: t.array(t.UnknownRecord) })
const flagsCodec = t.record(t.string, t.type({ mistake: text, effect: text, severity: text, remedy: text }))

/** The text of each file of the suite by its name, such as `manifest.json`. Throws for one that is missing. */
type Read = (name: string) => string

const inFolder =
  (folder: URL): Read =>
  (name) =>
    readFileSync(new URL(name, folder), 'utf8')

/** In the package: one file in `dist/`. In the repository: `vectors/`. Both are found from here. */
const [packedFile, folder] = [
  new URL('../../vectors.br', import.meta.url),
  new URL('../../../vectors/', import.meta.url),
]

/** The packaged files by name; undefined in the repository. */
const unpacked = (): Readonly<Record<string, string>> | undefined => {
  if (!existsSync(packedFile)) return undefined
  const files = parsed(
    'vectors.br',
    t.record(t.string, text),
  )(brotliDecompressSync(readFileSync(packedFile)).toString())
  const keys = parsed('keys.json', keysCodec)(files['keys.json'] ?? '')
  const cases = Object.keys(parsed('manifest.json', manifestCodec)(files['manifest.json'] ?? '').files).flatMap(
    (name) => (files[name] === undefined ? [] : parsed(name, casesCodec)(files[name]).cases),
  )
  const flat = cases.map((one) => `${JSON.stringify(resolveKeys(one as unknown as Vector, keys))}\n`).join('')
  return { ...files, 'flat.jsonl': flat }
}

const packaged = (): Read => {
  const files = unpacked()
  if (files === undefined) return inFolder(folder)
  return (name) => {
    const found = files[name]
    if (found === undefined) throw new Error(`the package has no ${name}`)
    return found
  }
}

/**
 * Reads the suite. Throws if the folder has none, or if a file differs from its digest in the manifest.
 *
 * @example
 * ```ts
 * import { readSuite } from 'countersign/conformance'
 *
 * const { version, vectors } = readSuite()
 * assert.equal(version, '1.0.0')
 * assert.ok(vectors.length > 700)
 * ```
 */
export const readSuite = (folder?: URL): Suite => {
  const read = folder === undefined ? packaged() : inFolder(folder)
  const manifest = read('manifest.json')
  const { suite, files } = parsed('manifest.json', manifestCodec)(manifest)
  const flat = read('flat.jsonl')
  if (files['flat.jsonl']?.sha256 !== digest(flat)) throw new Error(changed('flat.jsonl'))
  return {
    version: suite,
    digest: digest(manifest),
    vectors: parseVectors(flat),
    flags: parsed('flags.json', flagsCodec)(read('flags.json')),
  }
}

/** The packaged files of the suite by name. Throws if one differs from its digest in the manifest. */
export const packagedFiles = (): ReadonlyMap<string, string> => {
  const fault = checkFiles().find(({ problem }) => problem !== undefined)?.problem
  if (fault !== undefined) throw new Error(fault)
  const files = unpacked()
  if (files !== undefined) return new Map(Object.entries(files))
  const names = ['', 'schema/'].flatMap((sub) => readdirSync(new URL(sub, folder)).map((name) => `${sub}${name}`))
  return new Map(names.filter((name) => /\.jsonl?$/.test(name)).map((name) => [name, inFolder(folder)(name)]))
}

/** The cases of a flat file: one a line. */
export const parseVectors = (flat: string): ReadonlyArray<Vector> =>
  flat.split('\n').flatMap((line, i) => (line === '' ? [] : [parsed(`flat.jsonl, line ${i + 1}`, vector)(line)]))

/** The files of the packaged manifest, each with what is wrong with it, if anything. */
export const checkFiles = (): ReadonlyArray<{ readonly name: string; readonly problem: string | undefined }> => {
  const read = packaged()
  const { files } = parsed('manifest.json', manifestCodec)(read('manifest.json'))
  return Object.entries(files).map(([name, { sha256 }]) => ({
    name,
    problem: digest(read(name)) === sha256 ? undefined : changed(name),
  }))
}

const changed = (name: string): string => `${name} is not the file that manifest.json describes`

const digest = (content: string): string => createHash('sha256').update(content).digest('hex')

const parsed =
  <A>(name: string, codec: t.Decoder<unknown, A>) =>
  (json: string): A =>
    pipe(
      parseJson(codec)(json),
      E.getOrElseW((fault) => {
        throw new Error(`${name}: ${fault}`)
      }),
    )

/** A key pair, in PEM. */
export interface KeyPems {
  readonly publicKey: string
  readonly privateKey: string
}

const keysCodec = t.record(t.string, t.type({ publicKey: text, privateKey: text }))

/** The packaged test keys, by name. */
export const readTestKeys = (): Readonly<Record<string, KeyPems>> =>
  parsed('keys.json', keysCodec)(packaged()('keys.json'))

/** The case, with the PEM in place of each key's name. */
export const resolveKeys = <V extends Vector>(vector: V, keys: Readonly<Record<string, KeyPems>>): V => {
  const pemOf = (member: string, name: string): string => {
    const key = keys[name]
    if (key === undefined) throw new Error(`${vector.id}: there is no key ${name}`)
    return member === 'key' ? key.publicKey : key.privateKey
  }
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [
        member,
        (member === 'key' || member === 'privateKey') && typeof inner === 'string'
          ? pemOf(member, inner)
          : resolve(inner),
      ]),
    )
  }
  const named = ['sign', 'verify', 'rsaVerify', 'request'].includes(vector.op)
  return named ? { ...vector, input: resolve(vector.input) } : vector
}

/** The file of a case. */
export const groupOf = (id: string): string => id.slice(0, id.indexOf('/'))
