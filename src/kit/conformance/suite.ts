/**
 * The suite as the runner reads it: the self-contained flat file, and the words for the flags of its cases.
 */
import { createHash, createPrivateKey } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import * as Bytes from '../../core/Bytes.ts'
import { memoized } from '../values/memoized.ts'
import { parseJson, text, vector } from './codecs.ts'
import { within } from './content.ts'
import { type SignDigest, signatureOf, unpackCases } from './packedCases.ts'
import { unpackKeys } from './packedKeys.ts'
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

const textIn = (folder: URL, name: string): string => readFileSync(new URL(name, folder), 'utf8')

/** In the package: one file in `dist/`. In the repository: `vectors/`. Both are found from here. */
const packedFile = new URL('../../vectors.br', import.meta.url)
const folder = new URL('../../../vectors/', import.meta.url)

type Packed = Readonly<Record<string, unknown>>

/** The packed files by name, with what `packedCases` and `packedKeys` left out. Undefined in the repository. */
const readPacked = (): Packed | undefined =>
  existsSync(packedFile)
    ? parsed('vectors.br', t.UnknownRecord)(brotliDecompressSync(readFileSync(packedFile)).toString())
    : undefined

const unpackedKeys = (packed: Packed): string => unpackKeys(text.is(packed['keys.json']) ? packed['keys.json'] : '{}')

/** The files of a packed suite, by name. */
export const unpackedFiles = (packed: Packed): ReadonlyMap<string, string> => {
  const keysFile = unpackedKeys(packed)
  const keys = parsed('keys.json', keysCodec)(keysFile)
  // Reading the PEM for each signature would take three times as long as signing.
  const keyOf = memoized((name: string) => createPrivateKey(keys[name]?.privateKey ?? ''))
  const signed = memoized((nameAndDigest: string) => {
    const [name = '', digest = ''] = nameAndDigest.split(':')
    return signatureOf(keyOf(name), Buffer.from(digest, 'hex'))
  })
  const sign: SignDigest = (name, digest, encoding) =>
    keys[name] === undefined ? undefined : signed(`${name}:${Bytes.toHex(digest)}`).toString(encoding)
  const unpacked = new Map(
    Object.entries(packed).flatMap(([name, file]) =>
      t.UnknownRecord.is(file) ? [[name, unpackCases(file, sign)] as const] : [],
    ),
  )
  const files = new Map([...unpacked].map(([name, file]) => [name, `${JSON.stringify(file, null, 2)}\n`]))
  const groups = Object.keys(parsed('manifest.json', manifestCodec)(files.get('manifest.json') ?? '').files)
  const cases = groups.flatMap((name) => {
    const file = unpacked.get(name)
    return file !== undefined && casesCodec.is(file) ? file.cases : []
  })
  const flat = cases.map((one) => `${JSON.stringify(resolveKeys(one as unknown as Vector, keys))}\n`).join('')
  return files.set('keys.json', keysFile).set('flat.jsonl', flat)
}

/** Names of files of the suite. The packed file has skeletons and tests of ports beside them. */
const isOfSuite = (name: string): boolean => /^(?:schema\/)?[\w.-]+\.jsonl?$/.test(name)

/** The files of the suite that came with the package, by name. */
export const packagedFiles = (): ReadonlyMap<string, string> => {
  const packed = readPacked()
  if (packed !== undefined) return unpackedFiles(packed)
  const names = ['', 'schema/'].flatMap((sub) => readdirSync(new URL(sub, folder)).map((name) => `${sub}${name}`))
  return new Map(names.filter(isOfSuite).map((name) => [name, textIn(folder, name)]))
}

/** A text that comes with the suite and is no file of it, by its name in `vectors/`. Throws if the installation lacks it. */
export const textBeside = (name: string): string => {
  const packed = readPacked()?.[name]
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
  const read = folder === undefined ? among(packagedFiles()) : (name: string) => textIn(folder, name)
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

/** A key pair, in PEM. */
export interface KeyPems {
  readonly publicKey: string
  readonly privateKey: string
}

const keysCodec = t.record(t.string, t.type({ publicKey: text, privateKey: text }))

/** The packaged test keys, by name. */
export const readTestKeys = (): Readonly<Record<string, KeyPems>> => {
  const packed = readPacked()
  return parsed('keys.json', keysCodec)(packed === undefined ? textIn(folder, 'keys.json') : unpackedKeys(packed))
}

/** The case, with the PEM in place of each key's name. */
export const resolveKeys = <V extends Vector>(vector: V, keys: Readonly<Record<string, KeyPems>>): V => {
  const pemOf = (member: string, name: string): string => {
    const key = keys[name]
    if (key === undefined) throw new Error(`${vector.id}: there is no key ${name}`)
    return member === 'key' ? key.publicKey : key.privateKey
  }
  const resolve = (value: unknown, member = ''): unknown =>
    (member === 'key' || member === 'privateKey') && typeof value === 'string'
      ? pemOf(member, value)
      : within(value, resolve)
  const named = ['sign', 'verify', 'rsaVerify', 'request'].includes(vector.op)
  return named ? { ...vector, input: resolve(vector.input) } : vector
}

/** The file of a case. */
export const groupOf = (id: string): string => id.slice(0, id.indexOf('/'))
