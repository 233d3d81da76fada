/**
 * The two scripts that the guard runs in Redis. Redis runs a script in one step, on one server, so it does not matter which
 * connection carries it.
 *
 * The claims are fields of two hashes, the current and the earlier generation. When the current one is as old as a claim must
 * live, the earlier one is dropped and the current one takes its place. So a claim is remembered for one to two lives.
 *
 * The state is a hash beside them: the epoch, when the generation `begun`, its `serial`, the `newest` timestamp in it, the newest in
 * the `earlier` one, and the `floor`, the smallest timestamp of which no claim was forgotten. A generation is lost as a whole,
 * with its marker, and then the floor rises above its newest timestamp. So Redis's clock decides when claims are forgotten,
 * never what is accepted.
 *
 * `claimsScript` makes the claims of one turn, if the store is still in the epoch that the guard knows. It counts the claims of
 * each app's key in a hash, the tally: `count` those in the generation `serial`, `earlier` those in the one before. The tally's `floor`
 * is the key's own, after a loss: RedisEpoch.ts.
 *
 * `readingScript` reads the epoch, and writes the next one if the epoch is still the one that was seen and it is not too late. A
 * write that the client sends again later does nothing.
 */
import { createHash } from 'node:crypto'
import type { KeyFloor, Turn } from './Machine.ts'
import { infoSections } from './RedisInfo.ts'
import { commands } from './redisCommands.ts'

/** A store that no verifier uses is cleaned up after two lives and so many seconds. Long, because clocks step. */
const restSeconds = 86_400

/**
 * Answers the time, the floor if it is higher than the guard's, and for each claim: nil if it is new, what its field holds if it is known,
 * `<` below a floor, `>` too far ahead of the server's clock, `#` for a key at its quota, `!` and an error's text if Redis refused it.
 * Answers the time alone if the store is in another epoch. The replication id is new with each start and each promotion; a
 * replica has its primary's, so the role counts as well.
 */
const claimsScript = `local time = redis.call('TIME')
local now, life, ahead, quota = tonumber(time[1]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local replies = {string.format('%d%03d', now, math.floor(time[2] / 1000))}
local info = redis.call('INFO', 'replication')
local function tells(line) return string.find(info, line .. '\\r', 1, true) end
local state = redis.call('HMGET', KEYS[1], 'epoch', 'life', 'begun', 'serial', 'newest', 'earlier', 'floor')
if state[1] ~= ARGV[1] or not tells('role:master') or not tells('master_replid:' .. ARGV[2]) then
  return replies
end
life = math.max(life, tonumber(state[2]) or 0)
local kept = 2 * life + ${restSeconds}
local begun, serial, newest = tonumber(state[3]), tonumber(state[4]), tonumber(state[5])
local earlier, floor = tonumber(state[6]), math.max(tonumber(ARGV[6]), tonumber(state[7]) or 0)
local changed = life ~= tonumber(state[2])
local failure
local function write(...)
  local done = redis.pcall(...)
  if type(done) == 'table' and done.err then failure = '!' .. done.err end
  return not failure
end
if not begun then
  local function most(key) return redis.call('EXISTS', key) == 1 and now + ahead or -1 end
  begun, serial, newest, earlier, changed = now, now, most(KEYS[2]), most(KEYS[3]), true
elseif begun > now then
  begun, changed = now, true
end
if now >= begun + life then
  redis.call('UNLINK', KEYS[3])
  floor = math.max(floor, earlier + 1)
  if redis.call('EXISTS', KEYS[2]) == 1 and write('HSET', KEYS[1], 'life', life) then
    redis.call('RENAME', KEYS[2], KEYS[3])
    begun, serial, earlier, newest, changed = now, serial + 1, newest, -1, true
  end
end
local ids = {''}
for i = 7, #ARGV, 3 do ids[#ids + 1] = ARGV[i] end
local here = redis.call('HMGET', KEYS[2], unpack(ids))
local there = earlier >= 0 and redis.call('HMGET', KEYS[3], unpack(ids)) or {}
if not there[1] and earlier >= 0 then
  floor, earlier, changed = math.max(floor, earlier + 1), -1, true
end
if not here[1] then
  floor, newest, changed = math.max(floor, newest + 1), -1, true
end
if changed then
  write('HSET', KEYS[1], 'life', life, 'begun', begun, 'serial', serial, 'newest', newest, 'earlier', earlier, 'floor', floor)
end
if not here[1] and not failure and write('HSET', KEYS[2], '', serial) then redis.call('EXPIRE', KEYS[2], kept) end
local function claim(id, token, stamp, tallied)
  local tally = redis.call('HMGET', tallied, 'serial', 'count', 'earlier', 'floor')
  local count, before = tonumber(tally[2]) or 0, tonumber(tally[3]) or 0
  if stamp < (tonumber(tally[4]) or 0) then return '<' end
  if tonumber(tally[1]) ~= serial then
    before, count = tonumber(tally[1]) == serial - 1 and count or 0, 0
    if not write('HSET', tallied, 'serial', serial, 'count', count, 'earlier', before) then return failure end
    redis.call('EXPIRE', tallied, kept)
  end
  if count + before >= quota then return '#' end
  if stamp > newest then
    if not write('HSET', KEYS[1], 'newest', stamp) then return failure end
    newest = stamp
  end
  if not write('HSET', KEYS[2], id, token) then return failure end
  redis.call('HINCRBY', tallied, 'count', 1)
  return false
end
local made = {}
replies[2] = string.format('%d', floor > tonumber(ARGV[6]) and floor or 0)
for i = 2, #ids do
  local id, token, stamp = ids[i], ARGV[3 * i + 2], tonumber(ARGV[3 * i + 3])
  local reply = here[i] or there[i] or made[id]
  if stamp < floor then reply = '<'
  elseif stamp > now + ahead then reply = '>'
  elseif not reply then
    reply = failure or claim(id, token, stamp, KEYS[i + 2])
    if not reply then made[id] = token end
  end
  replies[#replies + 1] = reply
end
return replies`

/**
 * Raises the floors of some apps' keys, and answers the epoch, or nil, and what the server says of itself. Or names what the user
 * may not do, so that a guard that could not make a claim does not start.
 */
const readingScript = `local denied = {}
for _, command in ipairs({${commands.map((name) => `'${name}'`).join(', ')}}) do
  if not redis.acl_check_cmd(command, KEYS[1], KEYS[1], KEYS[1]) then denied[#denied + 1] = command end
end
if #denied > 0 then return redis.error_reply('NOPERM ' .. table.concat(denied, ' ')) end
local time = redis.call('TIME')
local inTime = ARGV[2] ~= '' and time[1] * 1000 + time[2] / 1000 < tonumber(ARGV[3])
if inTime and (redis.call('HGET', KEYS[1], 'epoch') or '') == ARGV[1] then redis.call('HSET', KEYS[1], 'epoch', ARGV[2]) end
for i = 2, #KEYS do
  if tonumber(ARGV[i + 2]) > (tonumber(redis.call('HGET', KEYS[i], 'floor')) or 0) then
    redis.call('HSET', KEYS[i], 'floor', ARGV[i + 2])
    redis.call('EXPIRE', KEYS[i], ${restSeconds}, 'NX')
  end
end
return {redis.call('HGET', KEYS[1], 'epoch'), redis.call('INFO', ${infoSections.map((name) => `'${name}'`).join(', ')})}`

const sha = createHash('sha1').update(claimsScript).digest('hex')

/** The command for the claims of a turn. Redis forgets the script with a restart. */
export const claimsCommand =
  (prefix: string, life: number, ahead: number) =>
  ({ known, claims: made, floor, isLoaded }: Turn, quota: number): ReadonlyArray<string> => [
    ...(isLoaded ? ['EVALSHA', sha] : ['EVAL', claimsScript]),
    String(3 + made.length),
    ...['epoch', 'claims', 'earlier'].map((name) => prefix + name),
    ...made.map(({ tally }) => tally),
    known.text,
    known.epoch.replid,
    ...[life, ahead, quota, floor].map(String),
    ...made.flatMap(({ id, token, timestamp }) => [id, token, String(timestamp)]),
  ]

export interface Write {
  /** The epoch that was seen; `undefined`: none. */
  readonly seen: string | undefined
  readonly next: string
  /** In milliseconds by the server's clock: later, the write does nothing. */
  readonly before: number
}

/** The command that reads the epoch, after it has tried to write the next one, if there is one, and some keys' floors. */
export const readingCommand = (
  epochKey: string,
  floors: ReadonlyArray<KeyFloor>,
  write?: Write,
): ReadonlyArray<string> => [
  'EVAL',
  readingScript,
  String(1 + floors.length),
  epochKey,
  ...floors.map(([tally]) => tally),
  write?.seen ?? '',
  write?.next ?? '',
  String(write?.before ?? 0),
  ...floors.map(([, floor]) => String(floor)),
]
