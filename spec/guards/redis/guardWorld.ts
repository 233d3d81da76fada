/**
 * A world of few guards and one Redis, for an exhaustive search: the guards are the machine itself (src/guards/redis/decide.ts), Redis is
 * the scripts' twin (storeTwin.ts). A scope says how large the world is and which faults may happen; `movesOf` are all that may
 * happen next, and `judge` says which law a world breaks.
 */
import * as E from 'fp-ts/lib/Either.js'
import { decide } from '../../../src/guards/redis/decide.ts'
import {
  type Claim,
  type Command,
  type Event,
  type Instant,
  initial,
  type Reading,
  type Reply,
  type Rules,
  type State,
  type Turn,
} from '../../../src/guards/redis/Machine.ts'
import { claimsCommand, readingCommand } from '../../../src/guards/redis/redisClaim.ts'
import { type Hash, run, type Store } from './storeTwin.ts'

/** What may go wrong, and how often at most in one run. */
export interface Faults {
  /** All keys are gone. */
  readonly flush?: number
  /** Redis starts again, without data or with what was saved. */
  readonly restart?: number
  /** A replica with what was saved becomes the primary. */
  readonly failover?: number
  /** The primary that was replaced becomes the primary again, without a restart. */
  readonly failback?: number
  /** One key is gone: the state, a generation, or a tally. */
  readonly evict?: number
  /** Redis's clock steps, by one of `steps` of the scope. */
  readonly step?: number
  /** A connection is cut: the guard has no reply, and Redis may yet run the command. */
  readonly cut?: number
  /** The guard gives a command up, and Redis may yet run it. */
  readonly miss?: number
  /** Redis runs a command, and may run it once more. */
  readonly duplicate?: number
}

type Fault = keyof Faults

export interface Scope {
  readonly name: string
  /** One guard each: how far its clock is ahead of the true time. */
  readonly clocks: ReadonlyArray<number>
  readonly fence: number
  readonly life: number
  /** How far a timestamp may be ahead of Redis's clock. */
  readonly ahead: number
  /** How many claims of one app are remembered at most. Default: 1,000. */
  readonly quota?: number
  /** The true time at the begin. Default: 100. */
  readonly begin?: number
  /** For how many seconds the search goes on. */
  readonly seconds: number
  /** Requests, each sent to every guard once: its app, and how far its timestamp lies after the begin. */
  readonly requests: ReadonlyArray<{
    readonly app: string
    readonly at: number
    /** To which guards it may be sent. Default: to all. */
    readonly to?: ReadonlyArray<number>
    /** Its caller's clock is further ahead than SECURITY.md allows: it may be accepted twice, and must shut out nobody else. */
    readonly isOutside?: boolean
  }>
  /** How many guards have begun before; the others may begin at any time, each once. Default: all. */
  readonly begun?: number
  /** Whether Redis has saved what it held after those had begun. */
  readonly isSaved?: boolean
  /** Whether Redis was flushed just after the guards had begun. */
  readonly isLost?: boolean
  /** How far the clock of Redis is ahead of the true time. Default: 0. */
  readonly redisAhead?: number
  /** How far a caller's clock is ahead: its request may be sent so long before its timestamp. */
  readonly callersAhead: number
  readonly faults: Faults
  /** How many faults in all. Default: as many as `faults` allows. */
  readonly most?: number
  readonly steps?: ReadonlyArray<number>
  /** Which keys may be evicted. Default: all. */
  readonly evicted?: ReadonlyArray<string>
  /** How often what Redis holds may be saved, or reach the replica. */
  readonly saves?: number
  /** Whether replies may be late as well; otherwise a guard has each at once. */
  readonly lateReplies?: boolean
  /** Within how many seconds after the first claim since the last fault an honest request must be accepted; absent: not judged. */
  readonly recovers?: number
}

export interface Request {
  readonly kind: 'request'
  readonly guard: number
  readonly command: Extract<Command, { _tag: 'Claim' | 'Read' }>
  /** Random texts, as the interpreter draws them. */
  readonly drawn: string
  /** Whether the guard still awaits the reply. */
  readonly isAwaited: boolean
}

interface Answer {
  readonly kind: 'reply'
  readonly guard: number
  readonly command: Request['command']
  readonly reply: Reply
}

interface Pause {
  readonly kind: 'pause'
  readonly guard: number
  readonly claims: ReadonlyArray<Claim>
}

type Message = Request | Answer | Pause

export interface World {
  readonly time: number
  readonly store: Store
  /** A primary that was replaced, with its identity. */
  readonly replaced: Store | undefined
  /** What a replica or a file holds. */
  readonly saved: Readonly<Record<string, Hash>>
  readonly saves: number
  readonly guards: ReadonlyArray<State>
  readonly messages: ReadonlyArray<Message>
  /** For each request, to which guards it was sent, as bits. */
  readonly sent: ReadonlyArray<number>
  /** For each request, how often it was answered `first`. */
  readonly firsts: ReadonlyArray<number>
  /** Why a request was answered with a fault, but for the requests that a guard gave up. */
  readonly fault: string | undefined
  readonly faults: Readonly<Record<Fault, number>>
  readonly lastFault: number
  /** Draws and server runs so far. */
  readonly drawn: number
  readonly runs: number
}

export interface Move {
  readonly name: string
  readonly world: World
  /** What it does to Redis, for the specs that do the same to the real one. */
  readonly redis?:
    | { readonly _tag: 'Run'; readonly request: Request }
    | { readonly _tag: 'Data'; readonly isRestart: boolean }
    | { readonly _tag: 'Step'; readonly by: number }
}

/** The true time at the begin, in seconds. */
const beginOf = (scope: Scope): number => scope.begin ?? 100

/** Texts that are drawn have marks, so that worlds that differ only in their numbers are known as the same. */
const draw = (n: number): string => `~${n}~`
const runOf = (n: number): string => String(n).padStart(40, '0')

const rulesOf = ({ fence }: Scope): Rules => ({ fence, first: 0, deadlineMs: 100 })

const instantOf = (scope: Scope, world: World, guard: number): Instant => ({
  now: world.time + (scope.clocks[guard] as number),
  elapsed: 0,
})

// ---- A guard hears of an event

const hear = (scope: Scope, world: World, guard: number, event: Event): World => {
  const { state, commands } = decide(rulesOf(scope))(
    world.guards[guard] as State,
    event,
    instantOf(scope, world, guard),
  )
  const guards = world.guards.map((each, i) => (i === guard ? state : each))
  return commands.reduce<World>((next, command) => perform(next, guard, command), { ...world, guards })
}

/** What the guard answers to a claim whose command was missed. */
const givenUp = 'it was given up'

const perform = (world: World, guard: number, command: Command): World => {
  switch (command._tag) {
    case 'Claim':
    case 'Read': {
      const message: Request = { kind: 'request', guard, command, drawn: draw(world.drawn), isAwaited: true }
      return { ...world, drawn: world.drawn + 1, messages: [...world.messages, message] }
    }
    case 'Rest':
      return { ...world, messages: [...world.messages, { kind: 'pause', guard, claims: command.claims }] }
    case 'Answer': {
      if (typeof command.outcome === 'object' && command.outcome.detail !== givenUp)
        return { ...world, fault: command.outcome.detail }
      if (command.outcome !== 'first') return world
      const request = Number(command.claim.id)
      return { ...world, firsts: world.firsts.map((count, i) => (i === request ? count + 1 : count)) }
    }
    default:
      return world
  }
}

// ---- A command reaches Redis

export const commandText = (scope: Scope, { command, drawn }: Request): ReadonlyArray<string> =>
  command._tag === 'Claim'
    ? claimsCommand(
        '',
        scope.life,
        scope.ahead,
        scope.fence,
      )({ ...command.turn, isLoaded: false }, scope.quota ?? 1_000)
    : readingCommand('epoch', command.reading, { epochId: drawn, ticket: drawn })

const without = (messages: ReadonlyArray<Message>, message: Message): ReadonlyArray<Message> =>
  messages.filter((each) => each !== message)

/** Redis runs the command; the guard hears of it at once, or later. */
const runRequest = (scope: Scope, world: World, request: Request, kept: ReadonlyArray<Message>): World => {
  const { store, reply } = run(world.store, commandText(scope, request))
  const next: World = { ...world, store, messages: kept }
  if (!request.isAwaited) return next
  const answer: Answer = { kind: 'reply', guard: request.guard, command: request.command, reply: E.right(reply) }
  return scope.lateReplies === true ? { ...next, messages: [...kept, answer] } : hearReply(scope, next, answer)
}

const hearReply = (scope: Scope, world: World, { guard, command, reply }: Answer): World =>
  hear(
    scope,
    world,
    guard,
    command._tag === 'Claim'
      ? { _tag: 'ClaimsReplied', turn: command.turn, reply, pause: 0 }
      : { _tag: 'ReadingReplied', reading: command.reading, reply },
  )

const connectionFailed: Reply = E.left({ detail: 'the connection failed', again: true })

const missedOf = (command: Request['command']): Event =>
  command._tag === 'Claim'
    ? { _tag: 'ClaimsMissed', turn: command.turn }
    : { _tag: 'ReadingMissed', reading: command.reading }

// ---- What may happen next

const noFaults = { flush: 0, restart: 0, failover: 0, failback: 0, evict: 0, step: 0, cut: 0, miss: 0, duplicate: 0 }

/** An empty Redis, and guards that have sent their first command. */
export const starting = (scope: Scope, store: Store): World => {
  const begin = beginOf(scope)
  const empty: World = {
    time: begin,
    store,
    replaced: undefined,
    saved: {},
    saves: 0,
    guards: scope.clocks.map(() => initial),
    messages: [],
    sent: scope.requests.map(() => 0),
    firsts: scope.requests.map(() => 0),
    fault: undefined,
    faults: noFaults,
    lastFault: begin,
    drawn: 0,
    runs: 1,
  }
  const begun = [...scope.clocks.keys()].slice(0, scope.begun)
  return begun.reduce((world, guard) => hear(scope, world, guard, { _tag: 'Begun' }), empty)
}

const hasBegun = (world: World, guard: number): boolean => (world.guards[guard] as State).readings > 0

export const start = (scope: Scope): World => {
  const now = beginOf(scope) + (scope.redisAhead ?? 0)
  const store: Store = { now, runId: runOf(1), replId: runOf(1), role: 'master', processed: 0, hashes: {} }
  const calmed = calm(scope, starting(scope, store))
  const begun: World = scope.isSaved === true ? { ...calmed, saved: calmed.store.hashes } : calmed
  return scope.isLost === true ? { ...begun, store: { ...begun.store, hashes: {} } } : begun
}

const isUnderWay = (message: Message): boolean => message.kind !== 'request' || message.isAwaited

/**
 * Nothing goes wrong until nothing is under way, or for long: then something still is, which breaks a law. Commands that no guard
 * awaits never arrive.
 */
const calm = (scope: Scope, world: World): World => {
  let next = world
  for (let rounds = 0; rounds < 200; rounds++) {
    const message = next.messages.find(isUnderWay)
    if (message === undefined) return next
    const rest = without(next.messages, message)
    if (message.kind === 'request') next = runRequest(scope, next, message, rest)
    else if (message.kind === 'reply') next = hearReply(scope, { ...next, messages: rest }, message)
    else next = hear(scope, { ...next, messages: rest }, message.guard, { _tag: 'Rested', claims: message.claims })
  }
  return next
}

const nameOf = (message: Message): string => {
  const guard = `guard ${message.guard}`
  if (message.kind === 'pause') return `${guard} sends again after a pause`
  const { command } = message
  const what =
    command._tag === 'Claim'
      ? `the claims ${command.turn.claims.map(({ id }) => id).join(', ')}`
      : command.reading.draft === undefined
        ? 'a reading'
        : `the write of an epoch with the floor ${command.reading.draft.epoch.floor}`
  return `${what} of ${guard}${message.kind === 'request' && !message.isAwaited ? ', which it no longer awaits' : ''}`
}

const movesOfMessages = (scope: Scope, world: World): ReadonlyArray<Move> =>
  world.messages.flatMap((message): ReadonlyArray<Move> => {
    const rest = without(world.messages, message)
    const name = nameOf(message)
    if (message.kind === 'pause') {
      const event: Event = { _tag: 'Rested', claims: message.claims }
      return [{ name, world: hear(scope, { ...world, messages: rest }, message.guard, event) }]
    }
    if (message.kind === 'reply')
      return [{ name: `the reply to ${name} comes`, world: hearReply(scope, { ...world, messages: rest }, message) }]
    const redis = { _tag: 'Run', request: message } as const
    return [{ name: `Redis runs ${name}`, world: runRequest(scope, world, message, rest), redis }]
  })

const claimOf = (scope: Scope, request: number, guard: number): Claim => {
  const { app, at } = scope.requests[request] as Scope['requests'][number]
  const token = `r${request}g${guard}`.padEnd(12, '-')
  const timestamp = beginOf(scope) + at
  return { id: String(request), tally: `tally:${app}`, token, timestamp, end: Number.POSITIVE_INFINITY }
}

const movesOfCallers = (scope: Scope, world: World): ReadonlyArray<Move> =>
  scope.requests.flatMap(({ at, to }, request) =>
    scope.clocks.flatMap((_, guard): ReadonlyArray<Move> => {
      const bits = world.sent[request] as number
      if ((to !== undefined && !to.includes(guard)) || !hasBegun(world, guard)) return []
      if ((bits & (1 << guard)) !== 0 || beginOf(scope) + at > world.time + scope.callersAhead) return []
      const sent = world.sent.map((each, i) => (i === request ? bits | (1 << guard) : each))
      const event: Event = { _tag: 'Submitted', claims: [claimOf(scope, request, guard)] }
      return [
        { name: `request ${request} reaches guard ${guard}`, world: hear(scope, { ...world, sent }, guard, event) },
      ]
    }),
  )

const faulty = (world: World, fault: Fault, more: Partial<World>): World => ({
  ...world,
  faults: { ...world.faults, [fault]: world.faults[fault] + 1 },
  lastFault: world.time,
  ...more,
})

const mayFail = (scope: Scope, { faults }: World, fault: Fault): boolean =>
  faults[fault] < (scope.faults[fault] ?? 0) &&
  Object.values(faults).reduce((sum, count) => sum + count, 0) < (scope.most ?? Number.POSITIVE_INFINITY)

const movesOfConnections = (scope: Scope, world: World): ReadonlyArray<Move> =>
  world.messages.flatMap((message): ReadonlyArray<Move> => {
    if (message.kind === 'pause') return []
    const rest = without(world.messages, message)
    const name = nameOf(message)
    const late: ReadonlyArray<Message> = message.kind === 'reply' ? rest : [...rest, { ...message, isAwaited: false }]
    const isAwaited = message.kind === 'reply' || message.isAwaited
    const moves: Array<Move> = []
    if (isAwaited && mayFail(scope, world, 'cut')) {
      const cut = faulty(world, 'cut', { messages: late })
      const answer: Answer = { kind: 'reply', guard: message.guard, command: message.command, reply: connectionFailed }
      moves.push({ name: `the connection of ${name} is cut`, world: hearReply(scope, cut, answer) })
    }
    if (isAwaited && mayFail(scope, world, 'miss')) {
      const missed = faulty(world, 'miss', { messages: late })
      moves.push({
        name: `${name} is given up`,
        world: hear(scope, missed, message.guard, missedOf(message.command)),
      })
    }
    if (message.kind === 'request' && message.isAwaited && mayFail(scope, world, 'duplicate')) {
      const twice = faulty(world, 'duplicate', {})
      moves.push({
        name: `Redis runs ${name}, and will once more`,
        world: runRequest(scope, twice, message, late),
        redis: { _tag: 'Run', request: message },
      })
    }
    return moves
  })

/** Another run of Redis, with these hashes. A restart and a promotion each begin a new history. */
const another = (world: World, hashes: Store['hashes'], runId: string): Partial<World> => ({
  store: { ...world.store, runId, replId: runOf(world.runs + 1), processed: 0, hashes },
  runs: world.runs + 1,
})

const movesOfRedis = (scope: Scope, world: World): ReadonlyArray<Move> => {
  const moves: Array<Move> = []
  const add = (fault: Fault, name: string, more: Partial<World>, redis?: Move['redis']): void => {
    const isRestart = more.runs !== undefined
    const move: Move = { name, world: faulty(world, fault, more), redis: redis ?? { _tag: 'Data', isRestart } }
    if (mayFail(scope, world, fault)) moves.push(move)
  }
  const { store, saved, replaced } = world
  const nextRun = runOf(world.runs + 1)
  add('flush', 'Redis is flushed', { store: { ...store, hashes: {} } })
  add('restart', 'Redis starts again with its last data', another(world, store.hashes, nextRun))
  add('restart', 'Redis starts again with what it saved', another(world, saved, nextRun))
  add('failover', 'a replica with what it had becomes the primary', {
    ...another(world, saved, nextRun),
    replaced: store,
  })
  if (replaced !== undefined) {
    const back = another(world, saved, replaced.runId)
    add('failback', 'the primary that was replaced follows, and becomes the primary again', {
      ...back,
      replaced: store,
    })
  }
  const evicted = (scope.evicted ?? Object.keys(store.hashes)).filter((key) => store.hashes[key] !== undefined)
  for (const key of evicted) {
    const hashes = Object.fromEntries(Object.entries(store.hashes).filter(([name]) => name !== key))
    add('evict', `${key} is evicted`, { store: { ...store, hashes } })
  }
  for (const by of scope.steps ?? [])
    add('step', `Redis's clock steps by ${by} s`, { store: { ...store, now: store.now + by } }, { _tag: 'Step', by })
  return moves
}

const movesOfStarts = (scope: Scope, world: World): ReadonlyArray<Move> =>
  [...scope.clocks.keys()]
    .filter((guard) => !hasBegun(world, guard))
    .map((guard) => ({ name: `guard ${guard} begins`, world: hear(scope, world, guard, { _tag: 'Begun' }) }))

const movesOfTime = (scope: Scope, world: World): ReadonlyArray<Move> => {
  const moves: Array<Move> = []
  if (world.time < beginOf(scope) + scope.seconds)
    moves.push({
      name: 'a second passes',
      world: { ...world, time: world.time + 1, store: { ...world.store, now: world.store.now + 1 } },
    })
  if (world.saves < (scope.saves ?? 0) && world.saved !== world.store.hashes)
    moves.push({
      name: 'the replica is up to date',
      world: { ...world, saves: world.saves + 1, saved: world.store.hashes },
    })
  return moves
}

export const movesOf = (scope: Scope, world: World): ReadonlyArray<Move> => [
  ...movesOfMessages(scope, world),
  ...movesOfStarts(scope, world),
  ...movesOfCallers(scope, world),
  ...movesOfTime(scope, world),
  ...movesOfConnections(scope, world),
  ...movesOfRedis(scope, world),
]

// ---- The laws

/** The law that this world breaks, if any. */
export const judge = (scope: Scope, world: World): string | undefined => {
  const twice = world.firsts.findIndex((count, i) => count > 1 && scope.requests[i]?.isOutside !== true)
  if (twice >= 0) return `request ${twice} is accepted twice`
  if (world.fault !== undefined) return `a request is answered with a fault: ${world.fault}`
  const isAtRest = !world.messages.some(isUnderWay)
  const rested = isAtRest ? world : calm(scope, world)
  if (rested.messages.some(isUnderWay)) return 'the guards do not come to rest'
  const beyondQuota = overQuota(scope, world)
  if (beyondQuota !== undefined) return beyondQuota
  const refused = isWithoutLoss(scope, rested) ? refusedWithoutLoss(scope, rested) : undefined
  if (refused !== undefined) return refused
  if (!isAtRest) return undefined
  return scope.recovers === undefined
    ? undefined
    : (lateRecovery(scope, world, scope.recovers) ?? secondUse(scope, world))
}

const appsOf = ({ requests }: Scope): ReadonlyArray<string> => [...new Set(requests.map(({ app }) => app))]

/** How many requests of an app have what is asked for. */
const countOf = ({ requests }: Scope, app: string, has: (request: number) => boolean): number =>
  requests.filter((request, i) => request.app === app && has(i)).length

const overQuota = (scope: Scope, { store: { hashes } }: World): string | undefined => {
  const { quota } = scope
  if (quota === undefined) return undefined
  const isHeld = (request: number): boolean =>
    [hashes.claims, hashes.earlier].some((claims) => claims?.[String(request)] !== undefined)
  const over = appsOf(scope).find((app) => countOf(scope, app, isHeld) > quota)
  return over === undefined ? undefined : `more claims of ${over} are remembered than its quota`
}

/** A request is accepted once, or its app was at its quota. */
const refusedWithoutLoss = (scope: Scope, { sent, firsts }: World): string | undefined => {
  const isSent = (request: number): boolean => sent[request] !== 0
  const isAccepted = (request: number): boolean => firsts[request] === 1
  if (scope.quota === undefined) {
    const refused = firsts.findIndex((_, request) => isSent(request) && !isAccepted(request))
    return refused < 0 ? undefined : `request ${refused} is not accepted once, although nothing was lost`
  }
  const { quota } = scope
  const tooFew = appsOf(scope).find(
    (app) => countOf(scope, app, isAccepted) < Math.min(quota, countOf(scope, app, isSent)),
  )
  return tooFew === undefined ? undefined : `${tooFew} is refused below its quota, although nothing was lost`
}

/** Whether nothing went wrong but with connections, and no guard gave a command up. */
const isWithoutLoss = (scope: Scope, { faults: { cut, duplicate, ...losses } }: World): boolean =>
  scope.isLost !== true && Object.values(losses).every((count) => count === 0)

/** A guard that accepted a request from outside the limits makes a claim: from then on no guard accepts that request again. */
const secondUse = (scope: Scope, world: World): string | undefined => {
  const guards = [...scope.clocks.keys()]
  for (const [request, { isOutside }] of scope.requests.entries()) {
    const { tally, timestamp } = claimOf(scope, request, 0)
    const knowing = guards.filter((guard) => (world.guards[guard] as State).beyond.get(tally) === timestamp)
    for (const first of isOutside === true ? knowing : []) {
      const { floor } = world.guards[first] as State
      const [noticed] = honest(scope, later(world, Math.max(0, floor - world.time)), first, 0)
      for (const guard of guards) {
        const claim: Claim = { ...claimOf(scope, request, guard), token: `s${guard}`.padEnd(12, '-') }
        const after = calm(scope, hear(scope, noticed, guard, { _tag: 'Submitted', claims: [claim] }))
        if (after.firsts[request] !== noticed.firsts[request])
          return `guard ${first} had accepted request ${request} and made a claim, and guard ${guard} accepts it again`
      }
    }
  }
  return undefined
}

/** An honest request that is signed now. */
const honest = (scope: Scope, world: World, guard: number, name: number): readonly [World, boolean] => {
  const { time } = world
  const token = `h${name}`.padEnd(12, '-')
  const claim: Claim = {
    id: String(scope.requests.length),
    tally: `tally:honest`,
    token,
    timestamp: time,
    end: Number.POSITIVE_INFINITY,
  }
  // A request of its own each time.
  const own: World = { ...world, firsts: [...world.firsts, 0] }
  const named: Event = { _tag: 'Submitted', claims: [{ ...claim, id: String(world.firsts.length) }] }
  const next = calm(scope, hear(scope, own, guard, named))
  return [next, (next.firsts.at(-1) as number) === 1 && !next.messages.some(isUnderWay)]
}

/**
 * From here on nothing goes wrong. A guard refuses below its floor without asking Redis, so first an earlier fence ends. Then one guard
 * notices what is to notice, and soon each accepts: once, whoever is idle meanwhile.
 */
const lateRecovery = (scope: Scope, world: World, seconds: number): string | undefined => {
  const begun = [...scope.clocks.keys()].filter((guard) => hasBegun(world, guard))
  for (const first of begun) {
    const { floor } = world.guards[first] as State
    const [noticed] = honest(scope, later(world, Math.max(0, floor - world.time)), first, 0)
    let next = later(noticed, seconds)
    const others = begun.filter((guard) => guard !== first)
    for (const [i, guard] of [first, ...others, first].entries()) {
      const [after, isFirst] = honest(scope, next, guard, i + 1)
      if (!isFirst)
        return `${seconds} s after guard ${first} went on, guard ${guard} refuses an honest request (the ${i + 1}. in turn)`
      next = after
    }
  }
  return undefined
}

const later = (world: World, seconds: number): World => ({
  ...world,
  time: world.time + seconds,
  store: { ...world.store, now: world.store.now + seconds },
})

/**
 * The same text for worlds that go on alike. What is drawn is named by the order in which it appears; a reading's number counts only
 * while a guard awaits its reply, and then there is one.
 */
export const keyOf = (world: World): string => {
  const { time, store, replaced, saved, saves, guards, messages, sent, firsts, fault, faults, lastFault } = world
  const states = guards.map(({ known, floor, newest, beyond, settling, waiting, isLoaded, missed, readings }) => [
    known?.text,
    floor,
    newest,
    Array.from(beyond),
    settling === undefined ? 0 : 1,
    waiting.map(({ token }) => token),
    isLoaded,
    missed,
    readings > 0,
  ])
  const sentMessages = messages.map(messageKey).sort()
  const text = JSON.stringify([
    states,
    { ...store, processed: 0 },
    replaced?.runId,
    saved,
    saves,
    sentMessages,
    [time, lastFault, sent, firsts, fault, Object.values(faults)],
  ])
  const names = new Map<string, string>()
  return text.replace(/~\d+~(?::\d+)?/g, (drawn) => {
    const name = names.get(drawn) ?? `~${names.size}`
    names.set(drawn, name)
    return name
  })
}

const turnKey = ({ known, floor, claims, isLoaded }: Turn): string =>
  `${known.text} ${floor} ${claims.map(({ token }) => token)} ${isLoaded}`

const readingKey = ({ isStart, round, draft, known, need, floors }: Reading): string =>
  `${isStart} ${round} ${JSON.stringify(draft)} ${known} ${need} ${floors.join(' ')}`

const messageKey = (message: Message): string => {
  if (message.kind === 'pause') return `p ${message.guard} ${message.claims.map(({ token }) => token)}`
  const { command } = message
  const what = command._tag === 'Claim' ? turnKey(command.turn) : readingKey(command.reading)
  if (message.kind === 'reply') return `a ${message.guard} ${what} ${JSON.stringify(message.reply)}`
  return `r ${message.guard} ${message.isAwaited} ${what} ${message.isAwaited ? '' : message.drawn}`
}
