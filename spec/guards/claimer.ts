/**
 * A process that claims until it is killed: `claimer.ts FILE FIRST`. It guards with the high-water mark in FILE, stamps
 * its claims FIRST and later, and writes a line for each that was first, after the guard has answered and not before.
 */
import { writeSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import { memoryGuard } from '../../src/guards/memory.ts'

const [file, from] = process.argv.slice(2) as [string, string]
const guard = await memoryGuard({ highWater: file, floor: 0 })

// Every few claims one is newer than the mark, and others come while that one waits for the disk.
for (let n = 0; ; n += 10) {
  await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const claim: NonceClaim = {
        fingerprint: 'a'.repeat(64) as NonceClaim['fingerprint'],
        unique: `${from}-${n + i}`,
        timestamp: (Number(from) + Math.floor(n / 20) + (i % 3)) as Timestamp,
      }
      const answer = await guard.claim(claim)()
      if (E.isRight(answer) && answer.right === 'first') writeSync(1, `${JSON.stringify(claim)}\n`)
    }),
  )
}
