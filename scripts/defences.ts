// `npm run defences`: takes away one defence after the other, in a copy of the project, and runs the specs that should
// notice. A defence that nobody misses fails the run, and so does a threat that has none. `npm run defences -- T8 redis`: only those
// whose threat, file or words hold one of these. Ends with a table, and writes dist/defences.json.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pc from 'picocolors'
import { type Defence, defences } from './defences/defences.ts'
import { threats } from './defences/threats.ts'

const atOnce = 2
const limitMs = 180_000
const words = process.argv.slice(2)
const wanted = defences.filter(
  ({ threat, file, without }) =>
    words.length === 0 ||
    words.some((word) => threat === word || `${file} ${without}`.toLowerCase().includes(word.toLowerCase())),
)

/** The project without what is made or fetched, for one worker. */
const copy = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-defences-'))
  for (const name of [
    'src',
    'spec',
    'scripts',
    'vectors',
    'package.json',
    'tsconfig.json',
    'README.md',
    'SECURITY.md',
    '.biome.json',
  ])
    cpSync(name, join(folder, name), {
      recursive: true,
      filter: (from) => !/\/(?:target|node_modules|__pycache__)$/.test(from),
    })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir')
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Outcome extends Defence {
  /** The first test that failed, or why the experiment says nothing. */
  readonly noticed: string | undefined
  readonly problem: string | undefined
  readonly seconds: number
}

const runSpecs = (
  folder: string,
  specs: ReadonlyArray<string>,
): Promise<{ readonly code: number | null; readonly output: string }> =>
  new Promise((done) => {
    const { NODE_V8_COVERAGE: _, ...env } = process.env
    const args = ['--import', './scripts/typescript.mjs', 'scripts/test.ts', '--limit=120', ...specs]
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...env, NO_COLOR: '1' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    const limit = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), limitMs)
    child.on('close', (code) => {
      clearTimeout(limit)
      done({ code, output })
    })
  })

const failure = (output: string): string | undefined =>
  /^ +FAIL +(.*?) *$/m.exec(output)?.[1] ??
  (/^ +FAULT +an? un(?:handled|caught).*$/m.test(output) ? 'an unhandled rejection' : undefined)

const attempt = async (folder: string, defence: Defence): Promise<Outcome> => {
  const began = performance.now()
  const path = join(folder, defence.file)
  const original = readFileSync(path, 'utf8')
  const finish = (noticed: string | undefined, problem?: string): Outcome => {
    writeFileSync(path, original)
    return { ...defence, noticed, problem, seconds: (performance.now() - began) / 1000 }
  }
  const places = original.split(defence.code).length - 1
  if (places !== 1) return finish(undefined, `its code stands ${places} times in ${defence.file}`)
  writeFileSync(
    path,
    original.replace(defence.code, () => defence.instead),
  )
  const { code, output } = await runSpecs(folder, defence.specs)
  const noticed = failure(output)
  if (code === 0) return finish(undefined, 'nothing failed')
  if (noticed === undefined)
    return finish(undefined, `the specs could not run: ${output.trim().split('\n').slice(-12).join(' | ')}`)
  return finish(noticed)
}

const { green, red, dim } = pc.createColors(process.stdout.isTTY === true && !process.env.NO_COLOR)
const outcomes: Outcome[] = []
const queue = wanted.values()
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    const folder = copy()
    for (const defence of queue) {
      const outcome = await attempt(folder, defence)
      outcomes.push(outcome)
      const { threat, without, noticed, problem, seconds } = outcome
      const mark = noticed === undefined ? red('✘') : green('✓')
      console.log(
        `${mark} ${threat.padEnd(4)} ${without} ${dim(`(${seconds.toFixed(1)} s)`)}\n       ${noticed === undefined ? red(problem ?? '') : dim(noticed)}`,
      )
    }
  }),
)

const security = readFileSync('SECURITY.md', 'utf8').replace(/\s+/g, ' ')
const open: string[] = []
for (const { id, attack, outOfScope } of words.length === 0 ? threats : []) {
  if (outOfScope === undefined ? !defences.some(({ threat }) => threat === id) : !security.includes(outOfScope))
    open.push(
      `${id} ${attack}: ${outOfScope === undefined ? 'no defence is named' : 'SECURITY.md does not say that it is out of scope'}`,
    )
}
for (const line of open) console.log(red(`✘ ${line}`))

const missed = outcomes.filter(({ noticed }) => noticed === undefined)
mkdirSync('dist', { recursive: true })
writeFileSync('dist/defences.json', `${JSON.stringify(outcomes, null, 1)}\n`)
console.log(
  `${outcomes.length - missed.length} of ${outcomes.length} defences are missed when they are gone; ${threats.length - open.length} of ${threats.length} threats are answered`,
)
process.exitCode = missed.length + open.length > 0 ? 1 : 0
