// The many chunks of a split build as a few files. A process pays for each file that it loads, and for the code in it that it
// does not need: so what is for clients, for servers and for both is apart. A bundler takes of a file what is used.
import { dirname, join, relative } from 'node:path'
import { build, type Metafile } from 'esbuild'

type Files = ReadonlyMap<string, string>

/** What a page imports, and which part it belongs to. */
export interface Page {
  readonly entry: string
  readonly part: string
}

const importing = /import \{([^}]*)\} from "(\.[^"]+)";/g

export const pathFrom = (file: string, to: string): string => {
  const path = relative(dirname(file), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** `chunks` in one file, of which the others import under new names. */
const joinedInto = async (files: Files, chunks: ReadonlyArray<string>, into: string): Promise<Files> => {
  const exportsOf = new Map(
    chunks.map((chunk) => {
      const [, names = ''] = /export \{([^}]*)\};\s*$/.exec(files.get(chunk) ?? '') ?? []
      return [chunk, names.split(',').flatMap((name) => name.trim().split(' as ').at(-1) || [])]
    }),
  )
  const renamed = (chunk: string, name: string): string => `${name}_${chunks.indexOf(chunk)}`
  const { outputFiles } = await build({
    stdin: {
      contents: [...exportsOf]
        .map(([chunk, names]) => {
          const list = names.map((name) => `${name} as ${renamed(chunk, name)}`).join(', ')
          return `export { ${list} } from '${chunk}'`
        })
        .join('\n'),
      sourcefile: into,
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'esnext',
    logLevel: 'warning',
    plugins: [
      {
        name: 'chunks',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /./ }, ({ path, importer, kind }) => {
            if (kind === 'entry-point') return undefined
            const file = path.startsWith('.') ? join(dirname(importer), path) : path
            if (exportsOf.has(file)) return { path: file, namespace: 'chunk' }
            return { path: files.has(file) ? pathFrom(into, file) : path, external: true }
          })
          onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => ({ contents: files.get(path) ?? '', loader: 'js' }))
        },
      },
    ],
  })
  const others = [...files]
    .filter(([file]) => !exportsOf.has(file))
    .map(([file, text]) => {
      const moved = text.replace(importing, (whole, names: string, path: string) => {
        const chunk = join(dirname(file), path)
        if (!exportsOf.has(chunk)) return whole
        const list = names.split(',').map((each) => {
          const [name = '', alias = name] = each.trim().split(' as ')
          return `${renamed(chunk, name)} as ${alias}`
        })
        return `import { ${list.join(', ')} } from "${pathFrom(file, into)}";`
      })
      return [file, moved] as const
    })
  return new Map([...others, [into, outputFiles[0]?.text ?? '']])
}

/**
 * The same files with the chunks joined that serve the same parts of the package, such as `client`, and need the same packages. A file
 * imports only those that serve all that it serves, and need no more than it needs: so the files make no circle.
 *
 * What the page's entry loads by `import()` alone is apart, by what loads it, in files with `late` in their names. So a bundler
 * with splitting leaves it out of a page's first files. A chunk that calls `import()` stays as it is: esbuild without splitting
 * wraps whatever is behind such a call, and so only who imports that chunk pays for it.
 */
export const joinedChunks = async (
  files: Files,
  { outputs }: Metafile,
  partsOf: (entries: ReadonlyArray<string>) => ReadonlyArray<string>,
  isJoined: (chunk: string) => boolean,
  page: Page,
): Promise<Files> => {
  const reachedFrom = (file: string): ReadonlySet<string> => {
    const seen = new Set([file])
    for (const each of seen) for (const { path } of outputs[each]?.imports ?? []) seen.add(path)
    return seen
  }
  const importsOf = (file: string, wanted: string): ReadonlyArray<string> =>
    (outputs[file]?.imports ?? []).flatMap(({ path, kind }) => (kind === wanted ? [path] : []))
  const loadedWith = (file: string): ReadonlySet<string> => {
    const seen = new Set([file])
    for (const each of seen) for (const path of importsOf(each, 'import-statement')) seen.add(path)
    return seen
  }
  const atOnce = loadedWith(page.entry)
  const later = [...atOnce].flatMap((file) => importsOf(file, 'dynamic-import')).map(loadedWith)
  const lateNames = (chunk: string): ReadonlyArray<string> => {
    const loading = later.flatMap((loaded, at) => (loaded.has(chunk) ? [`${at}`] : []))
    return atOnce.has(chunk) ? [] : ['late', ...loading]
  }
  const entries = Object.keys(outputs).filter((file) => outputs[file]?.entryPoint !== undefined)
  const isChunk = (file: string): boolean =>
    file.includes('/chunk-') && isJoined(file) && importsOf(file, 'dynamic-import').length === 0
  const groups = new Map<string, Array<string>>()
  for (const chunk of [...files.keys()].filter(isChunk)) {
    const users = entries.filter((entry) => reachedFrom(entry).has(chunk))
    const served = partsOf(users)
    const foreign = [...reachedFrom(chunk)].filter((path) => !files.has(path)).map((path) => path.replace(/:.*/, ''))
    const isOfPages = served.includes(page.part) && foreign.length === 0
    const names = [...served, ...new Set(foreign.toSorted()), ...(isOfPages ? lateNames(chunk) : [])]
    const file = join(dirname(chunk), `${names.join('-')}.js`)
    groups.set(file, [...(groups.get(file) ?? []), chunk])
  }
  let joined = files
  for (const [file, chunks] of groups) joined = await joinedInto(joined, chunks, file)
  return joined
}
