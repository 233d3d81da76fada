// How much of how much: at a terminal one line that is rewritten in place, elsewhere a line every few seconds.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Outcome } from './specFiles.ts'

/** Of each file and step in its last run. The total is known early, and the longest can go first. */
export type LastRun = Record<string, { readonly tests: number; readonly seconds: number }>

const kept = '.tmp/last-run.json'

export const readLastRun = (): LastRun => {
  try {
    return JSON.parse(readFileSync(kept, 'utf8'))
  } catch {
    return {}
  }
}

export const keepLastRun = (run: LastRun): void => {
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(kept, JSON.stringify(run, undefined, 1))
}

export interface Progress {
  readonly begins: (name: string) => void
  readonly hasTests: (name: string, tests: number) => void
  readonly testBegins: () => void
  readonly ends: (name: string) => void
  /** Prints lines that stay. */
  readonly print: (text: string) => void
  readonly stop: () => void
}

const thousands = (n: number): string => n.toLocaleString('en')

/** The total of tests is shown once it is known for every file, from this run or the last. */
export const showProgress = (names: readonly string[], lastRun: LastRun): Progress => {
  const isTerminal = process.stdout.isTTY === true
  const counts = new Map(names.map((name) => [name, lastRun[name]?.tests]))
  const running = new Set<string>()
  const started = performance.now()
  const ended = new Set<string>()
  let tests = 0

  const line = (): string => {
    const known = [...counts.values()].filter((count) => count !== undefined)
    const total = known.reduce((sum, count) => sum + count, 0)
    const ofTests = known.length === counts.size ? `${thousands(tests)} of ${thousands(total)}` : thousands(tests)
    const seconds = Math.round((performance.now() - started) / 1000)
    const now = running.size > 0 ? `: ${[...running].join(', ')}` : ''
    return `${ofTests} tests, ${ended.size} of ${names.length} files, ${seconds} s${now}`
  }
  const clear = isTerminal ? '\r\x1b[K' : ''
  const show = (): void => {
    process.stdout.write(isTerminal ? clear + line().slice(0, process.stdout.columns - 1) : `${line()}\n`)
  }
  show()
  const soon = setTimeout(show, 1000) // By then it can name what runs.
  const timer = setInterval(show, isTerminal ? 100 : 5000)
  return {
    begins: (name) => {
      running.add(name)
    },
    hasTests: (name, count) => counts.set(name, count),
    testBegins: () => {
      tests += 1
    },
    ends: (name) => {
      ended.add(name)
      running.delete(name)
    },
    print: (text) => process.stdout.write(`${clear}${text}\n`),
    stop: () => {
      clearTimeout(soon)
      clearInterval(timer)
      process.stdout.write(clear)
    },
  }
}

const most = 40
const cell = (n: number | undefined): string => (n?.toFixed(1) ?? '–').padStart(8)
const sum = (figures: readonly number[]): number => figures.reduce((total, each) => total + each, 0)

/** A table of the files that the processors worked for most. A file that waits took much longer. */
export const dearest = (outcomes: readonly Outcome[]): readonly string[] => [
  `${'seconds'.padStart(8)}${'worked'.padStart(8)}  the dearest of ${outcomes.length}`,
  ...outcomes
    .toSorted((a, b) => (b.processor ?? b.seconds) - (a.processor ?? a.seconds))
    .slice(0, most)
    .map(({ name, seconds, processor }) => `${cell(seconds)}${cell(processor)}  ${name}`),
  `${cell(sum(outcomes.map(({ seconds }) => seconds)))}${cell(sum(outcomes.map(({ processor = 0 }) => processor)))}  all of them`,
]
