// dist/cjs/: the ES modules once more for `require`, file by file, so that its entry points share their chunks as well.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Metafile, transform } from 'esbuild'

type Outputs = Metafile['outputs']

const withImports = (outputs: Outputs, file: string, seen: Set<string>): void => {
  if (seen.has(file)) return
  seen.add(file)
  for (const { path, external } of outputs[file]?.imports ?? []) if (!external) withImports(outputs, path, seen)
}

const copyOf = (file: string): string => join('dist/cjs', relative('dist', file))

/** What `import.meta.url` is in the ES module: `vectors/` is found from there. */
const urlOf = (file: string): string =>
  `const moduleUrl = new URL('${relative(dirname(copyOf(file)), file)}', require('node:url').pathToFileURL(__filename)).href`

const commonJsOf = async (file: string): Promise<string> => {
  const { code } = await transform(readFileSync(file, 'utf8'), {
    format: 'cjs',
    platform: 'node', // tells an ES module that imports this the names of its exports
    target: 'node20.19',
    define: { 'import.meta.url': 'moduleUrl' },
  })
  return code.includes('moduleUrl') ? `${urlOf(file)}\n${code}` : code
}

/** Writes the given entry points of dist/ and all that they load. */
export const commonJs = async ({ outputs }: Metafile, entries: ReadonlyArray<string>): Promise<void> => {
  const files = new Set<string>()
  for (const entry of entries) withImports(outputs, `dist/${entry}.js`, files)
  for (const file of files) {
    mkdirSync(dirname(copyOf(file)), { recursive: true })
    writeFileSync(copyOf(file), await commonJsOf(file))
  }
  writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n')
}
