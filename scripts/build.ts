// Writes dist/: the code for Node, for `require` and for bundlers, the command, the page, and the declarations
// (`--no-types` leaves these out).
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { code } from './build/code.ts'
import { declarations } from './build/declarations.ts'
import { inspectorPage } from './build/inspectorPage.ts'
import { entryPoints, isBuilt } from './build/outputs.ts'
import { packedVectors } from './build/packedVectors.ts'
import { sizes, tableOf } from './build/sizes.ts'

/** Their licences ask that the notices travel with the code, and bundling leaves them behind. */
const noticesOf = (metafiles: readonly Metafile[]): string => {
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

const modules = async (): Promise<void> => {
  const [metafiles, page] = await Promise.all([code(), inspectorPage()])
  packedVectors(withTypes)
  writeFileSync('dist/inspector.html', page.html)
  console.log(`dist/inspector.html: ${(Buffer.byteLength(page.html) / 1024).toFixed(1)} KB`)
  writeFileSync('dist/licenses.txt', noticesOf([...metafiles, page.metafile]))
}

const started = performance.now()
const withTypes = !process.argv.includes('--no-types')
// What is not written anew stays as it is.
for (const name of existsSync('dist') ? readdirSync('dist') : [])
  if (isBuilt(name) && (withTypes || name !== 'types')) rmSync(join('dist', name), { recursive: true, force: true })
const outcomes = await Promise.allSettled([modules(), withTypes ? declarations(entryPoints) : undefined])
const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
if (failures.length > 0) {
  for (const failure of failures) if (!failure.errors) console.error(failure.message) // esbuild has shown its own
  process.exit(1)
}
const seconds = ((performance.now() - started) / 1000).toFixed(1)
// Specs build in folders without the documents.
if (withTypes && existsSync('README.md')) console.log(tableOf(await sizes()))
console.log(`dist/: ${entryPoints.length} entry points${withTypes ? ' and their declarations' : ''} in ${seconds} s`)
