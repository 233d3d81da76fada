/**
 * How a guard and its store come to one epoch, at the start and after claims may have been lost. Part of `decide`.
 *
 * Why several guards may settle at the same time. Let L be the last instant at which claims were lost, by a failover, a
 * restart, a flush or a move to another server. The lost claims were stamped at most `fence` seconds after L: a condition in
 * SECURITY.md.
 *
 * - An epoch's floor is now + fence + 2, where `now` is read after the store was. Its write counts only while nothing was lost
 *   since: the reading leaves a ticket beside the epoch, which a flush takes along, and which never comes back. The write
 *   names it, and the server's run and history, because an older replica may have the ticket as well. So every epoch
 *   written after L, by any guard, early, late or twice, has a floor above all lost claims. No clock decides that.
 * - No guard trusts an epoch from before L: a flush deletes it; a restart or promotion changes the replication id, and
 *   another server has another one. A lost epoch never comes back, because its ticket is lost and its id is random.
 * - A claim is made in one step with the check that the epoch is the one that the guard knows, and that the server is the one
 *   that it names. So the claim was made within that epoch, and above its floor.
 * - An epoch is written only over the one that was seen, and only if that is not this server's. Overwriting an epoch removes no
 *   claim. The other guards adopt it. A guard that has accepted what its floor does not cover raises the floor, in
 *   the step that reads the epoch: mostly that is past already. A guard's own floor only rises.
 * - An app whose clock is further ahead than the fence would keep every app out. So its claims raise the floor of its key
 *   alone: whoever accepted them writes that floor beside the epoch, in the same step.
 *
 * One epoch has no fence: that of a guard that starts and finds none. It treats the store as new.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Epoch from './Epoch.ts'
import type { Decision, Draft, Instant, KeyFloor, Reading, Reply, Rules, State } from './Machine.ts'
import { type Fault, textOf, unexpected } from './RedisFault.ts'
import * as RedisInfo from './RedisInfo.ts'

/** What a reading tells. */
interface Seen {
  /** `undefined` if there is no epoch. */
  readonly text: string | undefined
  readonly server: RedisInfo.Server
  readonly info: string
  readonly ticket: string
  readonly floor: number
}

const maxRounds = 10
/** A reading without an answer is given up after so long, or after a claim's deadline if that is longer. */
const readingMs = 1_000
/** Twice as long each time, up to this: a Redis that hangs is not asked without end. */
const longestMs = 10_000

const noPrimary: Fault = { detail: 'this Redis is not a primary: the client must talk to the primary', again: false }
const silent: Fault = { detail: 'Redis has not answered a command', again: true }
const restless: Fault = { detail: 'the epoch key changes faster than it can be read', again: false }

/** Begins to settle, unless the guard does already. */
export const settle = (rules: Rules, state: State, isStart: boolean): Decision =>
  state.settling === undefined ? read(rules, state, { isStart, round: 0, draft: undefined }) : { state, commands: [] }

/** Each reading takes along what the guard has accepted: no other guard knows. */
const read = (rules: Rules, state: State, what: Pick<Reading, 'isStart' | 'round' | 'draft'>): Decision => {
  const beyond = new Map(Array.from(state.beyond).filter(([, timestamp]) => timestamp >= state.floor))
  const floors = Array.from(beyond, ([tally, timestamp]): KeyFloor => [tally, timestamp + 1])
  const { isStart, round, draft } = what
  const { readings, known, newest, missed } = state
  const reading: Reading = { serial: readings, isStart, round, draft, known: known?.text, need: newest + 1, floors }
  const limitMs = Math.min(readingMs * 2 ** Math.min(missed, 10), longestMs)
  return {
    state: { ...state, beyond, settling: reading, readings: readings + 1 },
    commands: [{ _tag: 'Read', reading, limitMs: Math.max(limitMs, rules.deadlineMs) }],
  }
}

/** A reading without an answer: another one takes its place, if somebody still waits. The first may yet be carried out. */
export const repeatReading = (rules: Rules, state: State, reading: Reading, at: Instant): Decision => {
  if (state.settling?.serial !== reading.serial) return { state, commands: [] }
  const missed: State = { ...state, missed: state.missed + 1, trouble: { detail: silent.detail, at: at.elapsed } }
  const { isStart } = reading
  return isStart || state.waiting.some((claim) => at.elapsed < claim.end)
    ? read(rules, missed, { isStart, round: 0, draft: undefined })
    : end(missed, E.left(silent))
}

/** The guard adopts what it reads, or replaces it. The reply to a reading that was given up changes nothing. */
export const continueSettling = (
  rules: Rules,
  state: State,
  reading: Reading,
  reply: Reply,
  { now }: Instant,
): Decision => {
  if (state.settling?.serial !== reading.serial) return { state, commands: [] }
  const seen = E.chain(seenIn)(reply)
  if (E.isLeft(seen)) return end(state, seen)
  const answered = state.missed === 0 ? state : { ...state, missed: 0 }
  const { text, server, info, floor } = seen.right
  if (server.role !== 'master') return end(answered, E.left(noPrimary))
  const found = text === undefined ? undefined : Epoch.parse(text)
  const isSound = text !== undefined && found !== undefined && Epoch.isOf(found, server)
  if (isSound && isCovered(answered, text, Math.max(floor, found.floor), reading))
    return end(adopt(answered, { text, epoch: found }, floor), E.right(info))
  if (reading.round >= maxRounds) return end(answered, E.left(restless))
  const { isStart, round } = reading
  const draft = isSound ? undefined : draftOf(rules, answered, isStart, seen.right, found, now)
  return read(rules, answered, { isStart, round: round + 1, draft })
}

const end = (state: State, outcome: E.Either<Fault, string>): Decision => ({
  state: { ...state, settling: undefined },
  commands: [{ _tag: 'Settled', outcome }],
})

const seenIn = (reply: unknown): E.Either<Fault, Seen> => {
  const [epochReply, infoReply, ticketReply, floorReply] = Array.isArray(reply) ? reply : []
  const info = textOf(infoReply) ?? ''
  const server = RedisInfo.parse(info)
  const text = epochReply === null ? undefined : textOf(epochReply)
  const ticket = textOf(ticketReply)
  const floor = Number(/^\d{1,15}$/.exec(textOf(floorReply) ?? '')?.[0])
  if (server === undefined || (text === undefined && epochReply !== null)) return E.left(unexpected)
  if (ticket === undefined || Number.isNaN(floor)) return E.left(unexpected)
  return E.right({ text, server, info, ticket, floor })
}

/** Whether the store refuses all that this guard has accepted in an epoch before. Claims may have been accepted since the reading. */
const isCovered = (state: State, text: string, floor: number, { floors }: Reading): boolean => {
  if (state.known === undefined || state.known.text === text) return true
  const told = new Map(floors)
  const isTold = ([tally, timestamp]: readonly [string, number]) => timestamp < Math.max(floor, told.get(tally) ?? 0)
  return floor > state.newest && Array.from(state.beyond).every(isTold)
}

const adopt = (state: State, found: Epoch.Known, floor: number): State => ({
  ...state,
  known: state.known?.text === found.text ? state.known : found,
  floor: Math.max(state.floor, found.epoch.floor, floor),
})

/** The next epoch: above all that may be lost, or that of a new store. */
const draftOf = (
  { fence, first }: Rules,
  state: State,
  isStart: boolean,
  { text, server, ticket }: Seen,
  found: Epoch.Epoch | undefined,
  now: number,
): Draft => {
  const isNew = isStart && state.known === undefined && text === undefined
  // One more second because `now` is rounded down, and one to spare.
  const fenced = Math.max(state.floor, found?.floor ?? 0, state.newest + 1, now + fence + 2)
  const floor = isNew ? (first ?? now) : fenced
  return { seen: text, ticket, epoch: { run_id: server.runId, replid: server.replId, floor } }
}
