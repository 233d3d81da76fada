// `npm run check`: lint rules, layers, types, and package.json's `typesVersions`, which its `exports` decide.
// `-- --fix` formats, and writes `typesVersions` and spec/project/declarations.txt, the public interface.
import { exec } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { promisify } from 'node:util'
import { checks } from './check/checks.ts'
import { withTypesVersions } from './check/typesVersions.ts'
import { entryPoints } from './docs/entryPoints.ts'
import { publicDeclarations } from './docs/publicDeclarations.ts'
import { colors } from './terminal.ts'

const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}` }
const run = (command: string): Promise<unknown> => promisify(exec)(command, { env, maxBuffer: 2 ** 26 })

const show = async (name: string, check: Promise<unknown>): Promise<void> => {
  try {
    await check
    console.log(`${colors.green('✓')} ${name}`)
  } catch (error) {
    process.exitCode = 1
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as Error & { readonly stdout?: string; readonly stderr?: string }
    console.log(`${colors.red('✘')} ${name}\n${stdout}${stderr || (stdout ? '' : message)}`)
  }
}

const manifest = readFileSync('package.json', 'utf8')
const derived = withTypesVersions(manifest)
if (process.argv.includes('--fix')) {
  for (const [file, text] of [
    ['package.json', derived],
    ['spec/project/declarations.txt', publicDeclarations(entryPoints())],
  ] as const) {
    const same = readFileSync(file, 'utf8') === text
    if (!same) writeFileSync(file, text)
    console.log(`${colors.green('✓')} ${file}: ${same ? 'as it was' : colors.yellow('written anew')}`)
  }
  await show('format', run('biome check --write --error-on-warnings'))
} else {
  const stale = new Error('typesVersions is not what exports makes it: npm run check -- --fix\n')
  await show('package.json', derived === manifest ? Promise.resolve() : Promise.reject(stale))
}
const running = Object.entries(checks).map(([name, command]) => [name, run(command)] as const)
await Promise.all(running.map(([name, check]) => show(name, check)))
