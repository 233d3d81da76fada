// dist/ without the declarations: one tree of ES modules for all runtimes and the command, and a part of it for `require`.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { type BuildOptions, build, type Metafile, transform } from 'esbuild'
import { external, fastCheckOfTheProgram } from './external.ts'
import { inspectorPage } from './inspectorPage.ts'
import { joinedChunks, type Page } from './joinedChunks.ts'
import { namespaces } from './namespaces.ts'
import { commands, entryPoints } from './outputs.ts'
import { promClient } from './promClient.ts'
import { diagnosisForTests, onlyForTests, partsForTests, scriptFile } from './scriptsForTests.ts'
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
  for (const [file, text] of await joinedChunks(files, metafile, partsOf, isJoined, page('dist'))) {
    // The library is shipped to be read, and marked for bundlers, which minifying would undo; the kit and the programs are not.
    const isOfLibrary = library.has(file) || file.includes('/library')
    written.set(file, isOfLibrary ? text : (await transform(text, { minify: true, charset: 'utf8', target })).code)
  }
  for (const [file, text] of written) write(file, text)
  write('dist/inspector.json', JSON.stringify(await inspectorPage(written, metafile)))
  for (const [list, parts] of partsForTests(written)) write(`dist/${list}`, JSON.stringify(parts))
  for (const entry of commands) {
    const file = `dist/${entry}.js`
    const code = readFileSync(file, 'utf8')
    if (!code.startsWith('#!')) writeFileSync(file, `#!/usr/bin/env node\n${code}`)
    chmodSync(file, 0o755)
    write(`${dirname(file)}/package.json`, '{ "type": "commonjs" }\n')
  }
  return metafile
}

/** Jest has a loader of its own, whose `require` takes no ES module. Of the kit, an app's tests import this alone. */
const isCommonJs = (entry: string): boolean =>
  !isKit(entry) || (entry.startsWith('kit/testing/') && !onlyForTests.includes(entry))

/** Minifying renames a class, and a crash shows an error by the name of its class. */
const withClassNames = (text: string): string =>
  text.replace(
    /^var (\w+) = class (?:\w+ )?(?:extends \w+ )?\{/gm,
    (head, name: string) =>
      `${head} static { Object.defineProperty(this, "name", { value: "${name}", configurable: true }) }`,
  )

const commonJs = async (): Promise<Metafile> => {
  const { metafile, files } = await made(entryPoints.filter(isCommonJs), {
    outdir: 'dist/cjs',
    plugins: [diagnosisForTests, ...options.plugins],
  })
  for (const [file, text] of await joinedChunks(files, metafile, partsOf, () => true, page('dist/cjs'))) {
    // `node` tells an ES module that imports this the names of its exports.
    // Node prints the line that an error comes from, so no line holds a whole file.
    const options = { format: 'cjs', platform: 'node', minify: true, lineLimit: 200, charset: 'utf8', target } as const
    const { code } = await transform(withClassNames(text), options)
    // Jest refuses `import()` too.
    write(file, code.replace(/\bimport\(("\.[^"]+")\)/g, 'Promise.resolve(require($1))'))
  }
  for (const entry of entryPoints.filter((entry) => !isCommonJs(entry))) {
    const file = `dist/cjs/${entry}.js`
    const asModule = `module.exports = require('${relative(dirname(file), `dist/${entry}.js`)}')\n`
    write(file, onlyForTests.includes(entry) ? await scriptFile(entry, file) : asModule)
  }
  write('dist/cjs/package.json', '{ "type": "commonjs" }\n')
  return metafile
}

/** Writes all of it, and answers what went into it. */
export const code = (): Promise<ReadonlyArray<Metafile>> => Promise.all([modules(), commonJs()])
