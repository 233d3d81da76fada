// Runs one spec file in a process of its own: `specProcess.ts FILE`. What uvu would let pass in silence is a fault here.
// uvu's report goes to stdout; the counts go to the parent, which fails the file if none come.
import '../../spec/support/fastCheck.ts'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { missingTools } from '../../spec/support/needs.ts'
import type { Counts } from './outcome.ts'
import type { FromSpecProcess } from './specFile.ts'
import { type Handler, type QueuedSuite, type Suites, suitesOf } from './uvuSuites.ts'

const file = resolve(process.argv[2] ?? '')
const tell = (message: FromSpecProcess): Promise<void> => new Promise((sent) => process.send?.(message, () => sent()))
process.on('disconnect', () => process.exit(1)) // nobody waits for the answer any more
process.channel?.unref() // and a test that never settles is to end the process, not to keep it

const faults: string[] = []
const fault = (what: string, error?: unknown): void => {
  faults.push(error === undefined ? what : `${what}: ${(error instanceof Error && error.stack) || inspect(error)}`)
}
process.on('unhandledRejection', (reason) => fault('an unhandled rejection', reason))
process.on('uncaughtException', (error) => fault('an uncaught exception', error))

const named = ({ __suite__ }: { readonly __suite__: string }): string =>
  __suite__ === '' ? 'the suite without a name' : `suite "${__suite__}"`

const replaceEach = <T>(list: T[], by: (old: T) => T): unknown => list.splice(0, list.length, ...list.map(by))

/** uvu drops what a hook throws. */
const reportHooks = ({ before, after, aEach, state }: QueuedSuite): void => {
  const report =
    (kind: string) =>
    (hook: Handler): Handler =>
    async (context) => {
      try {
        await hook(context)
      } catch (error) {
        fault(`the ${kind} hook of ${named(state)} throws`, error)
        if (kind === 'before') throw error // then no test has its footing; after a test uvu would lose its result too
      }
    }
  replaceEach(before, report('before'))
  replaceEach(after, report('after'))
  replaceEach(aEach, report('after.each'))
}

/** Tells the parent where the process is, for the case that it never comes back. */
const announceTests = ({ tests, only, state }: QueuedSuite): void => {
  for (const test of [...tests, ...only]) {
    const { handler } = test
    test.handler = (context) => {
      void tell({ running: `${named(state)}, test "${test.name}"` })
      return handler(context)
    }
  }
}

const run = async ({ queued, forgotten }: Suites): Promise<Counts> => {
  const counts = { passed: 0, failed: 0, skipped: 0, missingTools }
  if (queued.length + forgotten.length === 0) fault('it runs no suite')
  for (const state of forgotten) fault(`${named(state)} is never run: .run() is missing`)

  for (const suite of queued) {
    const { tests, only, skips, state } = suite
    if (tests.length + only.length + skips === 0) fault(`${named(state)} has no test`)
    if (only.length > 0) fault(`${named(state)} has an .only left in`)
    reportHooks(suite)
    announceTests(suite)
    const [report, passed, , total] = await suite.run()
    if (report !== true) process.stdout.write(`\n${report}\n`)
    counts.passed += passed
    counts.failed += total - passed
    counts.skipped += skips
  }

  if (counts.skipped > missingTools.length) fault('a test is skipped that does not say what it needs')
  return counts
}

delete process.env.FORCE_COLOR // it was meant for uvu; what a spec starts decides for itself

const counts = await suitesOf(() => import(pathToFileURL(file).href)).then(run, (error) => {
  fault('it cannot be loaded', error)
  return { passed: 0, failed: 0, skipped: 0, missingTools }
})
await setImmediate() // rejections that nobody handled are reported by now
for (const what of faults) console.log(`  FAULT  ${what}`)
await tell({ ...counts, failed: counts.failed + faults.length })
for (const event of ['unhandledRejection', 'uncaughtException']) process.removeAllListeners(event)
process.exitCode = undefined // a spec may have run a command that sets it; an exit handler that throws still does
process.exit() // whatever the spec left open
