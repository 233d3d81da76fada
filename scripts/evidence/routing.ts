// `npm run evidence -- routing`: generated requests over raw sockets to every framework, in the lowest and the highest version of
// each major that is served, on every runtime. A handler runs only for the method and target that were signed, authorised and reported. With
// words, `routing express lowest node-20`, only the stands that have all of them; `--requests N` to each (100,000 on Node 20 and a
// tenth elsewhere, unless set), `--seed S` repeats a run. Prints the smallest request that makes a difference.
import process from 'node:process'
import { colors, expectKnown, giveUp, progress, readArguments } from '../terminal.ts'
import { stands } from './routing/stands.ts'
import { tryStand } from './routing/trial.ts'
import { closeSessions } from './routing/wire.ts'
import { Missing } from './runtimes/Runtime.ts'

const { bold, green, red, yellow } = colors

const { values, positionals } = readArguments({
  allowPositionals: true,
  options: { requests: { type: 'string' }, seed: { type: 'string' } },
})
const wholeNumber = (name: 'requests' | 'seed'): number | undefined => {
  const text = values[name]
  if (text === undefined) return undefined
  return /^\d{1,9}$/.test(text) ? Number(text) : giveUp(2, `--${name} is a whole number, and not ${text}`)
}
const [count, seed = Date.now() % 2 ** 31] = [wholeNumber('requests'), wholeNumber('seed')]

const wordsOf = ({ framework, version, runtime }: (typeof stands)[number]): ReadonlyArray<string> => [
  framework,
  ...version.split(' '),
  runtime,
]
expectKnown('stand', positionals, [...new Set(stands.flatMap(wordsOf))].filter(Boolean))
const wanted = stands.filter((stand) => positionals.every((word) => wordsOf(stand).includes(word)))

const counts = { passed: 0, failed: 0, requests: 0 }
console.log(`seed ${seed}`)
for (const stand of wanted) {
  const title = `${stand.framework} ${stand.version}`.padEnd(24) + stand.runtime.padEnd(9)
  progress(title)
  try {
    const running = await stand.start()
    const trial = await tryStand(running, count ?? (stand.runtime === 'node-20' ? 100_000 : 10_000), seed)
    const { requests, seconds, difference } = trial
    await running.stop()
    progress()
    counts.requests += requests
    counts[difference === undefined ? 'passed' : 'failed']++
    const mark = difference === undefined ? green('✓') : red('✘')
    console.log(`${mark} ${title}${String(requests).padStart(7)} requests ${seconds.toFixed(0).padStart(5)} s`)
    if (difference !== undefined)
      console.log(`  ${difference.app}: ${JSON.stringify(difference.request)}\n  ${difference.words}`)
  } catch (error) {
    const isMissing = error instanceof Missing && !process.env.CI
    if (!isMissing) counts.failed++
    console.log(`${isMissing ? yellow('–') : red('✘')} ${title}${(error as Error).message}`)
  }
}
closeSessions()
const verdict = `${counts.passed} passed, ${counts.failed} failed`
console.log(`${counts.requests} requests\n${bold(counts.failed > 0 ? red(verdict) : green(verdict))}`)
process.exitCode = counts.failed > 0 ? 1 : 0
