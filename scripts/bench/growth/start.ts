/** Starts one verifier with many apps, and tells what that took. A process of its own, on the built package. */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createVerifier, keyFolder } from 'countersign/server'
import type { Start } from './figures.ts'
import { randomKey } from './randomKey.ts'

export interface Instructions {
  readonly from: 'record' | 'folder'
  readonly apps: number
  /** A new folder, for the key files. */
  readonly folder: string
}

const collect = (globalThis as unknown as { readonly gc: () => void }).gc
const held = (): number => {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const [{ from, apps, folder }] = (await once(process, 'message')) as [Instructions]
const names = Array.from({ length: apps }, (_, i) => `app-${i}`)
if (from === 'folder') {
  mkdirSync(folder)
  for (const name of names) writeFileSync(join(folder, `${name}.pem`), randomKey())
}
const record = from === 'record' ? Object.fromEntries(names.map((name) => [name, randomKey()])) : {}

const before = held()
const resolution = 1
const monitor = monitorEventLoopDelay({ resolution })
monitor.enable()
// The first tick begins the measurement.
await new Promise((resolve) => setTimeout(resolve, 20))
monitor.reset()
const began = performance.now()
const verifier = await createVerifier({ keys: from === 'folder' ? await keyFolder(folder) : record })
const seconds = (performance.now() - began) / 1000
await new Promise((resolve) => setTimeout(resolve, 20))
monitor.disable()
const start: Start = {
  apps,
  seconds,
  held: Math.max(0, monitor.max / 1e6 - resolution),
  bytesPerApp: (held() - before) / apps,
}
// After the measurement of memory, so that both are alive.
if (typeof verifier.verify !== 'function' || Object.keys(record).length > apps) throw new Error('no verifier')
process.send?.(start)
process.on('disconnect', () => process.exit())
