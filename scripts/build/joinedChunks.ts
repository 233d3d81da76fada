/**
 * The many chunks of a split build as a few files. A process pays for each file that it loads, and for the code in it that it
 * does not need: so what is for clients, for servers and for both is apart. A bundler takes of a file what is used.
 */
import { dirname, join } from 'node:path'
import type { Metafile } from 'esbuild'
import { type Files, joinedInto } from './joinedInto.ts'

/** What a page imports, and which part it belongs to. */
export interface Page {
  readonly entry: string
  readonly part: string
}

export interface Chunking {
  readonly files: Files
  readonly outputs: Metafile['outputs']
  /** The parts of the package to which entries belong. */
  readonly partsOf: (entries: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly isJoined: (chunk: string) => boolean
  readonly page: Page
}

/**
 * The same files with the chunks joined that serve the same parts of the package, such as `client`, and need the same packages. A file
 * imports only those that serve all that it serves, and need no more than it needs: so the files make no circle.
 *
 * What the page's entry loads by `import()` alone is apart, by what loads it, in files with `late` in their names. So a bundler
 * with splitting leaves it out of a page's first files. A chunk that calls `import()` stays as it is: esbuild without splitting
 * wraps whatever is behind such a call, and so only who imports that chunk pays for it.
 */
export const joinedChunks = async (chunking: Chunking): Promise<Files> => {
  const chunks = [...chunking.files.keys()].filter(isChunk(chunking))
  const nameOf = joinedName(chunking)
  const groups = new Map<string, Array<string>>()
  for (const chunk of chunks) {
    const file = nameOf(chunk)
    groups.set(file, [...(groups.get(file) ?? []), chunk])
  }
  let joined = chunking.files
  for (const [file, chunks] of groups) joined = await joinedInto(joined, chunks, file)
  return joined
}

type Outputs = Chunking['outputs']
type Import = Outputs[string]['imports'][number]

const importsOf = (outputs: Outputs, file: string): ReadonlyArray<Import> => outputs[file]?.imports ?? []

const isLate = ({ kind }: Import): boolean => kind === 'dynamic-import'
const isAtOnce = ({ kind }: Import): boolean => kind === 'import-statement'

/** A file and all that is loaded for it by imports of a kind. */
const loadedWith = (outputs: Outputs, file: string, isFollowed: (each: Import) => boolean): ReadonlySet<string> => {
  const loaded = new Set([file])
  for (const each of loaded) {
    for (const imported of importsOf(outputs, each)) if (isFollowed(imported)) loaded.add(imported.path)
  }
  return loaded
}

const allReached = (outputs: Outputs, file: string): ReadonlySet<string> => loadedWith(outputs, file, () => true)

const isChunk =
  ({ outputs, isJoined }: Chunking) =>
  (file: string): boolean =>
    file.includes('/chunk-') && isJoined(file) && !importsOf(outputs, file).some(isLate)

/** The file that a chunk becomes a part of: `client-server.js`. */
const joinedName = (chunking: Chunking): ((chunk: string) => string) => {
  const { files, outputs, partsOf, page } = chunking
  const late = lateNames(outputs, page.entry)
  const entries = Object.keys(outputs).filter((file) => outputs[file]?.entryPoint !== undefined)
  const reached = new Map(entries.map((entry) => [entry, allReached(outputs, entry)]))
  return (chunk) => {
    const served = partsOf(entries.filter((entry) => reached.get(entry)?.has(chunk)))
    const foreign = [...allReached(outputs, chunk)].filter((path) => !files.has(path))
    const packages = new Set(foreign.map((path) => path.replace(/:.*/, '')).toSorted())
    const isOfPages = served.includes(page.part) && foreign.length === 0
    const names = [...served, ...packages, ...(isOfPages ? late(chunk) : [])]
    return join(dirname(chunk), `${names.join('-')}.js`)
  }
}

/** `late`, and the numbers of the `import()` that load a chunk. None if the page loads it at once. */
const lateNames = (outputs: Outputs, entry: string): ((chunk: string) => ReadonlyArray<string>) => {
  const atOnce = loadedWith(outputs, entry, isAtOnce)
  const lateImports = [...atOnce].flatMap((file) => importsOf(outputs, file).filter(isLate))
  const later = lateImports.map(({ path }) => loadedWith(outputs, path, isAtOnce))
  return (chunk) => {
    if (atOnce.has(chunk)) return []
    return ['late', ...later.flatMap((loaded, at) => (loaded.has(chunk) ? [`${at}`] : []))]
  }
}
