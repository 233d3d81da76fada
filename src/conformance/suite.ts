/**
 * The suite as the runner reads it: the flat file, which needs no other, and the words for what a case catches.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Vector } from './Vector.ts'

export interface FlagWords {
  readonly mistake: string
  readonly effect: string
  readonly severity: string
  readonly remedy: string
}

export interface Suite {
  readonly version: string
  /** Over the manifest, which holds a digest of each file: reports of two suites are not mixed. */
  readonly digest: string
  readonly vectors: ReadonlyArray<Vector>
  readonly flags: Readonly<Record<string, FlagWords>>
}

/** Beside `dist/` in the package, and beside `src/` in the repository. */
export const packagedFolder: URL = new URL('../../vectors/', import.meta.url)

/**
 * Reads the suite. Throws where the folder has none, or where the flat file is not the manifest's.
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
  const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
  const digest = (content: string): string => createHash('sha256').update(content).digest('hex')
  const manifest = text('manifest.json')
  const { suite, files } = JSON.parse(manifest)
  const flat = text('flat.jsonl')
  if (files['flat.jsonl'].sha256 !== digest(flat))
    throw new Error('flat.jsonl is not the file that manifest.json describes')
  const vectors = flat.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Vector]))
  return { version: suite, digest: digest(manifest), vectors, flags: JSON.parse(text('flags.json')) }
}

interface KeyPems {
  readonly publicKey: string
  readonly privateKey: string
}

/** The case with the PEM in place of each key's name. */
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
  const named = ['sign', 'verify', 'rsaVerify', 'request', 'accumulate'].includes(vector.op)
  return named ? { ...vector, input: resolve(vector.input) } : vector
}

/** The file that a case stands in. */
export const groupOf = (id: string): string => id.slice(0, id.indexOf('/'))
