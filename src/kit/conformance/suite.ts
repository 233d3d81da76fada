/**
 * Reads the conformance suite, for the runner: its cases, its test keys, and what its flags mean.
 *
 *     readSuite().vectors[0]    { id: 'string-to-sign/made-of-five-parts', op: 'stringToSign', input: {…}, expect: {…}, … }
 *
 * A suite is a folder of files, such as `vectors/` of the repository. The package has no such folder: there the suite is one packed file
 * (packedSuite.ts). The file `manifest.json` has the digest of each other file, and a file that differs from its digest is refused.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { parseJson, text, vector } from './codecs.ts'
import { lateKeys, lateVectors, type PackedFiles, packedFiles, textOfPacked, unpackedFiles } from './packedSuite.ts'
import { keysCodec, type TestKeys } from './testKeys.ts'
import type { Vector } from './Vector.ts'

/** What a flag of a case says about a port that fails the case. */
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

// ---- The suite

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
  const source = sourceOf(folder)
  const manifestText = source.readFile('manifest.json')
  const manifest = decode('manifest.json', manifestCodec, manifestText)
  return {
    version: manifest.suite,
    digest: digestOf(manifestText),
    vectors: source.readVectors(manifest.files['flat.jsonl']?.sha256),
    flags: decode('flags.json', flagsCodec, source.readFile('flags.json')),
  }
}

/** Where a suite is read from. */
interface SuiteSource {
  readonly readFile: (name: string) => string
  /** `sha256` is the digest of `flat.jsonl` in the manifest. */
  readonly readVectors: (sha256: string | undefined) => ReadonlyArray<Vector>
}

const sourceOf = (folder: URL | undefined): SuiteSource => {
  const packed = folder === undefined ? packedFiles() : undefined
  return packed === undefined ? folderSource(folder ?? vectorsFolder) : packedSource(packed)
}

const folderSource = (folder: URL): SuiteSource => ({
  readFile: (name) => fileIn(folder, name),
  readVectors: (sha256) => {
    const flat = fileIn(folder, 'flat.jsonl')
    if (sha256 !== digestOf(flat)) throw new Error(notAsDescribed('flat.jsonl'))
    return parseVectors(flat)
  },
})

/** The packed file has a digest of its own, which `packedFiles` has checked, and no `flat.jsonl`. */
const packedSource = (packed: PackedFiles): SuiteSource => ({
  readFile: (name) => textOfPacked(packed, name),
  readVectors: () => lateVectors(packed),
})

/** The cases in the content of a `flat.jsonl`: one in each line. */
export const parseVectors = (flat: string): ReadonlyArray<Vector> =>
  flat
    .split('\n')
    .flatMap((json, index) => (json === '' ? [] : [decode(`flat.jsonl, line ${index + 1}`, vector, json)]))

/** The file that a case is from: `nonce` of `nonce/too-long`. */
export const groupOf = (id: string): string => id.slice(0, id.indexOf('/'))

/** The packaged test keys, by name. */
export const readTestKeys = (): TestKeys => {
  const packed = packedFiles()
  if (packed !== undefined) return lateKeys(packed)
  return decode('keys.json', keysCodec, fileIn(vectorsFolder, 'keys.json'))
}

// ---- The files that came with the package

/** In the repository. The package has the packed file instead. */
const vectorsFolder = new URL('../../../vectors/', import.meta.url)

const fileIn = (folder: URL, name: string): string => readFileSync(new URL(name, folder), 'utf8')

/** Beside the suite, both the folder and the packed file have other files: skeletons of ports, and their tests. */
const isOfSuite = (name: string): boolean => /^(?:schema\/)?[\w.-]+\.jsonl?$/.test(name)

/** The files of the packaged suite: their content by name. */
export const packagedFiles = (): ReadonlyMap<string, string> => {
  const packed = packedFiles()
  if (packed !== undefined) return unpackedFiles(packed)
  const names = ['', 'schema/'].flatMap((subfolder) =>
    readdirSync(new URL(subfolder, vectorsFolder)).map((name) => `${subfolder}${name}`),
  )
  return new Map(names.filter(isOfSuite).map((name) => [name, fileIn(vectorsFolder, name)]))
}

/** A packaged file beside the suite, by its name in `vectors/`. Throws if the installation lacks it. */
export const textBeside = (name: string): string => {
  const packed = packedFiles()?.[name]
  return text.is(packed) ? packed : fileIn(vectorsFolder, name)
}

/** Each file of the manifest, with its problem if it has one. Throws for a file that is not among `packaged`. */
export const checkFiles = (
  packaged: ReadonlyMap<string, string> = packagedFiles(),
): ReadonlyArray<{ readonly name: string; readonly problem: string | undefined }> => {
  const contentOf = (name: string): string => {
    const content = packaged.get(name)
    if (content === undefined) throw new Error(`there is no ${name}`)
    return content
  }
  const { files } = decode('manifest.json', manifestCodec, contentOf('manifest.json'))
  return Object.entries(files).map(([name, { sha256 }]) => {
    const isAsDescribed = digestOf(contentOf(name)) === sha256
    return { name, problem: isAsDescribed ? undefined : notAsDescribed(name) }
  })
}

// ---- Digests and codecs

const manifestCodec = t.type({ suite: text, files: t.record(t.string, t.type({ sha256: text })) })
const flagsCodec = t.record(t.string, t.type({ mistake: text, effect: text, severity: text, remedy: text }))

/** The value in the JSON of the file with this name. Throws if it is not what the codec expects. */
const decode = <A>(name: string, codec: t.Decoder<unknown, A>, json: string): A =>
  pipe(
    parseJson(codec)(json),
    E.getOrElseW((fault) => {
      throw new Error(`${name}: ${fault}`)
    }),
  )

const notAsDescribed = (name: string): string => `${name} is not the file that manifest.json describes`

const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex')
