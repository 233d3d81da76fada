// `npm run test:all`: npm test and everything beyond it, one step after the other, and a table at the end.
// `-- --from live` begins with that step. The last line is the sum over the steps that count tests.
import { spawn } from 'node:child_process'
import { colors, expectKnown, readArguments } from './terminal.ts'

/** Arguments of `npm run`. */
const steps: Readonly<Record<string, string>> = {
  test: 'test',
  live: 'test:live',
  load: 'load -- --rounds 1 --seconds 1',
  runtimes: 'evidence -- runtimes',
  // Others at the next commit.
  mutants: 'evidence -- mutants --every 24',
  prove: 'evidence -- prove',
  ports: 'evidence -- ports',
  fuzz: 'evidence -- fuzz --seconds 30',
}

const { values } = readArguments({ options: { from: { type: 'string' } } })
const names = Object.keys(steps)
const from = values.from ?? 'test'
expectKnown('step', [from], names)

interface Ended {
  readonly code: number | null
  /** The end of its output. */
  readonly tail: string
}

const run = (step: string): Promise<Ended> =>
  new Promise((done) => {
    const args = ['run', '--silent', ...(steps[step] as string).split(' ')]
    const child = spawn('npm', args, { stdio: ['inherit', 'pipe', 'inherit'] })
    let tail = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text)
      tail = (tail + text).slice(-1000)
    })
    child.on('close', (code) => done({ code, tail }))
  })

const total = { passed: 0, failed: 0, skipped: 0 }
const table: Array<string> = []
for (const step of names.slice(names.indexOf(from))) {
  console.log(`\n${colors.bold(`== ${step}`)}: npm run ${steps[step]}`)
  const began = performance.now()
  const { code, tail } = await run(step)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const last = tail.trimEnd().split('\n').at(-1) ?? ''
  const counted = /(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/.exec(last)
  const [passed = 0, failed = 0, skipped = 0] = counted?.slice(1).map((count) => Number(count ?? 0)) ?? []
  total.passed += passed
  // A step that counts no tests, or ends before it has counted them, must not fail unseen.
  total.failed += code === 0 ? failed : Math.max(1, failed)
  total.skipped += skipped
  const mark = code === 0 ? colors.green('✓') : colors.red('✘')
  table.push(`${mark} ${step.padEnd(12)}${seconds.padStart(6)} s   ${last.trim()}`)
}

console.log(`\n${table.join('\n')}`)
const { passed, failed, skipped } = total
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
