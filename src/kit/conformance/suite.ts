/**
 * The suite as the runner reads it: the self-contained flat file, and the words for the flags of its cases.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
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
const flagsCodec = t.record(t.string, t.type({ mistake: text, effect: text, severity: text, remedy: text }))

/** Beside `dist/` in the package, and beside `src/` in the repository. */
const packagedFolder: URL = new URL('../../../vectors/', import.meta.url)

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
export const readSuite = (folder: URL = packagedFolder): Suite => {
  const manifest = read(folder, 'manifest.json')
  const { suite, files } = parsed('manifest.json', manifestCodec)(manifest)
  const flat = read(folder, 'flat.jsonl')
  if (files['flat.jsonl']?.sha256 !== digest(flat)) throw new Error(changed('flat.jsonl'))
  return {
    version: suite,
    digest: digest(manifest),
    vectors: parseVectors(flat),
    flags: parsed('flags.json', flagsCodec)(read(folder, 'flags.json')),
  }
}

/** The cases of a flat file: one a line. */
export const parseVectors = (flat: string): ReadonlyArray<Vector> =>
  flat.split('\n').flatMap((line, i) => (line === '' ? [] : [parsed(`flat.jsonl, line ${i + 1}`, vector)(line)]))

/** The files of the packaged manifest, each with what is wrong with it, if anything. */
export const checkFiles = (): ReadonlyArray<{ readonly name: string; readonly problem: string | undefined }> =>
  Object.entries(parsed('manifest.json', manifestCodec)(read(packagedFolder, 'manifest.json')).files).map(
    ([name, { sha256 }]) => {
      const problem = digest(read(packagedFolder, name)) === sha256 ? undefined : changed(name)
      return { name, problem }
    },
  )

const changed = (name: string): string => `${name} is not the file that manifest.json describes`

const read = (folder: URL, name: string): string => readFileSync(new URL(name, folder), 'utf8')

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
  parsed('keys.json', keysCodec)(read(packagedFolder, 'keys.json'))

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
