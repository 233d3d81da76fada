/**
 * The two scripts that the guard runs in Redis. Redis runs a script in one step, on one server, so it does not matter which
 * connection carries it.
 *
 * `claimsScript` makes the claims of one turn, if the store is still in the epoch that the guard knows. For each claim it sets the
 * claim's key if that is absent, and counts the claims of its key (of the app's public key, that is) in a hash, the tally.
 *
 * The tally: `c` counts all claims ever; `b` is the current span of some seconds; `m` and a span's number hold what `c`
 * was when that span began; `base` is what it was when the oldest span began whose claims may be alive. So `c - base`
 * claims are alive at most, and a claim that has expired is counted for one more span at most.
 *
 * The tally is lost only with the claims, and replicated in one transaction with each.
 *
 * `readingScript` reads the epoch, and writes the next one if the epoch is still the one that was seen and it is not too late. A
 * write that the client sends again later does nothing.
 */
import { createHash } from 'node:crypto'
import type { Known } from './Epoch.ts'
import { memorySections } from './RedisInfo.ts'

/**
 * Answers the time, the memory if asked for it, and for each claim: nil if it is new, what its key holds if it is known, 0 for a key at
 * its quota, `!` and an error's text if Redis refused it. Answers the time alone if the store is in another epoch.
 * The replication id is new with each start and each promotion; a replica has its primary's, so the role counts as well.
 */
const claimsScript = `local time = redis.call('TIME')
local now, span, life, quota = tonumber(time[1]), tonumber(ARGV[5]), tonumber(ARGV[3]) / 1000, tonumber(ARGV[4])
local replies = {string.format('%d%03d', now, math.floor(time[2] / 1000))}
local info = redis.call('INFO', 'replication')
local function tells(line) return string.find(info, line .. '\\r', 1, true) end
if redis.call('GET', KEYS[1]) ~= ARGV[1] or not tells('role:master') or not tells('master_replid:' .. ARGV[2]) then
  return replies
end
replies[2] = ARGV[6] == '1' and redis.call('INFO', ${memorySections.map((name) => `'${name}'`).join(', ')}) or ''
local current = math.floor(now / span)
local function count(key, tallied)
  local tally = redis.call('HMGET', tallied, 'c', 'b', 'base')
  local count, base = tonumber(tally[1] or 0), tonumber(tally[3] or 0)
  if tonumber(tally[2]) ~= current then
    base = count
    local all = redis.call('HGETALL', tallied)
    for i = 1, #all, 2 do
      local begun = tonumber(string.match(all[i], '^m(%d+)$'))
      if begun and (begun + 1) * span + life > now then base = math.min(base, tonumber(all[i + 1]))
      elseif begun then redis.call('HDEL', tallied, all[i]) end
    end
    redis.call('HSET', tallied, 'b', current, 'base', base)
    redis.call('HSETNX', tallied, 'm' .. current, count)
    redis.call('EXPIRE', tallied, math.ceil(life) + 2 * span)
  end
  if count - base >= quota then
    redis.call('DEL', key)
    return 0
  end
  redis.call('HINCRBY', tallied, 'c', 1)
  return false
end
for i = 2, #KEYS, 2 do
  local held = redis.pcall('SET', KEYS[i], ARGV[i / 2 + 6], 'PX', ARGV[3], 'NX', 'GET')
  if type(held) == 'table' then held = '!' .. (held.err or '')
  elseif not held then held = count(KEYS[i], KEYS[i + 1]) end
  replies[#replies + 1] = held
end
return replies`

/** Answers the epoch, or nil, and what the server says of itself. */
const readingScript = `local sections = {'server', 'replication', ${memorySections.map((name) => `'${name}'`).join(', ')}}
local time = redis.call('TIME')
local inTime = ARGV[2] ~= '' and time[1] * 1000 + time[2] / 1000 < tonumber(ARGV[3])
if inTime and (redis.call('GET', KEYS[1]) or '') == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) end
return {redis.call('GET', KEYS[1]), redis.call('INFO', unpack(sections))}`

const sha = createHash('sha1').update(claimsScript).digest('hex')

/** A key's tally counts by spans of this many seconds: an eighth of a claim's life. */
const spanOf = (life: number): number => Math.ceil(life / 8)

export interface Claim {
  readonly key: string
  readonly tally: string
  readonly token: string
}

export interface Turn {
  readonly known: Known
  readonly claims: ReadonlyArray<Claim>
  /** Whether the reply is to include the memory. */
  readonly isMemoryDue: boolean
}

/** The command for the claims of a turn. `isLoaded`: whether Redis has run the script before; it forgets it with a restart. */
export const claimsCommand =
  (epochKey: string, life: number, quota: number) =>
  ({ known, claims: made, isMemoryDue }: Turn, isLoaded: boolean): ReadonlyArray<string> => [
    ...(isLoaded ? ['EVALSHA', sha] : ['EVAL', claimsScript]),
    String(1 + 2 * made.length),
    epochKey,
    ...made.flatMap(({ key, tally }) => [key, tally]),
    known.text,
    known.epoch.replid,
    String(life * 1000),
    String(quota),
    String(spanOf(life)),
    isMemoryDue ? '1' : '0',
    ...made.map(({ token }) => token),
  ]

export interface Write {
  /** The epoch that was seen; `undefined`: none. */
  readonly seen: string | undefined
  readonly next: string
  /** In milliseconds by the server's clock: later, the write does nothing. */
  readonly before: number
}

/** The command that reads the epoch, after it has tried to write the next one, if there is one. */
export const readingCommand = (epochKey: string, write?: Write): ReadonlyArray<string> => [
  'EVAL',
  readingScript,
  '1',
  epochKey,
  write?.seen ?? '',
  write?.next ?? '',
  String(write?.before ?? 0),
]
