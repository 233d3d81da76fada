// dist/ without the declarations: one tree of ES modules for all runtimes and the command, and small files that load it for `require`.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type BuildOptions, build, type Metafile, transform } from 'esbuild'
import { frameFile } from '../../src/apps/cli/inspectorPage.ts'
import { external, fastCheckOfTheProgram } from './external.ts'
import { pageFrame } from './inspectorPage.ts'
import { joinedChunks, type Page } from './joinedChunks.ts'
import { pathFrom } from './joinedInto.ts'
import { checkForm, withImportsFirst } from './moduleForm.ts'
import { namespaces } from './namespaces.ts'
import { commands, entryPoints } from './outputs.ts'
import { promClient } from './promClient.ts'
import { withoutEffects } from './withoutEffects.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const target = ['es2023', 'node20.19']

const options = {
  outbase: 'src',
  bundle: true,
  splitting: true,
  format: 'esm',
  target,
  // Neutral, and a builtin is named with its `node:` or not found.
  platform: 'neutral',
  // A comment names the file that each part comes from: as it is found here, and not where a link leads.
  preserveSymlinks: true,
  mainFields: ['module', 'main'],
  external: ['node:*', ...external],
  define: { COUNTERSIGN_VERSION: JSON.stringify(version) },
  plugins: [namespaces, withoutEffects, fastCheckOfTheProgram, promClient],
  // As deep as each module that looks for a file beside itself: `../../` is dist/ or src/.
  chunkNames: 'shared/chunks/[name]-[hash]',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions

interface Made {
  readonly metafile: Metafile
  /** By path. */
  readonly files: ReadonlyMap<string, string>
}

/**
 * esbuild keeps the order in which chunks are loaded, by imports that name nothing. Order matters to effects alone, and no module
 * but a program has any: `withoutEffects` refuses it. What a definition uses it imports by name, and such imports stay.
 */
const withoutBareImports = (text: string): string => text.replace(/^import ?"\.{1,2}\/[^"]+";\n?/gm, '')

const made = async (entries: ReadonlyArray<string>, more: BuildOptions): Promise<Made> => {
  const entryPoints = entries.map((entry) => `src/${entry}.ts`)
  const { outputFiles, metafile } = await build({ ...options, ...more, entryPoints, write: false })
  return {
    metafile: metafile as Metafile,
    files: new Map(outputFiles.map(({ path, text }) => [relative('', path), withoutBareImports(text)])),
  }
}

const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const isKit = (entry: string): boolean => entry.startsWith('kit/')

const parts = ['library', 'client', 'server', 'inspector']

const isEntryOf = (file: string, part: string): boolean => part === 'library' || file.split('/').includes(part)

/**
 * The parts that these entries belong to: code that is for servers alone costs a client nothing. The inspector uses nearly all that
 * clients and servers share, and little of what is for servers alone.
 */
const partsOf = (entries: ReadonlyArray<string>): ReadonlyArray<string> => {
  const served = parts.filter((part) => entries.some((entry) => isEntryOf(entry, part)))
  return served.includes('client') ? served.filter((part) => part !== 'inspector') : served
}

/** A page loads what reads keys and writes jobs when it needs them. */
const page = (outdir: string): Page => ({
  entry: `${outdir}/client/web.js`,
  part: 'client',
})

const modules = async (): Promise<Metafile> => {
  const { metafile, files } = await made([...entryPoints, ...commands, 'apps/inspector/main'], { outdir: 'dist' })
  const library = new Set(entryPoints.filter((entry) => !isKit(entry)).map((entry) => `dist/${entry}.js`))
  for (const file of library)
    for (const { path, kind } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement' || !isKit(relative('dist', file))) library.add(path)
  // The chunks of the kit stay: joined, every command would load what draws runs, which takes half a second.
  const isJoined = (chunk: string) => library.has(chunk)
  const written = new Map<string, string>()
  const { outputs } = metafile
  for (const [file, text] of await joinedChunks({ files, outputs, partsOf, isJoined, page: page('dist') })) {
    // The library is shipped to be read, and marked for bundlers, which minifying would undo; the kit and the programs are not.
    const isOfLibrary = library.has(file) || file.includes('/library')
    const ordered = withImportsFirst(file, text)
    written.set(
      file,
      isOfLibrary ? ordered : (await transform(ordered, { minify: true, charset: 'utf8', target })).code,
    )
  }
  for (const [file, text] of written) write(file, text)
  write(`dist/${frameFile}`, await pageFrame(written, metafile))
  await byRequire(written)
  for (const entry of commands) {
    const file = `dist/${entry}.js`
    const code = readFileSync(file, 'utf8')
    if (!code.startsWith('#!')) writeFileSync(file, `#!/usr/bin/env node\n${code}`)
    chmodSync(file, 0o755)
    write(`${dirname(file)}/package.json`, '{ "type": "commonjs" }\n')
  }
  return metafile
}

/** Each file that `entries` load, at once or later. */
const loadedBy = (entries: ReadonlyArray<string>, files: ReadonlyMap<string, string>): ReadonlySet<string> => {
  const loaded = new Set(entries.map((entry) => `dist/${entry}.js`))
  for (const file of loaded)
    for (const [, near = ''] of (files.get(file) ?? '').matchAll(/\b(?:from|import\() ?"(\.[^"]+\.js)"/g))
      if (files.has(join(dirname(file), near))) loaded.add(join(dirname(file), near))
  return loaded
}

/**
 * dist/cjs/: for each entry point a file that runs the modules in dist/, for Jest and for Node without `require` of ES modules.
 * What traces files for a deployment finds the modules by the `import()`, which is never called.
 */
const byRequire = async (files: ReadonlyMap<string, string>): Promise<void> => {
  for (const file of loadedBy(entryPoints, files)) checkForm(file, files.get(file) ?? '')
  const contents = `import { modulesByRequire } from './src/platform/node/modulesByRequire.ts'
module.exports = modulesByRequire(require, __dirname + '/..')`
  const stdin = { contents, resolveDir: '.' }
  const options = { bundle: true, write: false, format: 'cjs', platform: 'node', minify: true, target } as const
  const { outputFiles } = await build({ stdin, ...options })
  write('dist/cjs/load.js', outputFiles[0]?.text ?? '')
  for (const entry of entryPoints) {
    const file = `dist/cjs/${entry}.js`
    const [loader, module] = ['dist/cjs/load.js', `dist/${entry}.js`].map((path) => pathFrom(file, path))
    write(file, `module.exports = require('${loader}')('${entry}.js')\nvoid (() => import('${module}'))\n`)
  }
  write('dist/cjs/package.json', '{ "type": "commonjs" }\n')
}

/** Writes all of it, and answers what went into it. */
export const code = async (): Promise<ReadonlyArray<Metafile>> => [await modules()]
