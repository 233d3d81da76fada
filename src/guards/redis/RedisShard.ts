/**
 * Carries out what the machine decides (Machine.ts) on one server: the claims of a guard, or of one shard of a cluster. It sends
 * commands and reads replies, clocks and timers. All claims of one turn of the event loop go to the machine together.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type { Clock } from '../../effects/Clock.ts'
import type { Entropy } from '../../effects/Entropy.ts'
import type { Timer } from '../../effects/Timer.ts'
import { decide } from './decide.ts'
import * as Machine from './Machine.ts'
import { ask, type Send } from './RedisClient.ts'
import { type Fault, nameOf } from './RedisFault.ts'
import { claimsCommand, readingCommand } from './redisClaim.ts'
import type { Silence } from './Silence.ts'

type Answered = (outcome: Machine.Outcome) => void
type Begun = (outcome: E.Either<Fault, string>) => void

export interface RedisShard {
  /** How the keys of this shard begin. */
  readonly prefix: string
  /** Claims with a smaller timestamp are refused. */
  readonly floor: IO<number>
  /** Takes part in the shard's epoch, and answers what its server says of itself. */
  readonly begin: () => Promise<E.Either<Fault, string>>
  /** Calls `answered` once, perhaps long after the claim's end. */
  readonly submit: (claim: Machine.Claim, answered: Answered) => void
  /** The newest fault since then, in milliseconds of the timer. */
  readonly faultSince: (begun: number) => string | undefined
}

export interface Setting extends Machine.Rules {
  readonly send: Send
  readonly prefix: string
  readonly clock: Clock
  readonly entropy: Entropy
  readonly timer: Timer
  readonly life: number
  /** How many seconds a timestamp may be ahead of Redis's clock. */
  readonly ahead: number
  readonly quota: IO<number>
  /** Only in a cluster. */
  readonly silence: Silence | undefined
  /** Called with each reading of Redis's clock. */
  readonly onTime: (millis: number) => void
  /** Called when a timestamp lies too far ahead of Redis's clock. */
  readonly onFarAhead: () => void
}

/** What the interpreter holds beside the machine's state: who awaits what. */
interface Shard {
  readonly setting: Setting
  readonly decide: ReturnType<typeof decide>
  readonly commandOf: ReturnType<typeof claimsCommand>
  /** By the claims' tokens. */
  readonly answered: Map<string, Answered>
  readonly begun: Array<Begun>
  state: Machine.State
  /** The claims of this turn of the event loop. */
  submitted: Array<Machine.Claim>
}

export const make = (setting: Setting): RedisShard => {
  const { prefix, life, ahead, fence } = setting
  const shard: Shard = {
    setting,
    decide: decide(setting),
    commandOf: claimsCommand(prefix, life, ahead, fence),
    answered: new Map(),
    begun: [],
    state: Machine.initial,
    submitted: [],
  }
  return {
    prefix,
    floor: () => shard.state.floor,
    begin: () =>
      new Promise((resolve) => {
        shard.begun.push(resolve)
        dispatch(shard, { _tag: 'Begun' })
      }),
    submit: (claim, answered) => submit(shard, claim, answered),
    faultSince: (begun) => {
      const { trouble } = shard.state
      return trouble !== undefined && trouble.at >= begun ? trouble.detail : undefined
    },
  }
}

const submit = (shard: Shard, claim: Machine.Claim, answered: Answered): void => {
  shard.answered.set(claim.token, answered)
  if (shard.submitted.length === 0) setImmediate(endTurn, shard)
  shard.submitted.push(claim)
}

const endTurn = (shard: Shard): void => {
  const claims = shard.submitted
  shard.submitted = []
  dispatch(shard, { _tag: 'Submitted', claims })
}

/** Nobody awaits the event, so what a clock throws ends the claims that wait for it. */
const dispatch = (shard: Shard, event: Machine.Event): void => {
  const { clock, timer } = shard.setting
  try {
    const at: Machine.Instant = { now: clock.now(), elapsed: timer.elapsed() }
    const { state, commands } = shard.decide(shard.state, event, at)
    shard.state = state
    for (const command of commands) perform(shard, command)
  } catch (thrown) {
    failAll(shard, failure(thrown))
  }
}

const failAll = (shard: Shard, fault: Fault): void => {
  const { answered, begun } = shard
  shard.state = { ...shard.state, settling: undefined, waiting: [] }
  for (const answer of answered.values()) answer(fault)
  answered.clear()
  for (const resolve of begun.splice(0)) resolve(E.left(fault))
}

const perform = (shard: Shard, command: Machine.Command): void => {
  const { setting, begun } = shard
  switch (command._tag) {
    case 'Claim':
      sendClaims(shard, command.turn, command.limitMs)
      break
    case 'Read':
      sendReading(shard, command.reading, command.limitMs)
      break
    case 'Answer':
      answer(shard, command.claim.token, command.outcome)
      break
    case 'Rest':
      setting.timer.after(command.ms, () => dispatch(shard, { _tag: 'Rested', claims: command.claims }))
      break
    case 'Settled':
      for (const resolve of begun.splice(0)) resolve(command.outcome)
      break
    case 'TellTime':
      setting.onTime(command.millis)
      break
    case 'TellFarAhead':
      setting.onFarAhead()
  }
}

const answer = ({ answered }: Shard, token: string, outcome: Machine.Outcome): void => {
  answered.get(token)?.(outcome)
  answered.delete(token)
}

/** Tells of the reply, or that there was none in time. Of the two, the machine hears of the first alone. */
const send = (
  { setting: { send, prefix, timer } }: Shard,
  command: ReadonlyArray<string>,
  limitMs: number,
  onReply: (reply: Machine.Reply) => void,
  onMissed: () => void,
): void => {
  let isOpen = true
  const once = (then: () => void): void => {
    if (isOpen) then()
    isOpen = false
  }
  const cancel = timer.after(limitMs, () => once(onMissed))
  void ask(send, command, `${prefix}epoch`).then((reply) => {
    cancel()
    once(() => onReply(reply))
  })
}

const sendClaims = (shard: Shard, turn: Machine.Turn, limitMs: number): void => {
  const { quota, silence } = shard.setting
  const onReply = (reply: Machine.Reply): void => {
    const pause = E.isRight(reply) && silence !== undefined ? silence(turn.known.epoch.run_id, turn.sent) : 0
    dispatch(shard, { _tag: 'ClaimsReplied', turn, reply, pause })
  }
  send(shard, shard.commandOf(turn, quota()), limitMs, onReply, () => dispatch(shard, { _tag: 'ClaimsMissed', turn }))
}

const sendReading = (shard: Shard, reading: Machine.Reading, limitMs: number): void => {
  const { prefix, entropy } = shard.setting
  const drawn = { epochId: entropy.nonce(), ticket: entropy.nonce() }
  const onReply = (reply: Machine.Reply): void => dispatch(shard, { _tag: 'ReadingReplied', reading, reply })
  const onMissed = (): void => dispatch(shard, { _tag: 'ReadingMissed', reading })
  send(shard, readingCommand(`${prefix}epoch`, reading, drawn), limitMs, onReply, onMissed)
}

/** A clock or an entropy has thrown. */
const failure = (thrown: unknown): Fault => ({ detail: `the guard failed (${nameOf(thrown)})`, again: false })
