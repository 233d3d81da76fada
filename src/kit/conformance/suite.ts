/**
 * Reads the conformance suite, for the runner: its cases, its test keys and the words for its flags. In the repository the suite is
 * the folder `vectors/`; the package has one packed file in its place (packedSuite.ts), and a caller may name a folder.
 *
 *     readSuite().vectors[0]    { id: 'string-to-sign/made-of-five-parts', op: 'stringToSign', input: {…}, expect: {…}, … }
 *
 * The file `manifest.json` has the digest of each other file. Whatever is read and does not have its digest throws.
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
  const packed = folder === undefined ? packedFiles() : undefined
  if (packed !== undefined) {
    // The digest of the packed file was checked already, and it has no `flat.jsonl`.
    const readPacked = (name: string): string => textOfPacked(packed, name)
    return suiteOf(readPacked, () => lateVectors(packed))
  }
  const readFile = folder === undefined ? readerOf(packagedFiles()) : (name: string) => fileIn(folder, name)
  return suiteOf(readFile, (sha256) => {
    const flat = readFile('flat.jsonl')
    if (sha256 !== digestOf(flat)) throw new Error(notAsDescribed('flat.jsonl'))
    return parseVectors(flat)
  })
}

const manifestCodec = t.type({ suite: text, files: t.record(t.string, t.type({ sha256: text })) })
const flagsCodec = t.record(t.string, t.type({ mistake: text, effect: text, severity: text, remedy: text }))

/** `readVectors` gets the digest that the manifest has for `flat.jsonl`. */
const suiteOf = (
  readFile: (name: string) => string,
  readVectors: (sha256: string | undefined) => ReadonlyArray<Vector>,
): Suite => {
  const manifest = readFile('manifest.json')
  const { suite, files } = decoderOf('manifest.json', manifestCodec)(manifest)
  return {
    version: suite,
    digest: digestOf(manifest),
    vectors: readVectors(files['flat.jsonl']?.sha256),
    flags: decoderOf('flags.json', flagsCodec)(readFile('flags.json')),
  }
}

/** The cases in the content of a `flat.jsonl`: one in each line. */
export const parseVectors = (flat: string): ReadonlyArray<Vector> =>
  flat.split('\n').flatMap((json, index) => {
    const decode = decoderOf(`flat.jsonl, line ${index + 1}`, vector)
    return json === '' ? [] : [decode(json)]
  })

/** The file that a case is from: `nonce` of `nonce/too-long`. */
export const groupOf = (id: string): string => id.slice(0, id.indexOf('/'))

// ---- Its files

/** In the repository. The package has one packed file in place of it. */
const vectorsFolder = new URL('../../../vectors/', import.meta.url)

const fileIn = (folder: URL, name: string): string => readFileSync(new URL(name, folder), 'utf8')

/** Whether a name is that of a file of the suite. The packed file also has skeletons and tests of ports. */
const isOfSuite = (name: string): boolean => /^(?:schema\/)?[\w.-]+\.jsonl?$/.test(name)

/** The files of the suite that came with the package: their content by name. */
export const packagedFiles = (): ReadonlyMap<string, string> => {
  const packed = packedFiles()
  if (packed !== undefined) return unpackedFiles(packed)
  const names = ['', 'schema/'].flatMap((subfolder) =>
    readdirSync(new URL(subfolder, vectorsFolder)).map((name) => `${subfolder}${name}`),
  )
  return new Map(names.filter(isOfSuite).map((name) => [name, fileIn(vectorsFolder, name)]))
}

/** A file that comes with the suite and is not part of it, by its name in `vectors/`. Throws if the installation lacks it. */
export const textBeside = (name: string): string => {
  const packed = packedFiles()?.[name]
  return text.is(packed) ? packed : fileIn(vectorsFolder, name)
}

/** The packaged test keys, by name. */
export const readTestKeys = (): TestKeys => {
  const packed = packedFiles()
  if (packed !== undefined) return lateKeys(packed)
  return decoderOf('keys.json', keysCodec)(fileIn(vectorsFolder, 'keys.json'))
}

/** The files of the manifest, each with what is wrong with it, if anything. */
export const checkFiles = (
  packaged: ReadonlyMap<string, string> = packagedFiles(),
): ReadonlyArray<{ readonly name: string; readonly problem: string | undefined }> => {
  const readFile = readerOf(packaged)
  const { files } = decoderOf('manifest.json', manifestCodec)(readFile('manifest.json'))
  return Object.entries(files).map(([name, { sha256 }]) => {
    const isAsDescribed = digestOf(readFile(name)) === sha256
    return { name, problem: isAsDescribed ? undefined : notAsDescribed(name) }
  })
}

// ---- Steps of both

/** Reads these files by their names, such as `manifest.json`. Throws for a name that is not among them. */
const readerOf =
  (files: ReadonlyMap<string, string>) =>
  (name: string): string => {
    const content = files.get(name)
    if (content === undefined) throw new Error(`there is no ${name}`)
    return content
  }

/** Decodes the JSON of the file with this name. Throws where it is not what the codec expects. */
const decoderOf =
  <A>(name: string, codec: t.Decoder<unknown, A>) =>
  (json: string): A =>
    pipe(
      parseJson(codec)(json),
      E.getOrElseW((fault) => {
        throw new Error(`${name}: ${fault}`)
      }),
    )

const notAsDescribed = (name: string): string => `${name} is not the file that manifest.json describes`

const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex')
