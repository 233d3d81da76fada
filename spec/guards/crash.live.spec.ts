import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import { memoryGuard } from '../../src/guards/memory.ts'
import { suite } from '../support/suite.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Everything that a process acknowledged before it was killed, some milliseconds after the first. */
const killed = async (file: string, from: number, afterMs: number): Promise<ReadonlyArray<NonceClaim>> => {
  const args = ['--import', './scripts/typescript.mjs', 'spec/guards/claimer.ts', file, String(from)]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  await setTimeout(afterMs)
  child.kill('SIGKILL')
  const [, signal] = await closed
  assert.is(signal, 'SIGKILL')
  // The last line may be cut: its claim was made, and whoever sent it has no answer.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

const crash = suite('a memory guard with a high-water mark, killed')

crash('accepts nothing of what it acknowledged, ten times over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-crash-'))
  const file = join(folder, 'mark')
  const acknowledged: Array<NonceClaim> = []
  try {
    for (let round = 0; round < 10; round++) {
      const ours = await killed(file, (round + 1) * 1_000_000, 2 + 7 * round)
      assert.ok(ours.length > 0)
      acknowledged.push(...ours)

      const guard = await memoryGuard({ highWater: file, floor: 0 })
      for (const claim of acknowledged)
        assert.equal(await guard.claim(claim)(), E.right('forgotten'), JSON.stringify(claim))
      // And not because it takes nothing any more.
      const newest = Math.max(...ours.map((claim) => claim.timestamp))
      const next: NonceClaim = {
        ...(ours[0] as NonceClaim),
        unique: `after ${round}`,
        timestamp: (newest + 1_000) as Timestamp,
      }
      assert.equal(await guard.claim(next)(), E.right('first'))
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

crash.run()
