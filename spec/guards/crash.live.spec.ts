import { join } from 'node:path'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import { memoryGuard } from '../../src/guards/memory/memory.ts'
import { inFolder } from '../support/folder.ts'
import { assert, suite } from '../support/suite.ts'
import { bundled, killed, run } from './child.ts'
import { answer, claimOf } from './claims.ts'

const crash = suite('a memory guard with a high-water mark, killed')

crash('accepts no acknowledged claim again, ten times over', () =>
  inFolder(async (folder) => {
    const program = await bundled(new URL('claimer.ts', import.meta.url))
    const file = join(folder, 'mark')
    const acknowledged: Array<NonceClaim> = []
    for (let round = 0; round < 10; round++) {
      const lines = await killed(run(program, {}, file, String((round + 1) * 1_000_000)), 2 + 7 * round)
      const ours = lines.map((line): NonceClaim => JSON.parse(line))
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
