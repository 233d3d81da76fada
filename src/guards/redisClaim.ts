/**
 * One claim, as a script that Redis runs in one step: sets the claim's key if it is absent, and counts the claims of its
 * key (of the app's public key, that is) in a hash, the tally.
 *
 * The tally: `c` counts all claims ever; `b` is the current span of some seconds; `m` and a span's number hold what `c`
 * was when that span began; `base` is what it was when the oldest span began whose claims may be alive. So `c - base`
 * claims are alive at most, and a claim that has expired is counted for one more span at most.
 *
 * The tally is lost only with the claims, and replicated in one transaction with each.
 */
import { createHash } from 'node:crypto'

/** Answers nil for a new claim, what the key holds for a known one, and 0 for a key at its quota. */
const source = `local held = redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX', 'GET')
if held then return held end
local tally = redis.call('HMGET', KEYS[2], 'c', 'b', 'base')
local count, base = tonumber(tally[1] or 0), tonumber(tally[3] or 0)
local now, span, life = tonumber(redis.call('TIME')[1]), tonumber(ARGV[4]), tonumber(ARGV[2]) / 1000
local current = math.floor(now / span)
if tonumber(tally[2]) ~= current then
  base = count
  local all = redis.call('HGETALL', KEYS[2])
  for i = 1, #all, 2 do
    local begun = tonumber(string.match(all[i], '^m(%d+)$'))
    if begun and (begun + 1) * span + life > now then base = math.min(base, tonumber(all[i + 1]))
    elseif begun then redis.call('HDEL', KEYS[2], all[i]) end
  end
  redis.call('HSET', KEYS[2], 'b', current, 'base', base)
  redis.call('HSETNX', KEYS[2], 'm' .. current, count)
  redis.call('EXPIRE', KEYS[2], math.ceil(life) + 2 * span)
end
if count - base >= tonumber(ARGV[3]) then
  redis.call('DEL', KEYS[1])
  return 0
end
redis.call('HINCRBY', KEYS[2], 'c', 1)
return nil`

const sha = createHash('sha1').update(source).digest('hex')

/** A key's tally counts by spans of this many seconds: an eighth of a claim's life. */
const spanOf = (life: number): number => Math.ceil(life / 8)

export interface Claim {
  readonly key: string
  readonly tally: string
  readonly token: string
}

/** The command for a claim. `isLoaded`: whether Redis has run the script before; it forgets it with a restart. */
export const claimCommand =
  (life: number, quota: number) =>
  ({ key, tally, token }: Claim, isLoaded: boolean): ReadonlyArray<string> => [
    ...(isLoaded ? ['EVALSHA', sha] : ['EVAL', source]),
    '2',
    key,
    tally,
    token,
    String(life * 1000),
    String(quota),
    String(spanOf(life)),
  ]
