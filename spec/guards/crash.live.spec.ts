import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import { memoryGuard } from '../../src/guards/memory/memory.ts'
import { inFolder } from '../support/folder.ts'
import { assert, suite } from '../support/suite.ts'
import { bundled, type Program, run } from './child.ts'
import { answer, claimOf } from './claims.ts'

/** The claims that a process acknowledges until it is killed, some milliseconds after the first. */
const killed = async (
  program: Program,
  file: string,
  from: number,
  afterMs: number,
): Promise<ReadonlyArray<NonceClaim>> => {
  const { child, spoken, ended } = run(program, {}, file, String(from))
  await spoken
  await setTimeout(afterMs)
  child.kill('SIGKILL')
  const text = await ended
  assert.is(child.signalCode, 'SIGKILL')
  // The last line may be incomplete: that claim was made but not acknowledged.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

const crash = suite('a memory guard with a high-water mark, killed')

crash('accepts no acknowledged claim again, ten times over', () =>
  inFolder(async (folder) => {
    const program = await bundled(new URL('claimer.ts', import.meta.url))
    const file = join(folder, 'mark')
    const acknowledged: Array<NonceClaim> = []
    for (let round = 0; round < 10; round++) {
      const ours = await killed(program, file, (round + 1) * 1_000_000, 2 + 7 * round)
      assert.ok(ours.length > 0)
      acknowledged.push(...ours)

      const guard = await memoryGuard({ highWater: file, floor: 0 })
      for (const claim of acknowledged) assert.is(await answer(guard, claim), 'forgotten', JSON.stringify(claim))
      // The guard still accepts later claims.
      const newest = Math.max(...ours.map((claim) => claim.timestamp))
      assert.is(await answer(guard, claimOf(`after ${round}`, newest + 1_000)), 'first')
      await guard.close()
    }
    await program.remove()
  }),
)
