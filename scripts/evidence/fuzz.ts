// Fuzzing: inputs for the decoders of foreign bytes (spec/support/fuzzTargets.ts), guided by the branches that they reach. A failure is
// minimised and added to the target's corpus, where `npm test -- fuzz` finds it. `-- fuzz json curl --seconds 600 --seed 7`: only
// these targets, ten minutes in all, the numbers of seed 7. jazzer.js, the engine for Node that is kept up,
// has no build that runs on Debian 12, so the search is our own.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { targets } from '../../spec/support/fuzzTargets.ts'
import { temporaryFolder } from '../temporary.ts'
import { colors, readArguments, text } from '../terminal.ts'
import { readCorpus, writeCorpus } from './fuzz/corpus.ts'
import type { Searched } from './fuzz/engine.ts'
import { instrument } from './fuzz/instrument.ts'
import { seedsOf } from './fuzz/seeds.ts'
import type { Order } from './fuzz/worker.ts'

const { values, positionals } = readArguments({ seconds: text, seed: text }, 'target', Object.keys(targets))
const names = positionals.length > 0 ? positionals : Object.keys(targets)
const seed = Number(values.seed ?? process.env.SPEC_SEED ?? Date.now() % 2 ** 31)
const cores = Math.min(availableParallelism(), names.length)
const seconds = (Number(values.seconds ?? 60) * cores) / names.length

const bundle = await instrument('scripts/evidence/fuzz/worker.ts', join(temporaryFolder('fuzz'), 'worker.mjs'))

/** A run that takes longer has no end. */
const patience = 30_000

const searched = (target: string): Promise<Searched> =>
  new Promise((resolve, reject) => {
    const current = new SharedArrayBuffer(8 + 65_536)
    const head = new Int32Array(current, 0, 2)
    const seeds = [...readCorpus(target), ...(seedsOf[target]?.() ?? [])]
    const { branches, words } = bundle
    const order: Order = { target, seeds, words, branches, seconds, seed, current }
    const worker = new Worker(bundle.file, { workerData: order })
    let last = -1
    const watch = setInterval(() => {
      const runs = Atomics.load(head, 0)
      if (runs === last && runs > 0) {
        const bytes = new Uint8Array(current, 8).slice(0, head[1])
        const failures = [{ bytes, message: `no end within ${patience / 1000} s` }]
        resolve({ runs, branches: 0, kept: [], failures, slowest: patience })
        void worker.terminate()
      }
      last = runs
    }, patience)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => clearInterval(watch))
  })

let failed = 0
const queue = names.values()
console.log(`seed ${seed}, ${bundle.branches} branches in src/, ${Math.round(seconds)} s for each target`)
await Promise.all(
  Array.from({ length: cores }, async () => {
    for (const name of queue) {
      const { runs, branches, kept, failures, slowest } = await searched(name)
      const mark = failures.length === 0 ? colors.green('✓') : colors.red('✘')
      const figures = `${branches} branches, ${kept.length} inputs found them, the slowest took ${Math.ceil(slowest)} ms`
      console.log(`${mark} ${name.padEnd(14)}${runs.toLocaleString('en').padStart(12)} runs, ${figures}`)
      for (const { bytes, message } of failures) {
        failed++
        console.log(
          `    ${JSON.stringify(Buffer.from(bytes).toString('latin1'))}\n    ${message.split('\n').slice(0, 12).join('\n    ')}`,
        )
      }
      const found = failures.map(({ bytes }) => bytes)
      if (found.length > 0) writeCorpus(name, [...readCorpus(name), ...found])
    }
  }),
)
console.log(
  failed === 0 ? colors.green('every law held') : colors.red(`${failed} laws broken, added to spec/fuzz/corpus/`),
)
process.exitCode = failed === 0 ? 0 : 1
