// dist/ without the declarations: for Node, for `require`, for bundlers, and the command.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type BuildOptions, build, type Metafile, transform } from 'esbuild'
import { esModulesOfFpTs } from './esModulesOfFpTs.ts'
import { external, fastCheckOfTheProgram } from './external.ts'
import { bundles, commands, modules, required } from './outputs.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const run = async (entries: ReadonlyArray<string>, options: BuildOptions): Promise<Metafile> => {
  const { metafile } = await build({
    entryPoints: entries.map((entry) => `src/${entry}.ts`),
    outbase: 'src',
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    target: ['es2023', 'node20.19'],
    // Neutral, and a builtin is named with its `node:` or not found.
    platform: 'neutral',
    // A comment names the file that each part comes from: as it is found here, and not where a link leads.
    preserveSymlinks: true,
    mainFields: ['module', 'main'],
    conditions: ['node'],
    external: ['node:*', ...external],
    define: { COUNTERSIGN_VERSION: JSON.stringify(version) },
    plugins: [esModulesOfFpTs, fastCheckOfTheProgram],
    metafile: true,
    logLevel: 'warning',
    ...options,
  })
  return metafile as Metafile
}

/** What `import.meta.url` is in the ES module: `vectors/` is found from there. */
const withModuleUrl = (file: string): void => {
  const code = readFileSync(file, 'utf8')
  const here = relative(dirname(file), join('dist', relative('dist/cjs', file)))
  const url = `const moduleUrl = new URL('${here}', require('node:url').pathToFileURL(__filename)).href`
  if (code.includes('moduleUrl')) writeFileSync(file, `${url}\n${code}`)
}

const commonJs = async (): Promise<Metafile> => {
  const metafile = await run(required, {
    outdir: 'dist/cjs',
    format: 'cjs',
    platform: 'node', // tells an ES module that imports this the names of its exports
    define: { COUNTERSIGN_VERSION: JSON.stringify(version), 'import.meta.url': 'moduleUrl' },
  })
  for (const file of Object.keys(metafile.outputs)) withModuleUrl(file)
  writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n')
  return metafile
}

/**
 * A list of modules stays one: `export * as Nonce from './core/Nonce.js'` can be left out, or looked through, by whoever
 * bundles it. The object that bundling would make of the module can not.
 */
const listOf = async (entry: string) => {
  const { code } = await transform(readFileSync(`src/${entry}.ts`, 'utf8'), { loader: 'ts' })
  const paths = [...code.matchAll(/ from "(\..+)\.ts"/g)].map(([, path]) => join(dirname(entry), String(path)))
  return { file: `dist/modules/${entry}.js`, code: code.replaceAll('.ts"', '.js"'), paths }
}

const separately = async (): Promise<Metafile> => {
  const isList = (entry: string): boolean => /(?:^|\/)index$/.test(entry)
  const lists = await Promise.all(modules.filter(isList).map(listOf))
  const metafile = await run([...modules.filter((entry) => !isList(entry)), ...lists.flatMap(({ paths }) => paths)], {
    outdir: 'dist/modules',
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    conditions: [],
    // Not Node's modules: these files run everywhere.
    external: [...external],
  })
  for (const { file, code } of lists) writeFileSync(file, code)
  return metafile
}

/** Each command is loaded when it is asked for. */
const command = async (): Promise<Metafile> => {
  const metafile = await run(commands, { chunkNames: 'apps/cli/[name]-[hash]', splitting: true })
  for (const entry of commands) {
    const file = `dist/${entry}.js`
    const code = readFileSync(file, 'utf8')
    if (!code.startsWith('#!')) writeFileSync(file, `#!/usr/bin/env node\n${code}`)
    chmodSync(file, 0o755)
  }
  return metafile
}

/** Writes all of it, and answers what went into it. */
export const code = (): Promise<ReadonlyArray<Metafile>> =>
  Promise.all([run(bundles, {}), commonJs(), separately(), command()])
