/**
 * Which questions are under way to a port, for `command`: a record, and pure decisions on it. The driver carries them out.
 *
 * Several questions are put to a port before the first is answered; answers come in order. A port may fail only because several
 * came together, so a question without an answer is asked again before that is reported:
 * 1. alone, in a fresh process. If there is no answer again, this is the reply.
 * 2. If the port answers now, the failure needs the earlier questions, or several at once. All questions of the process are put to
 *    a fresh one again, one at a time. What the question gets at its turn is the reply. From then on the port gets one at a time.
 *
 * ```ts
 * const [put, state] = take(asked(asked(emptyPipeline(16), 'a'), 'b'))
 * // put: ['a'], since a new process gets one question first
 * const { replies } = answered(state, reply)
 * // replies: [{ question: 'a', reply }]
 * ```
 */
import type { Reply } from './Driver.ts'

/** The verdicts on a question that has no answer. */
export type Silent = Exclude<Reply, { readonly _tag: 'Answer' }>

/** The questions that a process has answered, the last first. */
interface History<Q> {
  readonly question: Q
  readonly earlier: History<Q> | undefined
}

/** A question that got no answer while other questions were under way. */
interface Suspected<Q> {
  readonly question: Q
  /** What came in place of the answer. */
  readonly silent: Silent
  /** The questions that the same process answered before it. */
  readonly earlier: History<Q> | undefined
  /** Whether the earlier questions are being put again. */
  readonly isReplayed: boolean
}

export interface Pipeline<Q> {
  /** How many questions may be under way at most. */
  readonly most: number
  /** How many questions may be under way now: a new process gets one, then two, then four. */
  readonly width: number
  /** The questions to put again, before those that wait. Their answers are known. */
  readonly again: ReadonlyArray<Q>
  /** The questions that wait, the next one first. */
  readonly waiting: ReadonlyArray<Q>
  /** The questions that were put to the process and have no answer yet, the oldest first. */
  readonly underWay: ReadonlyArray<Q>
  readonly history: History<Q> | undefined
  readonly suspected: Suspected<Q> | undefined
  /** Why the port gets one question at a time, if it was found to need that. */
  readonly reason: Silent | undefined
}

export interface Decision<Q> {
  readonly next: Pipeline<Q>
  /** The replies that are now certain, to hand to the asker: one, or none. */
  readonly replies: ReadonlyArray<{ readonly question: Q; readonly reply: Reply }>
  /** Whether the process is to be ended. */
  readonly endsProcess: boolean
}

/** A pipeline without questions. */
export const emptyPipeline = <Q>(most: number): Pipeline<Q> => ({
  most,
  width: 1,
  again: [],
  waiting: [],
  underWay: [],
  history: undefined,
  suspected: undefined,
  reason: undefined,
})

export const isIdle = ({ again, waiting, underWay }: Pipeline<unknown>): boolean =>
  again.length + waiting.length + underWay.length === 0

/** The pipeline with the limit that the port's hello names. */
export const limited = <Q>(state: Pipeline<Q>, most: number): Pipeline<Q> => ({
  ...state,
  most: Math.min(state.most, most),
})

export const asked = <Q>(state: Pipeline<Q>, question: Q): Pipeline<Q> => ({
  ...state,
  waiting: [...state.waiting, question],
})

/** The questions to put to the process now. */
export const take = <Q>(state: Pipeline<Q>): readonly [put: ReadonlyArray<Q>, next: Pipeline<Q>] => {
  const { again, waiting, underWay, most, width } = state
  const count = Math.max(0, Math.min(most, width) - underWay.length)
  // Earlier questions are replayed one at a time, and nothing else comes between.
  const isReplaying = again.length > 0
  const source = isReplaying ? again : waiting
  const put = source.slice(0, count)
  const rest = source.slice(put.length)
  const next = { ...state, underWay: [...underWay, ...put], ...(isReplaying ? { again: rest } : { waiting: rest }) }
  return [put, next]
}

/** Another process replaces this one, and gets the questions that were under way. */
export const begunAnew = <Q>(state: Pipeline<Q>): Pipeline<Q> => {
  const { underWay, again, waiting, suspected } = state
  const put =
    suspected?.isReplayed === true ? { again: [...underWay, ...again] } : { waiting: [...underWay, ...waiting] }
  return { ...state, ...put, width: 1, underWay: [], history: undefined }
}

/** Drops the questions whose answers are not needed any more. */
export const abandoned = <Q>({ most, reason }: Pipeline<Q>): Pipeline<Q> => ({ ...emptyPipeline<Q>(most), reason })

/** The oldest question under way has its answer. */
export const answered = <Q>(state: Pipeline<Q>, reply: Reply): Decision<Q> => {
  const [question, ...underWay] = state.underWay as readonly [Q, ...Array<Q>]
  const { suspected, most, width, history } = state
  const next: Pipeline<Q> = {
    ...state,
    underWay,
    width: Math.min(most, width * 2),
    // With one question at a time, nothing is ever replayed.
    history: most === 1 ? undefined : { question, earlier: history },
  }
  if (suspected === undefined) return { next, replies: [{ question, reply }], endsProcess: false }
  if (suspected.question !== question) return { next, replies: [], endsProcess: false }
  return suspected.isReplayed || suspected.earlier === undefined
    ? { next: oneAtATime(next, suspected), replies: [{ question, reply }], endsProcess: false }
    : { next: replaying(next, suspected), replies: [], endsProcess: true }
}

/** The oldest question under way will not be answered by this process. */
export const unanswered = <Q>(state: Pipeline<Q>, silent: Silent): Decision<Q> => {
  const [question, ...others] = state.underWay as readonly [Q, ...Array<Q>]
  const { suspected, history } = state
  const ended = begunAnew({ ...state, underWay: others })
  if (suspected !== undefined) return settled(ended, question, suspected, silent)
  if (others.length === 0) return { next: ended, replies: [{ question, reply: silent }], endsProcess: true }
  return {
    next: {
      ...ended,
      waiting: [question, ...ended.waiting],
      suspected: { question, silent, earlier: history, isReplayed: false },
    },
    replies: [],
    endsProcess: true,
  }
}

/** The suspected question got no answer again, or an earlier question got none at its replay. */
const settled = <Q>(state: Pipeline<Q>, question: Q, suspected: Suspected<Q>, silent: Silent): Decision<Q> => {
  const isSuspected = question === suspected.question
  const reply = isSuspected ? silent : suspected.silent
  const waiting = state.waiting.filter((other) => other !== suspected.question)
  const next = { ...state, waiting, again: [], suspected: undefined }
  return { next, replies: [{ question: suspected.question, reply }], endsProcess: true }
}

const oneAtATime = <Q>(state: Pipeline<Q>, { silent }: Suspected<Q>): Pipeline<Q> => ({
  ...state,
  most: 1,
  width: 1,
  suspected: undefined,
  reason: silent,
})

/** Puts all questions again that the process had answered, then the suspected question. */
const replaying = <Q>(state: Pipeline<Q>, suspected: Suspected<Q>): Pipeline<Q> => ({
  ...begunAnew(state),
  most: 1,
  again: [...inOrder(suspected.earlier), suspected.question],
  suspected: { ...suspected, isReplayed: true },
})

const inOrder = <Q>(history: History<Q> | undefined): ReadonlyArray<Q> => {
  const questions: Array<Q> = []
  for (let each = history; each !== undefined; each = each.earlier) questions.push(each.question)
  return questions.reverse()
}
