// `npm run check`: lint rules, layers, types, and package.json's `typesVersions`, which its `exports` decide.
// `-- --fix` formats, and writes `typesVersions` and spec/project/declarations.txt, the public interface.
import { readFileSync, writeFileSync } from 'node:fs'
import { type Ended, runIn } from '../spec/support/project.ts'
import { packedReader } from './build/functional.ts'
import { checks } from './check/checks.ts'
import { withTypesVersions } from './check/typesVersions.ts'
import { entryPoints } from './docs/entryPoints.ts'
import { publicDeclarations } from './docs/publicDeclarations.ts'
import { srcReader } from './docs/reachable.ts'
import { colors } from './terminal.ts'

const show = async (name: string, check: Promise<Ended>): Promise<void> => {
  const { code, output } = await check
  if (code !== 0) process.exitCode = 1
  console.log(code === 0 ? `${colors.green('✓')} ${name}` : `${colors.red('✘')} ${name}\n${output}`)
}

const manifest = readFileSync('package.json', 'utf8')
const derived = withTypesVersions(manifest)
if (process.argv.includes('--fix')) {
  for (const [file, text] of [
    ['package.json', derived],
    ['spec/project/declarations.txt', publicDeclarations(entryPoints(), srcReader(), packedReader())],
  ] as const) {
    const same = readFileSync(file, 'utf8') === text
    if (!same) writeFileSync(file, text)
    console.log(`${colors.green('✓')} ${file}: ${same ? 'as it was' : colors.yellow('written anew')}`)
  }
  await show('format', runIn('.', 'biome check --write --error-on-warnings'))
} else {
  const output = 'typesVersions is not what exports makes it: npm run check -- --fix'
  await show('package.json', Promise.resolve({ code: derived === manifest ? 0 : 1, output }))
}
const running = Object.entries(checks).map(([name, command]) => [name, runIn('.', command)] as const)
await Promise.all(running.map(([name, check]) => show(name, check)))
