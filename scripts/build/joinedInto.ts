/** Several chunks of a split build as one file. Each of their exports gets a new name, as two chunks may export the same name. */
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'

export type Files = ReadonlyMap<string, string>

/** The joining of these chunks, for `into`. */
interface Joining {
  readonly files: Files
  readonly chunks: ReadonlyArray<string>
  readonly into: string
}

export const pathFrom = (file: string, to: string): string => {
  const path = relative(dirname(file), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** The files with `chunks` in one file, from which the others import. */
export const joinedInto = async (files: Files, chunks: ReadonlyArray<string>, into: string): Promise<Files> => {
  const joining: Joining = { files, chunks, into }
  const others = [...files].filter(([file]) => !chunks.includes(file))
  const moved = others.map(([file, text]) => [file, withMovedImports(joining, file, text)] as const)
  return new Map([...moved, [into, await joinedText(joining)]])
}

/** What a chunk's export is called in the joined file. */
const renamed = ({ chunks }: Joining, chunk: string, name: string): string => `${name}_${chunks.indexOf(chunk)}`

const joinedText = async (joining: Joining): Promise<string> => {
  const { outputFiles } = await build({
    stdin: {
      contents: joining.chunks.map((chunk) => exportingAll(joining, chunk)).join('\n'),
      sourcefile: joining.into,
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'esnext',
    logLevel: 'warning',
    plugins: [loadingChunks(joining)],
  })
  return outputFiles[0]?.text ?? ''
}

/** `export { sign as sign_0 } from './client/chunk-AB12.js'` */
const exportingAll = (joining: Joining, chunk: string): string => {
  const list = exportedNames(joining.files.get(chunk) ?? '').map(
    (name) => `${name} as ${renamed(joining, chunk, name)}`,
  )
  return `export { ${list.join(', ')} } from '${chunk}'`
}

/** `sign` and `send` of a chunk that ends with `export { a as sign, send };`, as esbuild writes it. */
const exportedNames = (text: string): ReadonlyArray<string> => {
  const [, names = ''] = /export \{([^}]*)\};\s*$/.exec(text) ?? []
  return names.split(',').flatMap((name) => name.trim().split(' as ').at(-1) || [])
}

/** Takes the chunks into the joined file, and leaves what they import of others. */
const loadingChunks = ({ files, chunks, into }: Joining): Plugin => ({
  name: 'chunks',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /./ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return undefined
      const file = path.startsWith('.') ? join(dirname(importer), path) : path
      if (chunks.includes(file)) return { path: file, namespace: 'chunk' }
      return { path: files.has(file) ? pathFrom(into, file) : path, external: true }
    })
    onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => ({ contents: files.get(path) ?? '', loader: 'js' }))
  },
})

const importing = /import \{([^}]*)\} from "(\.[^"]+)";/g

/** The text of another file, which imports from the joined file what it imported from the chunks. */
const withMovedImports = (joining: Joining, file: string, text: string): string =>
  text.replace(importing, (whole, names: string, path: string) => {
    const chunk = join(dirname(file), path)
    if (!joining.chunks.includes(chunk)) return whole
    const list = names.split(',').map((each) => {
      const [name = '', alias = name] = each.trim().split(' as ')
      return `${renamed(joining, chunk, name)} as ${alias}`
    })
    return `import { ${list.join(', ')} } from "${pathFrom(file, joining.into)}";`
  })
