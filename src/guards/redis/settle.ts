/**
 * How a guard and its store come to one epoch, at the start and after claims may have been lost. Part of `decide`.
 *
 * Why several guards may settle at the same time. Let L be the last instant at which claims were lost, by a failover, a
 * restart, a flush or a move to another server. The lost claims were stamped at most `fence` seconds after L: a condition in
 * SECURITY.md.
 *
 * - An epoch's floor is now + fence + 2, and its write does nothing a second after `now` was read. So every epoch written
 *   after L, by any guard, early, late or twice, has a floor above all lost claims.
 * - No guard trusts an epoch from before L: a flush deletes it; a restart or promotion changes the replication id, and
 *   another server has another one. A lost epoch never comes back, because its write is too late and its id is random.
 * - A claim is made in one step with the check that the epoch is the one that the guard knows, and that the server is the one
 *   that it names. So the claim was made within that epoch, and above its floor.
 * - An epoch is written only over the one that was seen. Overwriting an epoch removes no claim. The other guards adopt its
 *   floor, or settle again if they have accepted a claim that it does not cover. A guard's own floor only rises.
 * - An app whose clock is further ahead than the fence would keep every app out. So its claims raise the floor of its key
 *   alone: whoever accepted them writes that floor into the key's tally, in the step that reads the epoch.
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
}

/** The write of an epoch does nothing so many milliseconds after the server's last answer, by the server's clock. */
const writeMs = 1000
const maxRounds = 10

const noPrimary: Fault = { detail: 'this Redis is no primary: the client must talk to the primary', again: false }
const restless: Fault = { detail: 'the epoch key changes faster than it can be read', again: false }

/** Begins to settle, unless the guard does already. */
export const settle = (state: State, isStart: boolean): Decision =>
  state.settling === undefined ? read(state, { isStart, round: 0, draft: undefined }) : { state, commands: [] }

/** Each reading takes the keys' floors along: no other guard knows what this one has accepted. */
const read = (state: State, what: Pick<Reading, 'isStart' | 'round' | 'draft'>): Decision => {
  const beyond = new Map(Array.from(state.beyond).filter(([, timestamp]) => timestamp >= state.floor))
  const floors = Array.from(beyond, ([tally, timestamp]): KeyFloor => [tally, timestamp + 1])
  const reading: Reading = { ...what, serial: state.readings, floors }
  return {
    state: { ...state, beyond, settling: reading, readings: state.readings + 1 },
    commands: [{ _tag: 'Read', reading }],
  }
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
  const { text, server, info } = seen.right
  if (server.role !== 'master') return end(state, E.left(noPrimary))
  const found = text === undefined ? undefined : Epoch.parse(text)
  if (text !== undefined && found !== undefined && isFit(state, found, server))
    return end(adopt(state, { text, epoch: found }), E.right(info))
  if (reading.round >= maxRounds) return end(state, E.left(restless))
  const { isStart, round } = reading
  const draft = draftOf(rules, state, isStart, seen.right, found, now)
  return read(state, { isStart, round: round + 1, draft })
}

const end = (state: State, outcome: E.Either<Fault, string>): Decision => ({
  state: { ...state, settling: undefined },
  commands: [{ _tag: 'Settled', outcome }],
})

const seenIn = (reply: unknown): E.Either<Fault, Seen> => {
  const [epochReply, infoReply] = Array.isArray(reply) ? reply : []
  const info = textOf(infoReply) ?? ''
  const server = RedisInfo.parse(info)
  const text = epochReply === null ? undefined : textOf(epochReply)
  if (server === undefined || (text === undefined && epochReply !== null)) return E.left(unexpected)
  return E.right({ text, server, info })
}

/** Whether it is this server's, and its floor covers every claim that this guard has accepted within the fence. */
const isFit = ({ known, newest }: State, epoch: Epoch.Epoch, server: RedisInfo.Server): boolean =>
  Epoch.isOf(epoch, server) && (known === undefined || epoch.floor > newest)

const adopt = (state: State, found: Epoch.Known): State => ({
  ...state,
  known: state.known?.text === found.text ? state.known : found,
  floor: Math.max(state.floor, found.epoch.floor),
})

/** The next epoch: above all that may be lost, or that of a new store. */
const draftOf = (
  { fence, first }: Rules,
  state: State,
  isStart: boolean,
  { text, server }: Seen,
  found: Epoch.Epoch | undefined,
  now: number,
): Draft => {
  const isNew = isStart && state.known === undefined && text === undefined
  // One more second because `now` is rounded down, and one until the write is too late.
  const fenced = Math.max(state.floor, found?.floor ?? 0, state.newest + 1, now + fence + 2)
  const floor = isNew ? (first ?? now) : fenced
  return {
    seen: text,
    epoch: { run_id: server.runId, replid: server.replId, floor },
    before: server.millis + writeMs,
  }
}
