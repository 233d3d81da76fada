/**
 * File systems that are seldom met: one whose stat shows no change (`unchanging`), one that answers slowly, turn by turn (`turnByTurn`), and
 * one that hangs (`silent`). Each puts other functions into `node:fs` while `use` runs. Everything else is real.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setImmediate } from 'node:timers/promises'

// biome-ignore lint/suspicious/noExplicitAny: functions with many overloads
type Call = (...given: Array<any>) => void
type Replaced = 'open' | 'stat' | 'fstat' | 'read' | 'close'

/** Puts another function in place of one of `node:fs`. Returns what puts the real one back. */
const replace = (name: Replaced, otherOf: (real: Call) => Call): (() => void) => {
  const real = fs[name] as unknown as Call
  const put = (call: Call): void => {
    Object.assign(fs, { [name]: call })
    syncBuiltinESMExports()
  }
  put(otherOf(real))
  return () => put(real)
}

type ReadFolder = (path: string) => Promise<ReadonlyArray<string>>

const replaceReaddir = (otherOf: (real: ReadFolder) => ReadFolder): (() => void) => {
  const { readdir } = fs.promises
  const put = (call: ReadFolder): void => {
    Object.assign(fs.promises, { readdir: call })
    syncBuiltinESMExports()
  }
  put(otherOf(readdir))
  return () => put(readdir as ReadFolder)
}

/** A stat has always the same time and inode, as on a read-only image that was replaced. */
export const unchanging = async (use: () => Promise<void>): Promise<void> => {
  const withoutChange =
    (real: Call): Call =>
    (subject, options, callback) =>
      real(subject, options, (error: Error | null, found: fs.BigIntStats | undefined) =>
        callback(error, found && Object.assign(found, { ino: 1n, ctimeNs: 1n })),
      )
  const restores = [replace('stat', withoutChange), replace('fstat', withoutChange)]
  await use().finally(() => {
    for (const restore of restores) restore()
  })
}

// ---- A slow event loop

/** The calls that have no answer yet, and the answers that wait for the next turn. */
interface Turns {
  underWay: number
  arrived: Array<() => void>
  isOver: boolean
}

/** An answer is there. It is given at the next turn. */
const arrive = (turns: Turns, give: () => void): void => {
  turns.underWay--
  if (turns.isOver) give()
  else turns.arrived.push(give)
}

/** The same call, whose callback waits for the next turn. */
const givenAtTurn =
  (turns: Turns) =>
  (real: Call): Call =>
  (...given) => {
    const callback = given.pop() as Call
    turns.underWay++
    real(...given, (...answer: ReadonlyArray<unknown>) => arrive(turns, () => callback(...answer)))
  }

const giveArrived = (turns: Turns): void => {
  const { arrived } = turns
  turns.arrived = []
  for (const give of arrived) give()
}

/**
 * Each answer comes with the next turn of a slow event loop, and no two steps of one reading come in one turn. `turn` lets the loop go
 * round once all of its answers are there, however slow the machine is.
 */
export const turnByTurn = async (use: (turn: () => Promise<void>) => Promise<void>): Promise<void> => {
  const turns: Turns = { underWay: 0, arrived: [], isOver: false }
  const restores = (['open', 'stat', 'fstat', 'read', 'close'] as const).map((name) =>
    replace(name, givenAtTurn(turns)),
  )
  const restoreReaddir = replaceReaddir((readdir) => async (path) => {
    turns.underWay++
    const names = await readdir(path)
    await new Promise<void>((resolve) => arrive(turns, resolve))
    return names
  })
  const turn = async (): Promise<void> => {
    while (turns.underWay > 0) await setImmediate()
    giveArrived(turns)
    await setImmediate()
  }
  try {
    await use(turn)
  } finally {
    turns.isOver = true
    giveArrived(turns)
    for (const restore of [...restores, restoreReaddir]) restore()
  }
}

// ---- A file system that hangs

export interface Silence {
  /** How often each path was opened. */
  readonly opened: (path: string) => number
  /** Resolves once nothing is under way but what is silent, however slow the machine is. */
  readonly quiet: () => Promise<void>
  /** All answers come now. */
  readonly end: () => Promise<void>
}

/** The calls that are silent, and the number of the others that have no answer yet. */
interface Silent {
  readonly held: Array<() => void>
  readonly opened: Array<string>
  underWay: number
  isOver: boolean
}

/** The same call, counted while it has no answer. */
const counted =
  (silent: Silent) =>
  (real: Call): Call =>
  (...given) => {
    const callback = given.pop() as Call
    silent.underWay++
    real(...given, (...answer: ReadonlyArray<unknown>) => {
      silent.underWay--
      callback(...answer)
    })
  }

/** Files and folders of these paths do not answer, as on a file system that hangs, until `use` ends. */
export const silent = async (
  isSilent: (path: string) => boolean,
  use: (silence: Silence) => Promise<void>,
): Promise<void> => {
  const state: Silent = { held: [], opened: [], underWay: 0, isOver: false }
  const isHeld = (path: string): boolean => !state.isOver && isSilent(path)
  const restores = [
    ...(['stat', 'fstat', 'read', 'close'] as const).map((name) => replace(name, counted(state))),
    replace('open', (real) => (path, ...more) => {
      state.opened.push(path)
      const run = (): void => counted(state)(real)(path, ...more)
      if (isHeld(path)) state.held.push(run)
      else run()
    }),
    replaceReaddir((readdir) => async (path) => {
      if (isHeld(path)) await new Promise<void>((resolve) => state.held.push(resolve))
      state.underWay++
      return readdir(path).finally(() => state.underWay--)
    }),
  ]
  const quiet = async (): Promise<void> => {
    // What follows an answer begins in the same turn.
    for (let turns = 0; turns < 5; turns = state.underWay === 0 ? turns + 1 : 0) await setImmediate()
  }
  const end = (): Promise<void> => {
    state.isOver = true
    for (const run of state.held.splice(0)) run()
    return quiet()
  }
  try {
    await use({ opened: (path) => state.opened.filter((opened) => opened === path).length, quiet, end })
  } finally {
    await end()
    for (const restore of restores) restore()
  }
}
