// The library's chunks as two files, with Node's modules and without. A process pays for each file that it loads: 48 of them took
// 6 MB of a server. A bundler takes of a file what is used, so it needs no small ones.
import { dirname, join, relative } from 'node:path'
import { build, type Metafile } from 'esbuild'

type Files = ReadonlyMap<string, string>

const importing = /import \{([^}]*)\} from "(\.[^"]+)";/g

const pathFrom = (file: string, to: string): string => {
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
    charset: 'utf8',
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

/** The same files, with those of `shared` that need no package and that the library uses in two. */
export const joinedChunks = async (
  files: Files,
  { outputs }: Metafile,
  outdir: string,
  isOfLibrary: (file: string) => boolean,
): Promise<Files> => {
  const reached = (file: string, seen: Set<string> = new Set([file])): ReadonlySet<string> => {
    for (const { path, external } of outputs[file]?.imports ?? [])
      if (!seen.has(path)) {
        seen.add(path)
        if (!external) reached(path, seen)
      }
    return seen
  }
  const chunks = [...files.keys()].filter((file) => file.includes('/chunk-') && isOfLibrary(file))
  const foreign = (file: string): ReadonlyArray<string> => [...reached(file)].filter((path) => !files.has(path))
  const plain = chunks.filter((file) => foreign(file).length === 0)
  const onNode = chunks.filter(
    (file) => foreign(file).length > 0 && foreign(file).every((path) => path.startsWith('node:')),
  )
  const once = await joinedInto(files, plain, `${outdir}/shared/library.js`)
  return joinedInto(once, onNode, `${outdir}/shared/node.js`)
}
