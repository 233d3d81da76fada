/**
 * The generated runs of one port while they are under way, for `run`: what they need throughout, and what they count. Functions of
 * `judge.ts`, `shrink.ts` and `run.ts` take it as their first argument.
 */
import type { Driver } from '../Driver.ts'
import type { Put } from '../kept.ts'
import type { GeneratedFailure } from '../Report.ts'
import type { Hello } from '../Vector.ts'
import type { Work } from '../work.ts'
import type { DrawStore } from './drawAhead.ts'
import type { Draws } from './draws.ts'
import type { Oracle } from './oracle.ts'

export interface Settings extends Draws {
  /** The time limit for an answer. */
  readonly limitMs: number
  /** Milliseconds, for the times that the report shows. Nothing else depends on them. */
  readonly now: () => number
  /** Recorded answers: there is none to a smaller input. */
  readonly isRecorded?: boolean
  /** The command that repeats a failure. */
  readonly rerun: (path: string, after?: ReadonlyArray<Put>) => string
  /** Nothing is shrunk. */
  readonly isBrief?: boolean | undefined
  /** The first failure is the last. */
  readonly bail?: boolean | undefined
  /** Called after each run, and after each answer while a failure is made smaller. */
  readonly onRun: (runs: number, failures: number, isShrinking?: boolean) => void
}

export interface Session {
  readonly driver: Driver
  readonly hello: Hello
  readonly settings: Settings
  readonly expectedOf: Oracle
  /** Runs that were drawn before their turn. */
  readonly store: DrawStore
  /** What was put to the port and passed, in order: a later failure may need it. */
  readonly put: Array<Put>
  readonly failures: Array<GeneratedFailure>
  /** How often each rule was met, and on which side. */
  readonly rules: Map<string, { inside: number; outside: number }>
  /** Of the requests with two faults: how many were judged, and how many had the reason of the first check. */
  readonly order: { agree: number; of: number }
  readonly work: Work
  runs: number
  timeOuts: number
  /** The part of the work that went into failures: looking for state, and shrinking. */
  workOnFailures: number
  /** State was found in the port: the other failures may have the same cause, and need no search of their own. */
  isStateFound: boolean
  /** Thousands of nonces of the port's own were judged, and all were new. To ask again takes the port seconds of signing. */
  areManyNoncesNew: boolean
}

const maxTimeOuts = 3

/** A time-out costs the whole time limit. */
export const hasGivenUp = ({ timeOuts }: Session): boolean => timeOuts >= maxTimeOuts

/** Whether a failure may be put to the port again in other forms. */
export const canShrink = ({ isRecorded = false, isBrief = false }: Settings): boolean => !isRecorded && !isBrief
