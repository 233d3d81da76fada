/**
 * The content of the suite's archive, for a port's project that runs no Node: the files of the suite, what comes beside them, and a
 * sample of generated cases. `npm run vectors -- archive` packs it into one file, and `countersign vectors write --archive` writes
 * the same files.
 *
 *     manifest.json, flat.jsonl, …     the suite
 *     README.md, skeletons, tests      beside it (beside.ts)
 *     generated.jsonl                  the sample: cases in the form of flat.jsonl
 *     generated.json                   where the sample is from: {"suite":"1.0.0","seed":"…","generators":"…",…}
 */
import { createHash } from 'node:crypto'
import { nativeTests, pages, skeletonFiles } from './beside.ts'
import { drawsBy, sampleOf, seed } from './generators/sample.ts'
import { readSuite } from './suite.ts'

export interface ArchiveSettings {
  /** The files of the suite, by name. */
  readonly files: ReadonlyMap<string, string>
  /** The text of a file beside the suite, by its name. */
  readonly textOf: (name: string) => string
  /** The version of this package, whose generators draw the sample. */
  readonly version: string
  /** How many generated cases the sample has; 10,000 unless set. */
  readonly count?: number
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** The content of each file of the archive, by name. The same settings make the same content on every machine. */
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

/** The content of `SHA256SUMS`, which `sha256sum --check` reads: digest and name of each file, by name. */
export const sumsOf = (files: Iterable<readonly [name: string, content: string | Uint8Array]>): string =>
  [...files]
    .sort(([nameA], [nameB]) => (nameA < nameB ? -1 : 1))
    .map(([name, content]) => `${sha256(content)}  ${name}\n`)
    .join('')
