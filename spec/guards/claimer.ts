/**
 * `claimer FILE FIRST` claims until it is killed, with a memory guard whose high-water mark is in FILE. It stamps its
 * claims FIRST and later. After each answer `first` it writes the claim as a line of JSON.
 */
import { memoryGuard } from '../../src/guards/memory/memory.ts'
import { answer, claimOf } from './claims.ts'
import { sayWholly } from './sayWholly.ts'

const [file, from] = process.argv.slice(2) as [string, string]
const guard = await memoryGuard({ highWater: file, floor: 0 })

// Ten claims at once. Their timestamps differ by up to 2 s, and rise by 1 s every 20 claims. So now and then a claim is newer than the
// mark, and others come while it waits for the disk.
for (let n = 0; ; n += 10) {
  await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const claim = claimOf(`${from}-${n + i}`, Number(from) + Math.floor(n / 20) + (i % 3))
      if ((await answer(guard, claim)) === 'first') sayWholly(`${JSON.stringify(claim)}`)
    }),
  )
}
