// Writes dist/: an ES module for each entry point and their shared chunks, the same for `require`, and the declarations
// (`--no-types` leaves these out).
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Metafile, transformSync } from 'esbuild'
import { commonJs } from './build/commonJs.ts'
import { declarations } from './build/declarations.ts'
import { esModulesOfFpTs } from './build/esModulesOfFpTs.ts'
import { inspectorPage } from './build/inspectorPage.ts'

const { bin, exports, peerDependencies = {}, version } = JSON.parse(readFileSync('package.json', 'utf8'))

/** `web/index` for `./dist/web/index.js`: whatever package.json points to. */
const pointedTo = (pointers: unknown): ReadonlyArray<string> =>
  [...JSON.stringify(pointers).matchAll(/"\.\/dist\/(?!cjs\/)([^"]+)\.js"/g)].map(([, entry]) => String(entry))

const libraries = pointedTo(exports)

/**
 * What only names other modules is not bundled: `export * as Nonce from './core/Nonce.js'` can be left out, or looked through,
 * by whoever bundles it. The object that bundling would make of the module can not.
 */
const lists = libraries
  .filter((entry) => /(?:^|\/)index$/.test(entry))
  .map((entry) => {
    const { code } = transformSync(readFileSync(`src/${entry}.ts`, 'utf8'), { loader: 'ts' })
    const paths = [...code.matchAll(/ from "(\..+)\.ts"/g)].map(([, path]) => String(path))
    const modules = paths.map((path) => join(dirname(entry), path))
    return { entry, code: code.replaceAll('.ts"', '.js"'), modules }
  })

const entries = [
  ...libraries.filter((entry) => !lists.some((list) => list.entry === entry)),
  ...lists.flatMap(({ modules }) => modules),
  ...pointedTo(bin),
]

const needsNode = (entry: string): boolean =>
  /^(?:cli|conformance)\/|node|^server\/(?:http|express|fastify)$|^guards\/(?:lmdb|redis)$/.test(entry)

const bundle = async (): Promise<Metafile> => {
  const { metafile } = await build({
    entryPoints: entries.map((entry) => `src/${entry}.ts`),
    outdir: 'dist',
    outbase: 'src',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2023', 'node20.19'],
    // Neutral, because node and web share chunks; so a builtin without its `node:` is an error, not an accident.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['node'],
    external: ['node:*', ...Object.keys(peerDependencies)],
    define: { COUNTERSIGN_VERSION: JSON.stringify(version) },
    plugins: [esModulesOfFpTs],
    metafile: true,
    logLevel: 'warning',
  })
  const outputs = { ...metafile.outputs }
  for (const { entry, code, modules } of lists) {
    writeFileSync(`dist/${entry}.js`, code)
    const imports = modules.map((module) => ({ path: `dist/${module}.js`, kind: 'import-statement' as const }))
    outputs[`dist/${entry}.js`] = { bytes: code.length, inputs: {}, imports, exports: [] }
  }
  return { ...metafile, outputs }
}

/** The builtins that a file of dist/ reaches, through its chunks and at any time. */
const builtinsOf = (outputs: Metafile['outputs'], file: string, seen = new Set<string>()): readonly string[] => {
  if (seen.has(file)) return []
  seen.add(file)
  return (outputs[file]?.imports ?? []).flatMap(({ path, external }) => {
    if (!external) return builtinsOf(outputs, path, seen)
    return path.startsWith('node:') ? [path] : []
  })
}

const refuseNodeOnTheWeb = ({ outputs }: Metafile): void => {
  for (const entry of libraries.filter((entry) => !needsNode(entry))) {
    const builtins = builtinsOf(outputs, `dist/${entry}.js`)
    if (builtins.length > 0) throw new Error(`src/${entry}.ts must run everywhere, but reaches ${builtins.join(', ')}`)
  }
}

/** Their licences ask that the notices travel with the code, and bundling leaves them behind. */
const noticesOf = (...metafiles: readonly Metafile[]): string => {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs))
  const packages = inputs.map((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0])
  return [...new Set(packages)]
    .filter((directory) => directory !== undefined)
    .sort()
    .map((directory) => {
      const licence = readdirSync(directory).find((name) => /^licen[cs]e/i.test(name))
      const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
      return `${name} ${version} (${license})\n\n${licence ? readFileSync(join(directory, licence), 'utf8').trim() : ''}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

const makeExecutable = (file: string): void => {
  const code = readFileSync(file, 'utf8')
  if (!code.startsWith('#!')) writeFileSync(file, `#!/usr/bin/env node\n${code}`)
  chmodSync(file, 0o755)
}

const modules = async (): Promise<void> => {
  const [metafile, page] = await Promise.all([bundle(), inspectorPage()])
  refuseNodeOnTheWeb(metafile)
  await commonJs(metafile, libraries)
  writeFileSync('dist/inspector.html', page.html)
  console.log(`dist/inspector.html: ${(Buffer.byteLength(page.html) / 1024).toFixed(1)} KB`)
  writeFileSync('dist/licenses.txt', noticesOf(metafile, page.metafile))
  for (const file of Object.values<string>(bin)) makeExecutable(file)
}

const started = performance.now()
const withTypes = !process.argv.includes('--no-types')
// What is not written anew stays as it is.
for (const name of existsSync('dist') ? readdirSync('dist') : [])
  if (withTypes || name !== 'types') rmSync(join('dist', name), { recursive: true, force: true })
const outcomes = await Promise.allSettled([modules(), withTypes ? declarations(libraries) : undefined])
const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
if (failures.length > 0) {
  for (const failure of failures) if (!failure.errors) console.error(failure.message) // esbuild has shown its own
  process.exit(1)
}
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(`dist/: ${libraries.length + 1} entry points${withTypes ? ' and their declarations' : ''} in ${seconds} s`)
