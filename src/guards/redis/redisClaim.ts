/**
 * The two scripts that the guard runs in Redis. Redis runs a script in one step, on one server, so it does not matter which
 * connection carries it. The specs hold a twin of them in TypeScript (spec/guards/redis/storeTwin.ts).
 *
 * The claims are fields of two hashes, the current and the earlier generation. When the current one is as old as a claim must
 * live, the earlier one is dropped and the current one takes its place. So a claim is remembered for one to two lives.
 *
 * The state is a hash beside them: the epoch, its `ticket`, when the generation `begun`, its `serial`, the `newest` timestamp in it, the
 * newest in the `earlier` one, and the `floor`, the smallest timestamp of which no claim was forgotten. A generation is lost as a
 * whole, with its marker, and then the floor rises above its newest timestamp. So Redis's clock decides when claims are
 * forgotten, never what is accepted.
 *
 * An app whose clock is further ahead than the fence must not raise the floor of all. So its newest timestamps count for its key
 * alone, in a field of the state: `AGE NEWEST EARLIER FLOOR`. The state's `age` rises with each generation, and once more when one is
 * lost. What a field calls newest was accepted at its age, what it calls earlier one age before; what is older is forgotten, and raises
 * the key's floor. A key that was never so far ahead has no field.
 *
 * `claimsScript` makes the claims of one turn, if the store is still in the epoch that the guard knows. It counts the claims of
 * each app's key in a hash, the tally: `count` those in the generation `serial`, `earlier` those in the one before.
 *
 * `readingScript` reads the epoch. Before, it writes the next one if nothing was lost since the guard saw the ticket: settle.ts. And it
 * raises the floors above what the guard has accepted, if the epoch is not the one that the guard knows.
 */
import { createHash } from 'node:crypto'
import * as Epoch from './Epoch.ts'
import type { Reading, Turn } from './Machine.ts'
import { infoSections } from './RedisInfo.ts'
import { commands } from './redisCommands.ts'

/** A store that no verifier uses is cleaned up after two lives and so many seconds. Long, because clocks step. */
const restSeconds = 86_400

/** What a field of the state says of an app's key, as the variable `app`. */
const readingOfApp = (field: string): string =>
  `local at, latest, before, least = string.match(${field} or '', '^(%d+) (%-?%d+) (%-?%d+) (%d+)$')
  app = {age = tonumber(at) or 0, newest = tonumber(latest) or -1, earlier = tonumber(before) or -1, floor = tonumber(least) or 0}`

const textOfApp = "string.format('%d %d %d %d', app.age, app.newest, app.earlier, app.floor)"

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
local state = redis.call('HMGET', KEYS[1], 'epoch', 'life', 'begun', 'serial', 'newest', 'earlier', 'floor', 'age', unpack(KEYS, 4))
if state[1] ~= ARGV[1] or not tells('role:master') or not tells('master_replid:' .. ARGV[2]) then
  return replies
end
life = math.max(life, tonumber(state[2]) or 0)
local kept = 2 * life + ${restSeconds}
local begun, serial, newest = tonumber(state[3]), tonumber(state[4]), tonumber(state[5])
local earlier, floor = tonumber(state[6]), math.max(tonumber(ARGV[6]), tonumber(state[7]) or 0)
local age, fenced, renewed = tonumber(state[8]) or 0, now + tonumber(ARGV[7]), false
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
    begun, serial, earlier, newest, age, changed = now, serial + 1, math.max(newest, 0), -1, age + 1, true
    renewed = true
  end
end
local ids = {''}
for i = 8, #ARGV, 3 do ids[#ids + 1] = ARGV[i] end
local here = redis.call('HMGET', KEYS[2], unpack(ids))
local there = earlier >= 0 and redis.call('HMGET', KEYS[3], unpack(ids)) or {}
if not there[1] and earlier >= 0 then
  floor, earlier, age, changed = math.max(floor, earlier + 1), -1, age + 1, true
end
if not here[1] then
  floor, newest, age, changed = math.max(floor, newest + 1), -1, renewed and age or age + 2, true
end
if changed then
  write('HSET', KEYS[1], 'life', life, 'begun', begun, 'serial', serial, 'newest', newest, 'earlier', earlier, 'floor', floor, 'age', age)
end
if not here[1] and not failure and write('HSET', KEYS[2], '', serial) then redis.call('EXPIRE', KEYS[2], kept) end
local apps = {}
local function appOf(i)
  local app = apps[KEYS[i + 2]]
  if app then return app end
  ${readingOfApp('state[i + 7]')}
  if app.age < age - 1 then
    app.floor, app.newest, app.earlier = math.max(app.floor, app.newest + 1, app.earlier + 1), -1, -1
  elseif app.age == age - 1 then
    app.floor, app.newest, app.earlier = math.max(app.floor, app.earlier + 1), -1, app.newest
  end
  app.age = age
  apps[KEYS[i + 2]] = app
  return app
end
local function claim(id, token, stamp, tallied, app)
  local tally = redis.call('HMGET', tallied, 'serial', 'count', 'earlier')
  local count, before = tonumber(tally[2]) or 0, tonumber(tally[3]) or 0
  if tonumber(tally[1]) ~= serial then
    before, count = tonumber(tally[1]) == serial - 1 and count or 0, 0
    if not write('HSET', tallied, 'serial', serial, 'count', count, 'earlier', before) then return failure end
    redis.call('EXPIRE', tallied, kept)
  end
  if count + before >= quota then return '#' end
  if stamp > fenced and stamp > app.newest then
    app.newest = stamp
    if not write('HSET', KEYS[1], tallied, ${textOfApp}) then return failure end
  elseif stamp <= fenced and stamp > newest then
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
  local id, token, stamp, app = ids[i], ARGV[3 * i + 3], tonumber(ARGV[3 * i + 4]), appOf(i)
  local reply = here[i] or there[i] or made[id]
  if stamp < floor or stamp < app.floor then reply = '<'
  elseif stamp > now + ahead then reply = '>'
  elseif not reply then
    reply = failure or claim(id, token, stamp, KEYS[i + 2], app)
    if not reply then made[id] = token end
  end
  replies[#replies + 1] = reply
end
return replies`

/**
 * Answers the epoch, or nil; what the server says of itself; the ticket; and the floor. Or names what the user may not do, so
 * that a guard that could not make a claim does not start.
 *
 * A ticket must never come back, also where Redis runs an earlier reading once more after a flush. So it has the count of
 * commands that this server has processed: the clock may step, and the reading's own random text is the same each time.
 */
const readingScript = `local denied = {}
for _, command in ipairs({${commands.map((name) => `'${name}'`).join(', ')}}) do
  if not redis.acl_check_cmd(command, KEYS[1], KEYS[1], KEYS[1]) then denied[#denied + 1] = command end
end
if #denied > 0 then return redis.error_reply('NOPERM ' .. table.concat(denied, ' ')) end
local info = redis.call('INFO', ${infoSections.map((name) => `'${name}'`).join(', ')})
local function tells(line) return string.find(info, line .. '\\r', 1, true) end
local state = redis.call('HMGET', KEYS[1], 'epoch', 'ticket', 'floor')
local epoch, ticket, floor = state[1], state[2], tonumber(state[3]) or 0
if not tells('role:master') then return {epoch, info, '', '0'} end
local isWritten = ARGV[2] ~= '' and (epoch or '') == ARGV[1] and ticket == ARGV[3] and
  tells('run_id:' .. ARGV[4]) and tells('master_replid:' .. ARGV[5])
if isWritten then epoch = ARGV[2] end
if isWritten or not ticket then
  ticket = ARGV[8] .. ':' .. string.match(redis.call('INFO', 'stats'), 'total_commands_processed:(%d+)')
  if isWritten then redis.call('HSET', KEYS[1], 'epoch', epoch, 'ticket', ticket)
  else redis.call('HSET', KEYS[1], 'ticket', ticket) end
end
if epoch and epoch ~= ARGV[6] then
  if tonumber(ARGV[7]) > floor then
    floor = tonumber(ARGV[7])
    redis.call('HSET', KEYS[1], 'floor', floor)
  end
  for i = 9, #ARGV, 2 do
    local app
    ${readingOfApp("redis.call('HGET', KEYS[1], ARGV[i])")}
    app.floor = math.max(app.floor, tonumber(ARGV[i + 1]))
    redis.call('HSET', KEYS[1], ARGV[i], ${textOfApp})
  end
end
return {epoch, info, ticket, string.format('%d', floor)}`

const sha = createHash('sha1').update(claimsScript).digest('hex')

/** The command for the claims of a turn. Redis forgets the script with a restart. */
export const claimsCommand =
  (prefix: string, life: number, ahead: number, fence: number) =>
  ({ known, claims, floor, isLoaded }: Turn, quota: number): ReadonlyArray<string> => {
    const command = isLoaded ? ['EVALSHA', sha] : ['EVAL', claimsScript]
    command.push(String(3 + claims.length), `${prefix}epoch`, `${prefix}claims`, `${prefix}earlier`)
    for (const { tally } of claims) command.push(tally)
    command.push(known.text, known.epoch.replid)
    for (const setting of [life, ahead, quota, floor, fence]) command.push(String(setting))
    for (const { id, token, timestamp } of claims) command.push(id, token, String(timestamp))
    return command
  }

/** What the interpreter draws for a reading: both are random, and never repeat. */
export interface Drawn {
  readonly epochId: string
  readonly ticket: string
}

/** The command of a reading. */
export const readingCommand = (
  epochKey: string,
  { draft, known, need, floors }: Reading,
  { epochId, ticket }: Drawn,
): ReadonlyArray<string> => {
  const next = draft === undefined ? '' : Epoch.serialize({ ...draft.epoch, id: epochId })
  const { run_id = '', replid = '' } = draft?.epoch ?? {}
  const command = ['EVAL', readingScript, '1', epochKey, draft?.seen ?? '', next, draft?.ticket ?? '', run_id, replid]
  command.push(known ?? '', String(need), ticket)
  for (const [tally, floor] of floors) command.push(tally, String(floor))
  return command
}
