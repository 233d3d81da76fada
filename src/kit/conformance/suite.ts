/**
 * The suite as the runner reads it: the self-contained flat file, and the words for the flags of its cases.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { parseJson, text, vector } from './codecs.ts'
import { lateKeys, lateVectors, packedFiles, textOfPacked, unpackedFiles } from './packedSuite.ts'
import { keysCodec, type TestKeys } from './testKeys.ts'
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

const textIn = (folder: URL, name: string): string => readFileSync(new URL(name, folder), 'utf8')

/** In the repository. The package has one packed file in place of it. */
const folder = new URL('../../../vectors/', import.meta.url)

/** Names of files of the suite. The packed file has skeletons and tests of ports beside them. */
const isOfSuite = (name: string): boolean => /^(?:schema\/)?[\w.-]+\.jsonl?$/.test(name)

/** The files of the suite that came with the package, by name. */
export const packagedFiles = (): ReadonlyMap<string, string> => {
  const packed = packedFiles()
  if (packed !== undefined) return unpackedFiles(packed)
  const names = ['', 'schema/'].flatMap((sub) => readdirSync(new URL(sub, folder)).map((name) => `${sub}${name}`))
  return new Map(names.filter(isOfSuite).map((name) => [name, textIn(folder, name)]))
}

/** A text that comes with the suite and is no file of it, by its name in `vectors/`. Throws if the installation lacks it. */
export const textBeside = (name: string): string => {
  const packed = packedFiles()?.[name]
  return text.is(packed) ? packed : textIn(folder, name)
}

/** Of these files the text of one by its name, such as `manifest.json`. Throws for one that is missing. */
const among =
  (files: ReadonlyMap<string, string>) =>
  (name: string): string => {
    const found = files.get(name)
    if (found === undefined) throw new Error(`there is no ${name}`)
    return found
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
  const packed = folder === undefined ? packedFiles() : undefined
  if (packed !== undefined)
    return suiteOf(
      (name) => textOfPacked(packed, name),
      () => lateVectors(packed),
    )
  const read = folder === undefined ? among(packagedFiles()) : (name: string) => textIn(folder, name)
  return suiteOf(read, (sha256) => {
    const flat = read('flat.jsonl')
    if (sha256 !== digest(flat)) throw new Error(changed('flat.jsonl'))
    return parseVectors(flat)
  })
}

/** The suite of these files; its cases by the digest of `flat.jsonl`. */
const suiteOf = (
  read: (name: string) => string,
  vectorsBy: (sha256: string | undefined) => ReadonlyArray<Vector>,
): Suite => {
  const manifest = read('manifest.json')
  const { suite, files } = parsed('manifest.json', manifestCodec)(manifest)
  return {
    version: suite,
    digest: digest(manifest),
    vectors: vectorsBy(files['flat.jsonl']?.sha256),
    flags: parsed('flags.json', flagsCodec)(read('flags.json')),
  }
}

/** The cases of a flat file: one a line. */
export const parseVectors = (flat: string): ReadonlyArray<Vector> =>
  flat.split('\n').flatMap((line, i) => (line === '' ? [] : [parsed(`flat.jsonl, line ${i + 1}`, vector)(line)]))

/** The files of the manifest, each with what is wrong with it, if anything. */
export const checkFiles = (
  packaged: ReadonlyMap<string, string> = packagedFiles(),
): ReadonlyArray<{ readonly name: string; readonly problem: string | undefined }> => {
  const read = among(packaged)
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

/** The packaged test keys, by name. */
export const readTestKeys = (): TestKeys => {
  const packed = packedFiles()
  return packed === undefined ? parsed('keys.json', keysCodec)(textIn(folder, 'keys.json')) : lateKeys(packed)
}

/** The file of a case. */
export const groupOf = (id: string): string => id.slice(0, id.indexOf('/'))
