import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import { redisGuard } from '../../src/guards/redis.ts'
import { needs } from '../support/needs.ts'
import { ioredisOn } from '../support/redisClients.ts'
import { withRedis } from '../support/redisServer.ts'
import { suite } from '../support/suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-claimer-'))
const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** The claimer in one file, so that two hundred of them start quickly. */
const bundled = build({
  entryPoints: [fileURLToPath(new URL('redisClaimer.ts', import.meta.url))],
  outfile: join(folder, 'claimer.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
})

const spawned = async (...args: ReadonlyArray<string>) => {
  await bundled
  const child = spawn(process.execPath, [join(folder, 'claimer.mjs'), ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.add(child)
  const written = { text: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    written.text += chunk
  })
  const closed = once(child, 'close').then(() => children.delete(child))
  // Ten seconds, and whoever has not written by then never will.
  await Promise.race([once(child.stdout, 'data'), closed, pause(10_000, undefined, { ref: false })])
  return { child, written, closed }
}

const fingerprint = 'a'.repeat(64) as NonceClaim['fingerprint']

const processes = suite('redis: processes')
const test = needs('redis-server', processes)

test('let one of 100 copies be first, for 1,000 nonces, 8 processes and both orders of all', () =>
  withRedis([], async ({ port }) => {
    const total = 1_000
    const racers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => spawned('race', String(port), 'race:', String(i), String(total), '12.5')),
    )
    for (const { child } of racers) child.stdin.write('go\n')
    await Promise.race([Promise.all(racers.map(({ closed }) => closed)), pause(90_000, undefined, { ref: false })])
    const firsts = new Map<string, number>()
    const counts = { first: 0, repeated: 0, forgotten: 0, Left: 0 }
    for (const { written } of racers) {
      const told = JSON.parse(written.text.split('\n')[1] as string)
      for (const [nonce, n] of Object.entries(told.firsts as Record<string, number>))
        firsts.set(nonce, (firsts.get(nonce) ?? 0) + n)
      for (const name of Object.keys(counts) as Array<keyof typeof counts>) counts[name] += told.counts[name]
    }
    assert.equal(counts, { first: total, repeated: 99 * total, forgotten: 0, Left: 0 })
    assert.is(firsts.size, total)
  }))

test('that are killed 200 times over leave nothing that is accepted again', () =>
  withRedis([], async ({ port }) => {
    let acknowledged = 0
    const repeats: Array<string> = []
    const redis = ioredisOn(port)
    // A guard that starts after each kill, as the next process would.
    const replayAll = async (lines: ReadonlyArray<string>): Promise<void> => {
      const guard = await redisGuard(redis.client, { prefix: 'kill:', floor: 0, deadlineMs: 10_000 })
      await Promise.all(
        lines.map(async (line) => {
          const [unique, timestamp] = line.split(' ') as [string, string]
          const answer = await guard.claim({ fingerprint, unique, timestamp: Number(timestamp) as Timestamp })()
          if (!(E.isRight(answer) && answer.right === 'repeated')) repeats.push(`${line} ${JSON.stringify(answer)}`)
        }),
      )
    }
    let round = 0
    const worker = async (): Promise<void> => {
      while (round < 200) {
        const id = round++
        const { child, written, closed } = await spawned('claim', String(port), 'kill:', String(id))
        await pause(id % 7)
        child.kill('SIGKILL')
        await closed
        // The last line may be cut.
        const lines = written.text.split('\n').slice(0, -1)
        assert.ok(lines.length > 0, 'it was killed before its first claim')
        acknowledged += lines.length
        await replayAll(lines)
      }
    }
    await Promise.all([worker(), worker(), worker()])
    redis.close()
    assert.equal(repeats.slice(0, 3), [])
    assert.ok(acknowledged > 2_000, `${acknowledged} were acknowledged`)
  }))

processes.run()
