/** The entry points of the package as package.json lists them, and the sources that they are built from. */
import { readFileSync } from 'node:fs'

/** A file, or files by condition. */
type Entry = string | { readonly [condition: string]: Entry }

export interface EntryPoint {
  /** As it is imported: `countersign/server`. */
  readonly name: string
  /** Without `src/` and `.ts`, the one for Node first: `server/node`, `server/web`. Usually there is one for all. */
  readonly modules: ReadonlyArray<string>
}

const filesOf = (entry: Entry): ReadonlyArray<string> =>
  typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(filesOf)

const moduleOf = (file: string): string | undefined => /^\.\/dist\/types\/(.+)\.d\.[cm]?ts$/.exec(file)?.[1]

/** Those with declarations: an HTML page or a JSON file is none. */
export const entryPoints = (manifest = 'package.json'): ReadonlyArray<EntryPoint> => {
  const { name, exports } = JSON.parse(readFileSync(manifest, 'utf8'))
  return Object.entries<Entry>(exports).flatMap(([path, entry]) => {
    const modules = filesOf(entry).flatMap((file) => moduleOf(file) ?? [])
    return modules.length === 0 ? [] : [{ name: `${name}${path.slice(1)}`, modules: [...new Set(modules)] }]
  })
}
