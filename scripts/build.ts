// Writes dist/: the code for Node, for `require` and for bundlers, the command, the page, and the declarations
// (`--no-types` leaves these out). What was made of the same sources stays; `--anew` makes all of it, `--no-sizes` prints no table,
// and `--write-figures` writes what guides repeat of it into src/server/figures.json.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from './build/digest.ts'
import { locked } from './build/locked.ts'
import { noticesOf } from './build/notices.ts'
import { entryPoints, isBuilt } from './build/outputs.ts'
import { packedVectors } from './build/packedVectors.ts'

/** Small vectors take seconds, and are needed where declarations are: in what is packed. */
const modules = async (isSmall: boolean): Promise<void> => {
  const { code } = await import('./build/code.ts')
  const metafiles = await code()
  packedVectors(isSmall)
  writeFileSync('dist/licenses.txt', noticesOf(metafiles))
}

/** For each half of dist/, the digest of the sources that it was made of. */
interface Made {
  readonly code?: string
  readonly types?: string
}
const kept = '.tmp/built.json'
const readMade = (): Made => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {})

const build = async (): Promise<void> => {
  const started = performance.now()
  const digest = digestOf(
    ['src', 'vectors', 'scripts/build', 'scripts/docs', 'package.json', 'package-lock.json', 'tsconfig.json'],
    process.version,
  )
  const before = process.argv.includes('--anew') ? {} : readMade()
  const lacksCode = before.code !== digest || !existsSync('dist/licenses.txt')
  const lacksTypes = before.types !== digest || !existsSync('dist/types/package.json')
  const withTypes = !process.argv.includes('--no-types')
  if (!lacksCode && !(withTypes && lacksTypes)) return console.log('dist/: as it was')

  // Loaded only here: most builds of a run find dist/ as it was.
  const { declarations } = await import('./build/declarations.ts')
  rmSync(kept, { force: true })
  for (const name of existsSync('dist') ? readdirSync('dist') : [])
    if (isBuilt(name) && (name === 'types' ? lacksTypes : lacksCode))
      rmSync(join('dist', name), { recursive: true, force: true })
  const making = [
    lacksCode ? modules(withTypes || !lacksTypes) : packedVectors(true),
    withTypes && lacksTypes && declarations(entryPoints),
  ]
  const failures = (await Promise.allSettled(making)).flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  for (const failure of failures) if (!failure.errors) console.error(failure.message) // esbuild has shown its own
  if (failures.length > 0) process.exit(1)
  mkdirSync('.tmp', { recursive: true })
  writeFileSync(kept, JSON.stringify({ code: digest, ...((withTypes || !lacksTypes) && { types: digest }) }))
  // Specs build in folders without the documents.
  if (withTypes && existsSync('README.md') && !process.argv.includes('--no-sizes')) {
    const { sizes, tableOf } = await import('./build/sizes.ts')
    const table = await sizes()
    console.log(tableOf(table))
    if (process.argv.includes('--write-figures')) {
      const { changeOf, writeMeasured } = await import('./figures.ts')
      for (const figure of writeMeasured(new Map(table.map(({ what, value }) => [what, value]))))
        console.log(changeOf(figure))
    }
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`dist/: ${entryPoints.length} entry points${withTypes ? ' and their declarations' : ''} in ${seconds} s`)
}

// Specs in several processes may ask for it at once.
await locked('.tmp/build.lock', build)
