/**
 * Files that change while the program runs: keys and tokens. The content of a file is believed for a bounded time after the
 * file was read. A stat is a hint that the file has changed, and no more: a replaced image may show the same time, size and
 * inode for other content.
 */
import { createHash } from 'node:crypto'
import { type BigIntStats, close, constants, fstat, open, read, stat } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import type { Task } from 'fp-ts/lib/Task.js'
import { type Timer, within } from '../../effects/Timer.ts'

/** The content counts for at most this many milliseconds after the file was read. */
export const believedMs = 10_000

/** A file system may take so many milliseconds to answer. Two such waits end before a verifier's usual timeout. */
export const answerMs = 800

/** libuv has four threads, which also resolve host names and check signatures. A hung file system takes at most three. */
export const maxAtOnce = 3

/** Why a file has no content. */
export type Fault = 'unreadable' | 'no-file' | 'too-large' | 'no-answer'

/**
 * Whether an error says that no descriptor is left, for this process or the machine. It tells nothing of a file: it is the
 * server's own trouble, and passes.
 */
export const isShortage = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')

// ---- Operations that take a thread of libuv

/** An operation that has a thread. */
interface Running {
  /** It has not ended in time. */
  isLate: boolean
}

/** An operation that waits for a thread. */
interface Waiting {
  readonly run: () => void
  /** Ends the wait without an answer. */
  readonly giveUp: () => void
}

// Of the whole process, as the threads are.
const running = new Set<Running>()
const waiting: Array<Waiting> = []

/** No thread of ours is free, and none will be soon. */
const isHung = (): boolean => running.size === maxAtOnce && [...running].every(({ isLate }) => isLate)

/** Runs an operation of that name. Answers `undefined` if it does not end in time, and until it has ended. */
export type InTime = <A>(name: string, operation: Task<A>) => Promise<A | undefined>

/** An operation that has begun, and its answer: all who ask for the same name get this one. */
interface Flight {
  readonly state: Running
  readonly answer: Promise<unknown>
}

export const inTime = (timer: Timer): InTime => {
  const inFlight = new Map<string, Flight>()
  return async <A>(name: string, operation: Task<A>) => {
    const earlier = inFlight.get(name)
    if (earlier === undefined && isHung()) return undefined
    const { state, answer } = earlier ?? beginFlight(timer, inFlight, name, operation)
    return state.isLate ? undefined : (answer as Promise<A | undefined>)
  }
}

/** Runs the operation as soon as a thread is free. Its time begins then: a file is not late because others are read before it. */
const beginFlight = (timer: Timer, inFlight: Map<string, Flight>, name: string, operation: Task<unknown>): Flight => {
  const state: Running = { isLate: false }
  const onEnd = (): void => {
    running.delete(state)
    inFlight.delete(name)
    waiting.shift()?.run()
  }
  const answer = new Promise<unknown>((resolve, reject) => {
    const run = (): void => {
      running.add(state)
      within(timer, answerMs)(
        () => operation().finally(onEnd),
        () => noteLate(state),
      )().then(resolve, reject)
    }
    const giveUp = (): void => {
      inFlight.delete(name)
      resolve(undefined)
    }
    if (running.size < maxAtOnce) run()
    else waiting.push({ run, giveUp })
  })
  const flight: Flight = { state, answer }
  inFlight.set(name, flight)
  return flight
}

/** An operation is late. If all of them are, nobody waits any longer for a thread. */
const noteLate = (state: Running): undefined => {
  state.isLate = true
  if (isHung()) for (const { giveUp } of waiting.splice(0)) giveUp()
  return undefined
}

// ---- What a file says

/** What a file says, and how old that is. */
export interface Belief<A> {
  /** The timer's time when the reading began. */
  readonly since: number
  /** Changes with the file, as far as a stat shows. `undefined`: read the file at every look. */
  readonly hint: string | undefined
  /** Of the content, or the fault. */
  readonly digest: string
  readonly value: A
}

export const isBelieved = (timer: Timer, { since }: Belief<unknown>): boolean => timer.elapsed() - since < believedMs

/**
 * What the file says now, or what it said `before` if that is believed and the file gives no answer. With `byHint`, a file
 * that seems unchanged is not read. `meaning` is asked once for each content, and never rejects.
 */
export type Believe<A> = (path: string, before?: Belief<A>, byHint?: boolean) => Promise<Belief<A>>

export const believing = <A>(
  timer: Timer,
  maxBytes: number,
  meaning: (content: E.Either<Fault, Uint8Array>) => Promise<A>,
): Believe<A> => {
  const answerOf = inTime(timer)
  const understood = async (found: Found, since: number, before: Belief<A> | undefined): Promise<Belief<A>> => {
    const [hint, digest] = E.isLeft(found) ? [undefined, found.left] : [found.right.hint, digestOf(found.right.content)]
    if (before?.digest === digest) return { since, hint, digest, value: before.value }
    const content = E.isLeft(found) ? found : E.right(found.right.content)
    return { since, hint, digest, value: await meaning(content) }
  }
  return async (path, before, byHint = false) => {
    const belief = await answerOf(path, async () => {
      const since = timer.elapsed()
      if (byHint && before?.hint !== undefined && before.hint === (await hintAt(path))) return before
      const found = await contentOf(path, maxBytes)
      return found === undefined ? undefined : understood(found, since, before)
    })
    if (belief !== undefined) return belief
    if (before !== undefined && isBelieved(timer, before)) return before
    return understood(E.left('no-answer'), timer.elapsed(), before)
  }
}

type Found = E.Either<Fault, { readonly hint: string | undefined; readonly content: Uint8Array }>

const digestOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('base64')

/** The functions of node:fs/promises take twice the processor time: they make a handle for each file. */
const called = <A>(call: (then: (error: Error | null, answer: A) => void) => void): Promise<A> =>
  new Promise((resolve, reject) => call((error, answer) => (error ? reject(error) : resolve(answer))))

// A FIFO without a writer would hold the thread that opens it. Windows has neither.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** `undefined`: there is no descriptor for it, so the file gives no answer. */
const contentOf = async (path: string, maxBytes: number): Promise<Found | undefined> => {
  try {
    const file = await called<number>((then) => open(path, flags, then))
    try {
      // Before the content: a change in between shows in the next stat.
      const found = await called<BigIntStats>((then) => fstat(file, { bigint: true }, then))
      if (!found.isFile()) return E.left('no-file')
      if (found.size > maxBytes) return E.left('too-large')
      const content = new Uint8Array(Number(found.size))
      let length = 0
      for (let got = 1; got > 0 && length < content.length; length += got)
        got = await called<number>((then) => read(file, content, length, content.length - length, null, then))
      return E.right({ hint: hintOf(found), content: content.subarray(0, length) })
    } finally {
      await called<void>((then) => close(file, then))
    }
  } catch (error) {
    return isShortage(error) ? undefined : E.left('unreadable')
  }
}

const hintAt = (path: string): Promise<string | undefined> =>
  called<BigIntStats>((then) => stat(path, { bigint: true }, then)).then(hintOf, () => undefined)

/**
 * Coarse file systems give all changes of two seconds the same time, and keys of one length have files of one size: the stat
 * of a file that has just changed would not show another change.
 */
const hintOf = ({ ctimeNs, size, ino }: BigIntStats): string | undefined =>
  ctimeNs > BigInt(Date.now() - 3000) * 1_000_000n ? undefined : `${ctimeNs} ${size} ${ino}`
