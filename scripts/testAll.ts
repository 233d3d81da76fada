// `npm run test:all`: npm test, and then everything beyond it in two lanes side by side, for much of it waits: the live specs,
// and the other steps one after the other. A table at the end. `-- --from live` begins with that step. The last line is the sum
// over the steps that count tests.
import { spawn } from 'node:child_process'
import { ended } from './temporary.ts'
import { colors, expectKnown, readArguments, text } from './terminal.ts'
import { steps } from './test/allSteps.ts'

const names = Object.keys(steps)
const beside = [['live'], names.slice(names.indexOf('load'))]

const { values } = readArguments({ from: text })
const from = values.from ?? 'test'
expectKnown('step', [from], names)
const isWanted = (step: string): boolean => names.indexOf(step) >= names.indexOf(from)

interface Ended {
  readonly step: string
  readonly code: number | null
  readonly seconds: number
  readonly output: string
}

/** `load` and what follows it speak when they have ended: two that speak at once would be unreadable. */
const isLoud = (step: string): boolean => names.indexOf(step) < names.indexOf('load')

const run = async (step: string): Promise<Ended> => {
  const began = performance.now()
  const heading = `\n${colors.bold(`== ${step}`)}: npm run ${steps[step]}\n`
  if (isLoud(step)) process.stdout.write(heading)
  const args = ['run', '--silent', ...(steps[step] as string).split(' ')]
  const child = spawn('npm', args, { stdio: ['inherit', 'pipe', 'pipe'] })
  const { code, output } = await ended(child, (said) => isLoud(step) && process.stdout.write(said))
  if (!isLoud(step)) process.stdout.write(heading + output)
  return { step, code, seconds: (performance.now() - began) / 1000, output }
}

const inLane = async (lane: ReadonlyArray<string>): Promise<ReadonlyArray<Ended>> => {
  const all: Array<Ended> = []
  for (const step of lane.filter(isWanted)) all.push(await run(step))
  return all
}

const results = [...(await inLane(['test', 'build'])), ...(await Promise.all(beside.map(inLane))).flat()]

const total = { passed: 0, failed: 0, skipped: 0 }
console.log()
for (const { step, code, seconds, output } of results) {
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  const counted = /(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/.exec(last)
  const [passed = 0, failed = 0, skipped = 0] = counted?.slice(1).map((count) => Number(count ?? 0)) ?? []
  total.passed += passed
  // A step that counts no tests, or ends before it has counted them, must not fail unseen.
  total.failed += code === 0 ? failed : Math.max(1, failed)
  total.skipped += skipped
  const mark = code === 0 ? colors.green('✓') : colors.red('✘')
  console.log(`${mark} ${step.padEnd(12)}${seconds.toFixed(0).padStart(6)} s   ${last.trim()}`)
}
const { passed, failed, skipped } = total
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
