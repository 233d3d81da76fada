/**
 * The laws of `Round.ts`, searched in every order in which a gateway's world can let things happen: the world knows what the
 * commands have begun, so it lets nothing happen that cannot, and everything that can.
 */

import { faults } from '../../../src/apps/gateway/faults.ts'
import * as Round from '../../../src/apps/gateway/Round.ts'
import type { VerifiedCaller } from '../../../src/core/Caller.ts'
import { assert, suite } from '../../support/suite.ts'

const rounds = suite('one request in the gateway')

const caller = { appId: 'app-1', method: 'GET', target: '/' } as unknown as VerifiedCaller
const limits = { timeoutMs: 5 }
const refusal = { status: 401, headers: {}, body: '' }

/** What the commands have begun, counted, and what has happened once. */
interface World {
  readonly isCallerThere: boolean
  /** Answers, each of which a caller would read. */
  readonly answers: number
  readonly isStreamClosed: boolean
  readonly isJudging: boolean
  readonly isAccepted: boolean
  readonly hasFile: boolean
  readonly isAsking: boolean
  readonly places: number
  readonly forwarded: number
  readonly upstream: 'none' | 'open' | 'destroyed' | 'closed'
  readonly answer: 'none' | 'came' | 'beginning' | 'streaming' | 'ended'
  readonly lines: number
  /** Of the events that come once at most. */
  readonly past: ReadonlyArray<string>
}

interface State {
  readonly round: Round.Round
  readonly world: World
}

/** What may happen next, and what it makes of the world before the machine hears of it. */
interface Happening {
  readonly event: Round.Event | undefined
  readonly change: Partial<World>
}

const start: State = {
  round: Round.received,
  world: {
    isCallerThere: true,
    answers: 0,
    isStreamClosed: false,
    isJudging: false,
    isAccepted: false,
    hasFile: false,
    isAsking: false,
    places: 0,
    forwarded: 0,
    upstream: 'none',
    answer: 'none',
    lines: 0,
    past: [],
  },
}

const happening = (event: Round.Event | undefined, change: Partial<World> = {}): Happening => ({ event, change })

const atEntry = (world: World): ReadonlyArray<Happening> => {
  if (world.past.includes('entry')) return []
  const change = { past: [...world.past, 'entry'] }
  return [
    happening({ _tag: 'unreachable' }, change),
    happening({ _tag: 'turnedAway', fault: faults.closing }, change),
    happening({ _tag: 'turnedAway', fault: faults.host }, change),
    happening({ _tag: 'admitted' }, change),
  ]
}

const whileJudging = (world: World): ReadonlyArray<Happening> => {
  if (!world.isJudging) return []
  const change = { isJudging: false }
  return [
    happening({ _tag: 'bodyLost', fault: faults.slowBody }),
    happening({ _tag: 'bodyLost', fault: faults.upload }),
    happening({ _tag: 'refused', answer: refusal, failure: undefined }, change),
    happening({ _tag: 'refused', answer: refusal, failure: 'ENOSPC' }, change),
    happening({ _tag: 'verified', caller }, { isJudging: false, isAccepted: true }),
  ]
}

const whileAsking = (world: World): ReadonlyArray<Happening> => {
  if (!world.isAsking) return []
  const { isCallerThere } = world
  return [
    happening({ _tag: 'crowded' }, { isAsking: false }),
    happening({ _tag: 'placed', isCallerThere, elapsed: 0 }, { isAsking: false, places: world.places + 1 }),
  ]
}

const whileHolding = (world: World): ReadonlyArray<Happening> => {
  if (world.places === 0 || world.past.includes('loss')) return []
  const change = { past: [...world.past, 'loss'] }
  return [
    happening({ _tag: 'placeLost', why: 'recalled' }, change),
    happening({ _tag: 'placeLost', why: 'stalled' }, change),
  ]
}

const atUpstream = (world: World): ReadonlyArray<Happening> => {
  if (world.upstream !== 'open' && world.upstream !== 'destroyed') return []
  const closed = happening({ _tag: 'upstreamClosed' }, { upstream: 'closed' })
  // Node destroys a request that has failed, and closes it after that.
  const failed = (detail: string): Happening =>
    happening({ _tag: 'upstreamFailed', detail }, { upstream: 'destroyed', past: [...world.past, 'failure'] })
  const failures = world.past.includes('failure') ? [] : [failed('ECONNRESET'), failed('EMFILE')]
  if (world.upstream === 'destroyed') return [closed, ...failures]
  if (world.answer !== 'none') return [closed, ...failures, happening({ _tag: 'upstreamSilent' })]
  return [
    closed,
    ...failures,
    happening({ _tag: 'upstreamSilent' }),
    happening({ _tag: 'interim', bytesWritten: 0, elapsed: 0 }),
    happening({ _tag: 'interim', bytesWritten: 1, elapsed: 4 }),
    happening({ _tag: 'interim', bytesWritten: 1, elapsed: 9 }),
    happening({ _tag: 'answerCame' }, { answer: 'came' }),
  ]
}

const whileAnswering = (world: World): ReadonlyArray<Happening> => {
  if (world.answer === 'beginning')
    return [
      happening({ _tag: 'answerBegun', status: 200 }, { answer: 'streaming', answers: world.answers + 1 }),
      happening({ _tag: 'answerUnfit', detail: 'a status without a meaning' }, { answer: 'ended' }),
    ]
  if (world.answer !== 'streaming') return []
  const ended: Partial<World> = { answer: 'ended', upstream: 'closed' }
  const cut = happening({ _tag: 'answerEnded', isCut: true }, { ...ended, isStreamClosed: true })
  if (world.upstream === 'destroyed' || !world.isCallerThere) return [cut]
  return [cut, happening({ _tag: 'answerEnded', isCut: false }, ended), happening({ _tag: 'callerSlow' })]
}

/** Whatever else is going on, and once at most. */
const atAnyTime = (world: World): ReadonlyArray<Happening> => {
  if (!world.past.includes('entry')) return []
  const once = (name: string, event: Round.Event | undefined, change: Partial<World> = {}) =>
    world.past.includes(name) ? [] : [happening(event, { ...change, past: [...world.past, name] })]
  const gone = world.forwarded > 0 ? ({ _tag: 'callerGone' } as const) : undefined
  return [
    ...once('gone', gone, { isCallerThere: false, isStreamClosed: true }),
    ...once('closing', { _tag: 'closing' }),
    ...once('broken', { _tag: 'broken', error: new Error('a bug') }),
  ]
}

const sources = [atEntry, whileJudging, whileAsking, whileHolding, atUpstream, whileAnswering, atAnyTime]

/** The head of an answer begins in the turn in which it comes: nothing else happens meanwhile. */
const possibleIn = (world: World): ReadonlyArray<Happening> =>
  world.answer === 'beginning' ? whileAnswering(world) : sources.flatMap((source) => source(world))

const isOver = ({ round }: State): boolean => round._tag === 'over'

/** What a command makes of the world. */
const carriedOut = (world: World, command: Round.Command): World => {
  switch (command._tag) {
    case 'verify':
      return { ...world, isJudging: true, hasFile: true }
    case 'takePlace':
      return { ...world, isAsking: true }
    case 'forward':
      return { ...world, forwarded: world.forwarded + 1, upstream: 'open' }
    case 'finishSending':
    case 'finishSendingSoon':
    case 'abandon':
      return world.upstream === 'open' ? { ...world, upstream: 'destroyed' } : world
    case 'beginAnswer':
      return { ...world, answer: 'beginning' }
    case 'refuse':
      return { ...world, answers: world.answers + 1 }
    case 'fail':
      return { ...world, answers: world.answers + 1, lines: world.lines + 1 }
    case 'failInternally':
      return world.answers === 0 ? { ...world, answers: 1 } : { ...world, isStreamClosed: true }
    case 'closeStream':
      return { ...world, isStreamClosed: true }
    case 'report':
      return { ...world, lines: world.lines + 1 }
    case 'leavePlace':
      return { ...world, places: world.places - 1 }
    case 'closeFile':
      return { ...world, hasFile: false }
    case 'giveUpBody':
    case 'announceEnd':
      return world
  }
}

const after = ({ round, world }: State, { event, change }: Happening): State => {
  const changed = { ...world, ...change }
  if (event === undefined) return { round, world: changed }
  const { round: next, commands } = Round.step(round, event, limits)
  return { round: next, world: commands.reduce(carriedOut, changed) }
}

const wrongWith = (state: State): string | undefined => {
  const { world } = state
  if (world.answers > 1) return 'two answers'
  if (world.lines > 1) return 'two lines'
  if (world.forwarded > 1) return 'forwarded twice'
  if (world.forwarded > 0 && !world.isAccepted) return 'forwarded before the verdict'
  if (world.places < 0) return 'a place left twice'
  const isWaiting = world.upstream === 'open' && world.answer === 'none'
  if (isWaiting && world.past.includes('loss')) return 'goes on without its place'
  if (isWaiting && world.past.includes('gone')) return 'goes on without its caller'
  if (!isOver(state)) return undefined
  if (world.hasFile) return 'a file is kept'
  if (world.places > 0) return 'a place is kept'
  if (world.answers === 0 && !world.isStreamClosed) return 'no answer'
  return undefined
}

/** At the end of a history that has no more than faults to come. */
const unfinished = (state: State): string | undefined => {
  const { world } = state
  if (!isOver(state)) return `still ${state.round._tag}`
  if (world.upstream === 'open') return 'a connection to the upstream that nobody ends'
  return undefined
}

interface Found {
  readonly states: number
  readonly ends: number
  readonly violation: string | undefined
}

const faultsAlone = new Set(['bodyLost', 'placeLost', 'callerGone', 'callerSlow', 'closing', 'broken', 'interim'])

/** Breadth first, so that the first violation has the shortest history. */
const search = (): Found => {
  const keyOf = (state: State): string => JSON.stringify(state)
  const seen = new Set([keyOf(start)])
  let ends = 0
  let frontier: ReadonlyArray<{ readonly state: State; readonly history: ReadonlyArray<string> }> = [
    { state: start, history: [] },
  ]
  while (frontier.length > 0) {
    const next: Array<(typeof frontier)[number]> = []
    for (const { state, history } of frontier) {
      const possible = possibleIn(state.world)
      const isAtEnd = possible.every(({ event }) => event === undefined || faultsAlone.has(event._tag))
      if (isAtEnd) ends++
      const wrong = wrongWith(state) ?? (isAtEnd ? unfinished(state) : undefined)
      if (wrong !== undefined) return { states: seen.size, ends, violation: `${wrong}: ${history.join(', ')}` }
      for (const one of possible) {
        const reached = after(state, one)
        const key = keyOf(reached)
        if (seen.has(key)) continue
        seen.add(key)
        next.push({ state: reached, history: [...history, one.event?._tag ?? 'callerLeaves'] })
      }
    }
    frontier = next
  }
  return { states: seen.size, ends, violation: undefined }
}

rounds('whatever happens in whatever order, it is answered once or closed, and gives back what it took', () => {
  const { states, ends, violation } = search()
  assert.is(violation, undefined)
  // The search was not cut short: the shapes of the world are what they were when it was written.
  assert.ok(states > 1000 && ends > 100, `${states} states, ${ends} ends`)
})
