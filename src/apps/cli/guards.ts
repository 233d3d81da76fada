/**
 * The replay guards that the command line knows by a word: `memory`, `memory:FILE`, `lmdb:PATH`, or the URL of a Redis.
 */
import type { Window } from '../../core/Freshness.ts'
import type { Guard } from '../../server/node.ts'
import { parsed } from './arguments.ts'
import { fileReason } from './files.ts'
import type { Reading } from './grammar.ts'
import type { Logger } from './logger.ts'
import { CommandError, type Environment } from './Outcome.ts'
import { connected, passwordVariable, type RedisPlace, redisPlace } from './redis.ts'

interface Opened {
  readonly guard: Guard
  /** Releases the guard's store. */
  readonly close: () => Promise<void>
}

type OpenGuard = (window: Window, say: Logger['say'], env: Environment) => Promise<Opened>

export const guardName: Reading<OpenGuard> = parsed(
  'GUARD',
  `memory, memory:FILE, lmdb:FOLDER, redis://HOST:PORT, redis+cluster://HOST:PORT,HOST:PORT or redis+sentinel://HOST:PORT,HOST:PORT/NAME (rediss for TLS; the password in ${passwordVariable}, not in the URL)`,
  (given) => {
    if (given === 'memory') return inMemory
    const path = /^(?:memory|lmdb):(.+)$/s.exec(given)?.[1]
    if (path !== undefined) return given.startsWith('memory:') ? memory(path) : lmdb(path)
    const place = redisPlace(given)
    return place && redis(place)
  },
)

// Each guard is loaded when it is chosen, so that a command starts fast.

const memory =
  (highWater: string | undefined): OpenGuard =>
  async ({ maxAge, maxSkew }, say) => {
    const { memoryGuard } = await import('../../guards/memory/memory.ts')
    const guard = await memoryGuard({ maxAge, maxSkew, highWater, onWarning: say }).catch(unusable(2))
    return { guard, close: guard.close }
  }

export const inMemory: OpenGuard = memory(undefined)

const lmdb =
  (path: string): OpenGuard =>
  async ({ maxAge, maxSkew }, say) => {
    const { lmdbGuard } = await import('../../guards/lmdb/lmdb.ts')
    const guard = await lmdbGuard({ path, maxAge, maxSkew, onWarning: say }).catch(unusable(2))
    return { guard, close: guard.close }
  }

const redis =
  (place: RedisPlace): OpenGuard =>
  async ({ maxAge, maxSkew }, say, env) => {
    const { redisGuard } = await import('../../guards/redis/redis.ts')
    const { client, close } = await connected(place, env, say)
    try {
      const guard = await redisGuard(client, { maxAge, maxSkew, onWarning: say })
      return { guard, close: async () => close() }
    } catch (error) {
      close()
      return unusable(3)(error)
    }
  }

/** A guard's constructor rejects with an Error whose message is for people. */
const unusable =
  (exit: 2 | 3) =>
  (error: unknown): never => {
    const words = (error as Error).message.replace(/(?<=: )E[A-Z]+$/, (code) => fileReason({ code }))
    throw new CommandError(exit, `--guard: ${words}`)
  }
