/**
 * The content of the suite's archive: the files of the suite, what comes beside them, and a sample of generated cases.
 * `npm run vectors -- archive` packs it into one file, and `countersign vectors write --archive` writes the same files.
 */
import { createHash } from 'node:crypto'
import { nativeTests, pages, skeletonFiles } from './beside.ts'
import { drawsBy, sampleOf, seed } from './generators/sample.ts'
import { readSuite } from './suite.ts'

export interface ArchiveSettings {
  /** The files of the suite, by name. */
  readonly files: ReadonlyMap<string, string>
  /** The text of a file that comes beside them, by its name. */
  readonly textOf: (name: string) => string
  /** The version of this package, whose generators draw the sample. */
  readonly version: string
  /** How many generated cases the sample has; 10,000 unless set. */
  readonly count?: number
}

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** The text of each file of the archive, by name. The same settings make the same texts on every machine. */
export const archivedFiles = async (settings: ArchiveSettings): Promise<ReadonlyMap<string, string>> => {
  const { files, textOf, version, count = 10_000 } = settings
  const archive = new Map(files)
  for (const name of [...pages, ...nativeTests, ...skeletonFiles]) archive.set(name, textOf(name))
  const suite = readSuite()
  const sample = await sampleOf(suite, count)
  const origin = {
    suite: suite.version,
    seed,
    generators: version,
    'fast-check': drawsBy,
    count,
    sha256: sha256(sample),
  }
  archive.set('generated.jsonl', sample)
  archive.set('generated.json', `${JSON.stringify(origin, null, 2)}\n`)
  return archive
}

/** The lines of `SHA256SUMS`, which `sha256sum --check` reads. */
export const sumsOf = (files: Iterable<readonly [name: string, content: string | Uint8Array]>): string =>
  [...files]
    .sort(([name], [otherName]) => (name < otherName ? -1 : 1))
    .map(([name, content]) => `${sha256(content)}  ${name}\n`)
    .join('')
