/**
 * One request's way through the gateway, as a pure machine: where the request is, what happened, and what is to be done. For
 * `gateway.ts`, which carries the commands out and tells what happened.
 *
 *   received → verifying → queued → sending → answering → over
 *
 * Laws, whatever happens in whatever order: a request is forwarded once at most, and after the verdict only; its caller gets
 * exactly one answer, or its stream is closed; the place and the file that it took are given back.
 */
import type { VerifiedCaller } from '../../core/Caller.ts'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import { isShortage } from '../../platform/node/believedFile.ts'
import { type Fault, faults, hungUp } from './faults.ts'
import type { Loss } from './Shares.ts'

export type Round =
  /** The head is there. Nothing has been checked. */
  | { readonly _tag: 'received' }
  /** The body comes in and is judged. `lost`: why the gateway waits for it no longer. */
  | { readonly _tag: 'verifying'; readonly lost: Fault | undefined }
  /** Waits for a place at the upstream. */
  | { readonly _tag: 'queued'; readonly caller: VerifiedCaller }
  | Sending
  /** The answer streams to the caller. `cut`: why the gateway ends it early. */
  | {
      readonly _tag: 'answering'
      readonly caller: VerifiedCaller
      readonly status: number
      readonly cut: Cut | undefined
    }
  | { readonly _tag: 'over' }

/** Holds a place. The request goes to the upstream, which has not answered. */
interface Sending {
  readonly _tag: 'sending'
  readonly caller: VerifiedCaller
  /** Why no answer is wanted any more. */
  readonly hindrance: Hindrance | undefined
  readonly progress: Progress
}

/** The upstream was silent for too long, others need the place, or the caller has hung up. */
type Hindrance = 'late' | Loss | 'gone'

/** How much of the request the upstream had taken, and since when it has taken no more, in milliseconds. */
interface Progress {
  readonly bytesWritten: number | undefined
  readonly since: number
}

/** The caller did not read its answer, or others needed the place. */
export type Cut = 'unread' | Loss

export type Event =
  /** The caller hung up before its request was read. */
  | { readonly _tag: 'unreachable' }
  | { readonly _tag: 'turnedAway'; readonly fault: Fault }
  | { readonly _tag: 'admitted' }
  /** The gateway waits for the body no longer. */
  | { readonly _tag: 'bodyLost'; readonly fault: Fault }
  /** `failure`: why the body could not be stored. */
  | { readonly _tag: 'refused'; readonly answer: HttpAnswer; readonly failure: string | undefined }
  | { readonly _tag: 'verified'; readonly caller: VerifiedCaller }
  /** No place at the upstream was to be had. */
  | { readonly _tag: 'crowded' }
  /** There is a place. `elapsed`: the time, in milliseconds. */
  | { readonly _tag: 'placed'; readonly isCallerThere: boolean; readonly elapsed: number }
  | { readonly _tag: 'placeLost'; readonly why: Loss }
  | ForwardingEvent
  /** No new request is taken: the connection ends with this one. */
  | { readonly _tag: 'closing' }
  /** A bug in this program. */
  | { readonly _tag: 'broken'; readonly error: unknown }

/** What happens on the way to the upstream and back. */
export type ForwardingEvent =
  | { readonly _tag: 'callerGone' }
  /** The caller leaves its answer unread. */
  | { readonly _tag: 'callerSlow' }
  /** No connection, or it broke. */
  | { readonly _tag: 'upstreamFailed'; readonly detail: string }
  | { readonly _tag: 'upstreamClosed' }
  | { readonly _tag: 'upstreamSilent' }
  /** An interim answer (1xx). */
  | { readonly _tag: 'interim'; readonly bytesWritten: number; readonly elapsed: number }
  | { readonly _tag: 'answerCame' }
  /** The caller has got the head of the answer. */
  | { readonly _tag: 'answerBegun'; readonly status: number }
  /** The upstream's answer cannot be passed on. The caller has got nothing. */
  | { readonly _tag: 'answerUnfit'; readonly detail: string }
  | { readonly _tag: 'answerEnded'; readonly isCut: boolean }

/** A line of the log. */
export interface Line {
  readonly status: number
  readonly message: string
  readonly caller?: VerifiedCaller
}

export type Command =
  /** Reads the body and asks the verifier. */
  | { readonly _tag: 'verify' }
  | { readonly _tag: 'giveUpBody' }
  | { readonly _tag: 'takePlace'; readonly caller: VerifiedCaller }
  | { readonly _tag: 'forward'; readonly caller: VerifiedCaller }
  /** Ends the request at the upstream once it has been sent whole. */
  | { readonly _tag: 'finishSending' }
  /** The same, but the upstream has only a little time to take the rest. */
  | { readonly _tag: 'finishSendingSoon' }
  /** Ends the request at the upstream now. */
  | { readonly _tag: 'abandon' }
  | { readonly _tag: 'beginAnswer' }
  /** Answers with a refusal of the verifier, which has reported it. */
  | { readonly _tag: 'refuse'; readonly answer: HttpAnswer }
  /** Answers with a fault of the gateway, and reports it. `detail` is for the log. */
  | {
      readonly _tag: 'fail'
      readonly fault: Fault
      readonly detail: string
      readonly caller: VerifiedCaller | undefined
    }
  /** Answers 500, or ends an answer that has begun, and reports it. */
  | { readonly _tag: 'failInternally'; readonly error: unknown }
  | { readonly _tag: 'closeStream' }
  /** The answer says that its connection closes. */
  | { readonly _tag: 'announceEnd' }
  | { readonly _tag: 'report'; readonly line: Line }
  | { readonly _tag: 'leavePlace' }
  | { readonly _tag: 'closeFile' }

export interface Step {
  readonly round: Round
  readonly commands: ReadonlyArray<Command>
}

export interface Limits {
  /** How long the upstream may send interim answers alone, in milliseconds. */
  readonly timeoutMs: number
}

export const received: Round = { _tag: 'received' }

const over: Round = { _tag: 'over' }

/** What is to be done when something happens. An event that means nothing where the request is changes nothing. */
export const step = (round: Round, event: Event, limits: Limits): Step => {
  if (event._tag === 'broken') return breakOff(round, event.error)
  if (event._tag === 'closing') return next(round, ...(round._tag === 'over' ? [] : [announceEnd]))
  switch (round._tag) {
    case 'received':
      return whileReceived(round, event)
    case 'verifying':
      return whileVerifying(round, event)
    case 'queued':
      return whileQueued(round, event)
    case 'sending':
      return whileSending(round, event, limits)
    case 'answering':
      return whileAnswering(round, event)
    case 'over':
      return whenOver(event)
  }
}

const whileReceived = (round: Round, event: Event): Step => {
  switch (event._tag) {
    case 'unreachable': {
      const line = { status: hungUp, message: 'the caller closed the connection before its request was read' }
      return end(round, { _tag: 'closeStream' }, report(line))
    }
    case 'turnedAway': {
      const { fault } = event
      return end(round, ...(fault === faults.closing ? [announceEnd] : []), fail(fault))
    }
    case 'admitted':
      return next({ _tag: 'verifying', lost: undefined }, { _tag: 'verify' })
    default:
      return next(round)
  }
}

const whileVerifying = (round: Extract<Round, { _tag: 'verifying' }>, event: Event): Step => {
  switch (event._tag) {
    case 'bodyLost':
      return round.lost === undefined ? next({ ...round, lost: event.fault }, { _tag: 'giveUpBody' }) : next(round)
    case 'refused':
      return end(round, refusal(round.lost, event))
    case 'verified':
      return next({ _tag: 'queued', caller: event.caller }, { _tag: 'takePlace', caller: event.caller })
    default:
      return next(round)
  }
}

/** The verifier refuses a body that the gateway has given up; the caller gets the gateway's reason. */
const refusal = (lost: Fault | undefined, { answer, failure }: Extract<Event, { _tag: 'refused' }>): Command => {
  if (lost !== undefined) return fail(lost)
  if (failure !== undefined) return fail(faults.upload, `${faults.upload.message} (${failure})`)
  return { _tag: 'refuse', answer }
}

const whileQueued = (round: Extract<Round, { _tag: 'queued' }>, event: Event): Step => {
  const { caller } = round
  switch (event._tag) {
    case 'crowded':
      return end(round, fail(faults.crowded, faults.crowded.message, caller))
    case 'placed': {
      const progress = { bytesWritten: undefined, since: event.elapsed }
      const sending: Round = { _tag: 'sending', caller, hindrance: undefined, progress }
      if (event.isCallerThere) return next(sending, { _tag: 'forward', caller })
      const message = 'the caller closed the connection before the request was forwarded'
      return end(sending, report({ status: hungUp, message, caller }))
    }
    default:
      return next(round)
  }
}

const whileSending = (round: Sending, event: Event, limits: Limits): Step => {
  switch (event._tag) {
    case 'placeLost':
      return next(hindered(round, event.why), { _tag: 'finishSendingSoon' })
    case 'callerGone':
      return next(hindered(round, 'gone'), { _tag: 'finishSending' })
    case 'upstreamSilent':
      return next(hindered(round, 'late'), abandon)
    case 'interim':
      return afterInterim(round, event, limits)
    case 'answerCame':
      // Nobody would read this answer, or its connection has been ended.
      return next(round, isUnwanted(round) ? abandon : { _tag: 'beginAnswer' })
    case 'answerBegun':
      return next({ _tag: 'answering', caller: round.caller, status: event.status, cut: lossOf(round) })
    case 'answerUnfit':
      return unanswered(round, event.detail, abandon)
    case 'upstreamFailed':
      // After the caller has gone, the rest of the request may still be on its way.
      return round.hindrance === 'gone' ? next(round) : unanswered(round, event.detail)
    case 'upstreamClosed':
      return unanswered(round, 'no answer')
    default:
      return next(round)
  }
}

const ranks: Readonly<Record<Hindrance, number>> = { late: 1, stalled: 2, recalled: 2, gone: 3 }

/** The weightiest hindrance counts; of two alike the first. */
const hindered = (round: Sending, hindrance: Hindrance): Sending => {
  const rank = round.hindrance === undefined ? 0 : ranks[round.hindrance]
  return ranks[hindrance] > rank ? { ...round, hindrance } : round
}

const isUnwanted = ({ hindrance }: Sending): boolean => hindrance === 'gone' || hindrance === 'late'

const lossOf = ({ hindrance }: Sending): Loss | undefined =>
  hindrance === 'stalled' || hindrance === 'recalled' ? hindrance : undefined

/** An interim answer is a sign of life and no answer: alone it prolongs nothing. */
const afterInterim = (
  round: Sending,
  { bytesWritten, elapsed }: Extract<Event, { _tag: 'interim' }>,
  { timeoutMs }: Limits,
): Step => {
  if (bytesWritten !== round.progress.bytesWritten)
    return next({ ...round, progress: { bytesWritten, since: elapsed } })
  return elapsed - round.progress.since >= timeoutMs ? next(hindered(round, 'late'), abandon) : next(round)
}

/** The request at the upstream has ended, and the caller has got nothing. */
const unanswered = (round: Sending, detail: string, ...first: ReadonlyArray<Command>): Step => {
  const { caller } = round
  switch (round.hindrance) {
    case 'gone': {
      const message = 'the caller closed the connection before the upstream answered'
      return end(round, ...first, report({ status: hungUp, message, caller }))
    }
    case 'stalled':
    case 'recalled':
      return end(
        round,
        ...first,
        fail(faults.displaced, 'requests of other apps waited for its place at the upstream', caller),
      )
    case 'late':
      return end(round, ...first, fail(faults.late, 'the upstream did not answer in time', caller))
    case undefined:
      return end(round, ...first, unavailable(detail, caller))
  }
}

const unavailable = (detail: string, caller: VerifiedCaller): Command =>
  // No connection was made, so the service has got nothing.
  isShortage({ code: detail })
    ? fail(faults.crowded, `no file descriptor is left (${detail})`, caller)
    : fail(faults.unavailable, `the upstream gave no answer (${detail})`, caller)

const whileAnswering = (round: Extract<Round, { _tag: 'answering' }>, event: Event): Step => {
  switch (event._tag) {
    case 'callerSlow':
      return next({ ...round, cut: round.cut ?? 'unread' }, abandon)
    case 'placeLost':
      return next({ ...round, cut: round.cut ?? event.why }, abandon)
    case 'upstreamSilent':
      return next(round, abandon)
    case 'answerEnded': {
      const { status, caller, cut } = round
      return end(round, report({ status, caller, message: event.isCut ? cutOff[cut ?? 'otherwise'] : 'forwarded' }))
    }
    default:
      return next(round)
  }
}

const cutOff: Readonly<Record<Cut | 'otherwise', string>> = {
  unread: 'the answer was cut off because the caller did not read it',
  stalled: 'the answer was cut off because the caller did not read it and others waited for its place',
  recalled: 'the answer was cut off because requests of other apps waited for its place',
  otherwise: 'the answer was cut off',
}

/** What comes too late, after the program has failed. */
const whenOver = (event: Event): Step => {
  switch (event._tag) {
    case 'placed':
      return next(over, { _tag: 'leavePlace' })
    case 'answerCame':
    case 'upstreamSilent':
      return next(over, abandon)
    default:
      return next(over)
  }
}

const breakOff = (round: Round, error: unknown): Step => {
  const failInternally: Command = { _tag: 'failInternally', error }
  switch (round._tag) {
    case 'sending':
      return end(round, { _tag: 'finishSendingSoon' }, failInternally)
    case 'answering':
      return end(round, abandon, failInternally)
    case 'over':
      return next(round, failInternally)
    default:
      return end(round, failInternally)
  }
}

/** The round is over: what it took is given back. */
const end = (round: Round, ...last: ReadonlyArray<Command>): Step => {
  const hasPlace = round._tag === 'sending' || round._tag === 'answering'
  const hasFile = round._tag !== 'received'
  const commands: Array<Command> = [...last]
  if (hasPlace) commands.unshift({ _tag: 'leavePlace' })
  if (hasFile) commands.push({ _tag: 'closeFile' })
  return { round: over, commands }
}

const next = (round: Round, ...commands: ReadonlyArray<Command>): Step => ({ round, commands })

const announceEnd: Command = { _tag: 'announceEnd' }

const abandon: Command = { _tag: 'abandon' }

const report = (line: Line): Command => ({ _tag: 'report', line })

const fail = (fault: Fault, detail: string = fault.message, caller?: VerifiedCaller): Command => ({
  _tag: 'fail',
  fault,
  detail,
  caller,
})
