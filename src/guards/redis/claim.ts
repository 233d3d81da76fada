/**
 * How a guard sends claims and answers them. Part of `decide`.
 *
 * A claim ends once: with the store's answer, with a fault, or when its caller no longer waits. Until then it is sent again, with
 * the same token: after a reply that was lost, after a pause, or in the next epoch.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Claim, Command, Decision, Instant, Outcome, Reply, Rules, State, Turn } from './Machine.ts'
import { type Fault, faultOf, textOf, unexpected } from './RedisFault.ts'
import { timeOf } from './RedisInfo.ts'
import { settle } from './settle.ts'

/** As many claims as one script makes: Redis does nothing else meanwhile. */
const maxAtOnce = 64
/** The pause before another attempt. */
const pauseMs = 5
/** Claims without an answer no longer count as waiting after so long, or after their deadline if that is longer. */
const turnMs = 10_000

/** The claim is over its deadline. Its caller was refused by now, or is about to be: two timers end at the same time in any order. */
export const givenUp: Fault = { detail: 'it was given up', again: false }

const answerOf = (claim: Claim, outcome: Outcome): Command => ({ _tag: 'Answer', claim, outcome })

/** Sends claims again, but for those whose callers no longer wait. A claim that just came is sent even if it is late. */
export const resubmit = (rules: Rules, state: State, claims: ReadonlyArray<Claim>, at: Instant): Decision => {
  const ended = claims.filter(({ end }) => at.elapsed >= end)
  const answers = ended.map((claim) => answerOf(claim, givenUp))
  const open = ended.length === 0 ? claims : claims.filter(({ end }) => at.elapsed < end)
  return after(answers, submit(rules, state, open, at))
}

/** Sends the claims, or keeps them until the guard has settled. */
export const submit = (rules: Rules, state: State, claims: ReadonlyArray<Claim>, at: Instant): Decision => {
  const below = claims.filter(({ timestamp }) => timestamp < state.floor)
  const commands = below.map((claim) => answerOf(claim, 'forgotten'))
  const open = below.length === 0 ? claims : claims.filter(({ timestamp }) => timestamp >= state.floor)
  if (open.length === 0) return { state, commands }
  const { known, floor, isLoaded, settling, missed } = state
  if (known === undefined || settling !== undefined || missed > 0) return waitFor(rules, state, open, commands)
  for (let from = 0; from < open.length; from += maxAtOnce) {
    const turn: Turn = { known, floor, claims: open.slice(from, from + maxAtOnce), isLoaded, sent: at.elapsed }
    commands.push({ _tag: 'Claim', turn, limitMs: Math.max(turnMs, rules.deadlineMs) })
  }
  return { state, commands }
}

/** Keeps the claims until the guard has settled. */
const waitFor = (
  rules: Rules,
  state: State,
  claims: ReadonlyArray<Claim>,
  commands: ReadonlyArray<Command>,
): Decision => after(commands, settle(rules, { ...state, waiting: state.waiting.concat(claims) }, false))

const after = (earlier: ReadonlyArray<Command>, { state, commands }: Decision): Decision => ({
  state,
  commands: earlier.concat(commands),
})

/** A settling is over: sends the claims that waited for it, or ends them with its fault. */
export const release = (rules: Rules, { state, commands }: Decision, at: Instant): Decision => {
  const settled = commands.find((command) => command._tag === 'Settled')
  if (settled === undefined) return { state, commands }
  const { waiting } = state
  const idle: State = { ...state, waiting: [] }
  return after(
    commands,
    E.isLeft(settled.outcome) ? fail(idle, waiting, settled.outcome.left, at) : resubmit(rules, idle, waiting, at),
  )
}

/** A fault ends the claims, or they are submitted again after a pause. */
const fail = (state: State, claims: ReadonlyArray<Claim>, fault: Fault, { elapsed }: Instant): Decision => {
  if (claims.length === 0) return { state, commands: [] }
  if (!fault.again) return { state, commands: claims.map((claim) => answerOf(claim, fault)) }
  const trouble = { detail: fault.detail, at: elapsed }
  return { state: { ...state, trouble }, commands: [{ _tag: 'Rest', ms: pauseMs, claims }] }
}

/** Redis has left the claims of a turn without an answer. The next ones wait until a reading has one. */
export const giveUp = (state: State, { claims }: Turn, { elapsed }: Instant): Decision => ({
  state: { ...state, missed: state.missed + 1, trouble: { detail: givenUp.detail, at: elapsed } },
  commands: claims.map((claim) => answerOf(claim, givenUp)),
})

/** What Redis replied to the claims of a turn. */
interface Replies {
  readonly millis: number
  /** `undefined`: the store is in another epoch. */
  readonly floor: string | undefined
  /** One for each claim. */
  readonly held: ReadonlyArray<unknown>
}

const repliesIn = (reply: unknown, { claims }: Turn): Replies | undefined => {
  const [time, floorReply, ...held] = Array.isArray(reply) ? reply : []
  const millis = timeOf(textOf(time) ?? '')
  if (millis === undefined) return undefined
  if (floorReply === undefined) return { millis, floor: undefined, held }
  const floor = textOf(floorReply) ?? ''
  return held.length === claims.length && /^\d{1,15}$/.test(floor) ? { millis, floor, held } : undefined
}

/** Answers the claims of a turn, or has them sent again. */
export const readReplies = (
  rules: Rules,
  state: State,
  turn: Turn,
  reply: Reply,
  pause: number,
  at: Instant,
): Decision => {
  const { claims } = turn
  if (E.isLeft(reply)) {
    if (reply.left.noScript === true) return resubmit(rules, { ...state, isLoaded: false }, claims, at)
    return fail(state, claims, reply.left, at)
  }
  const replies = repliesIn(reply.right, turn)
  if (replies === undefined) return fail(state, claims, unexpected, at)
  const told: ReadonlyArray<Command> = [{ _tag: 'TellTime', millis: replies.millis }]
  const loaded = state.isLoaded && state.missed === 0 ? state : { ...state, isLoaded: true, missed: 0 }
  // These replies belong to an epoch that has ended.
  if (state.known?.text !== turn.known.text) return after(told, resubmit(rules, loaded, claims, at))
  if (replies.floor === undefined) return waitFor(rules, loaded, claims, told)
  const floor = Math.max(state.floor, Number(replies.floor))
  const raised = floor === loaded.floor ? loaded : { ...loaded, floor }
  if (pause > 0) return { state: raised, commands: told.concat({ _tag: 'Rest', ms: pause, claims }) }
  return after(told, answerAll(rules, raised, claims, replies))
}

/** By Redis's clock, the guard tells apps that are ahead from the others as the script does. */
const answerAll = (
  { fence }: Rules,
  state: State,
  claims: ReadonlyArray<Claim>,
  { millis, held }: Replies,
): Decision => {
  const fenced = Math.floor(millis / 1000) + fence
  const outcomes = claims.map((claim, i) => outcomeOf(claim, held[i]))
  const firsts = claims.filter((_, i) => outcomes[i] === 'first')
  const ahead = firsts.filter(({ timestamp }) => timestamp > fenced)
  const stamps = firsts.map(({ timestamp }) => timestamp).filter((timestamp) => timestamp <= fenced)
  const newest = stamps.reduce((most, timestamp) => Math.max(most, timestamp), state.newest)
  const beyond = ahead.length === 0 ? state.beyond : beyondWith(state.beyond, ahead)
  const commands = claims.map((claim, i) => answerOf(claim, outcomes[i] as Outcome))
  const isFarAhead = held.some((each) => textOf(each) === '>')
  return {
    state: newest === state.newest && beyond === state.beyond ? state : { ...state, newest, beyond },
    commands: isFarAhead ? [...commands, { _tag: 'TellFarAhead' }] : commands,
  }
}

const beyondWith = (beyond: State['beyond'], firsts: ReadonlyArray<Claim>): State['beyond'] => {
  const next = new Map(beyond)
  for (const { tally, timestamp } of firsts) next.set(tally, Math.max(next.get(tally) ?? 0, timestamp))
  return next
}

/** What the reply to one claim means: redisClaim.ts. */
const outcomeOf = ({ token }: Claim, held: unknown): Outcome => {
  const holder = held === null ? token : textOf(held)
  if (holder === token) return 'first'
  if (holder === '#') return 'full'
  if (holder === '<' || holder === '>') return 'forgotten'
  if (holder?.startsWith('!') === true) return faultOf(new Error(holder.slice(1)))
  return holder !== undefined && isToken(holder) ? 'repeated' : unexpected
}

const isToken = (text: string): boolean => /^[\w-]{12}$/.test(text)
