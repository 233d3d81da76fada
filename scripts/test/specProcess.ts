// Runs each spec file that the parent names, until a message names none. What uvu passes in silence is a fault here.
// With `--bail` a file ends with its first suite that fails.
// uvu's report goes to stdout, and behind it a line with the counts. The parent is told how far the process is.
import { on } from 'node:events'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { processorSeconds } from '../processorMs.ts'
import type { Counts, FromSpecProcess } from './specFiles.ts'

type Run = () => Promise<[errors: string | true, passed: number, skipped: number, total: number]>

// With these uvu only queues the suites when it loads.
const queue: Run[] = []
Object.assign(globalThis, { UVU_DEFER: true, UVU_QUEUE: [queue] })
const { listener, suites } = await import('../../spec/support/suite.ts')

const tell = (message: FromSpecProcess): Promise<void> => new Promise((sent) => process.send?.(message, () => sent()))
const { channel } = process
process.on('disconnect', () => process.exit(1)) // The parent is gone.

const bail = process.argv[2] === '--bail'
let faults: string[] = []
const fault = (what: string, error?: unknown): void => {
  faults.push(error === undefined ? what : `${what}: ${(error instanceof Error && error.stack) || inspect(error)}`)
}
process.on('unhandledRejection', (reason) => fault('an unhandled rejection', reason))
process.on('uncaughtException', (error) => fault('an uncaught exception', error))
listener.hookThrows = (hook, error) => fault(`${hook} throws`, error)
listener.testBegins = (running) => void tell({ running })

/** fast-check prints the seed of a property that fails. */
const howToRepeat = (report: string, file: string): string => {
  const seeds = new Set([...report.matchAll(/\{ seed: (-?\d+), path: /g)].map(([, seed]) => seed))
  return [...seeds].map((seed) => `  AGAIN  npm test -- ${file} --seed=${seed}\n`).join('')
}

const runQueued = async (file: string): Promise<Counts> => {
  const made = suites.splice(0)
  if (queue.length > 0) fault('it runs a suite of uvu itself')
  for (const suite of made) suite.queue()
  const runs = queue.splice(0)
  const missingTools = made.flatMap((suite) => suite.missingTools)
  void tell({ tests: made.reduce((sum, { tests }) => sum + tests, 0) })

  if (made.length === 0) fault('it runs no suite of spec/support/suite.ts')
  for (const { name, tests, waiting, missingTools } of made)
    if (tests + waiting + missingTools.length === 0) fault(`suite "${name}" has no test`)

  let passed = 0
  let failed = 0
  for (const run of runs) {
    if (bail && failed > 0) break
    const [report, ran, , total] = await run()
    if (report !== true) process.stdout.write(`\n${report}\n${howToRepeat(report, file)}`)
    passed += ran
    failed += total - ran
  }
  return { passed, failed, missingTools }
}

delete process.env.FORCE_COLOR // It was meant for uvu; what a spec starts decides for itself.

let worked = 0
for await (const [{ file }] of on(process, 'message')) {
  if (file === undefined) break
  channel?.unref() // A test that never settles must end the process.
  faults = []
  let counts: Counts = { passed: 0, failed: 0, missingTools: [] }
  try {
    await import(pathToFileURL(resolve(file)).href)
    counts = await runQueued(file)
  } catch (error) {
    fault('it cannot be loaded', error)
  }
  await setImmediate() // Unhandled rejections are reported by now.
  for (const what of faults) console.log(`  FAULT  ${what}`)
  const processor = processorSeconds() - worked
  const told: Counts = { ...counts, failed: counts.failed + faults.length, processor }
  worked += processor
  process.exitCode = undefined // A spec may have run a command that sets it; an exit handler that throws still does.
  channel?.ref()
  process.stdout.write(`\n\0${JSON.stringify(told)}\n`)
}
for (const event of ['unhandledRejection', 'uncaughtException']) process.removeAllListeners(event)
process.exit() // whatever the specs left open
