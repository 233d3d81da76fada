// A file system as it seldom is: whose stat shows no change, or that gives no answer. Everything else is real.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setImmediate } from 'node:timers/promises'

// biome-ignore lint/suspicious/noExplicitAny: functions with many overloads
type Call = (...given: Array<any>) => void

const replaced = (name: 'open' | 'stat' | 'fstat' | 'read' | 'close', by: (real: Call) => Call): (() => void) => {
  const real = fs[name] as unknown as Call
  const put = (call: Call): void => {
    Object.assign(fs, { [name]: call })
    syncBuiltinESMExports()
  }
  put(by(real))
  return () => put(real)
}

/** A stat has always the same time and inode, as on a read-only image that was replaced. */
export const unchanging = async (use: () => Promise<void>): Promise<void> => {
  const unchanged =
    (real: Call): Call =>
    (subject, options, then) =>
      real(subject, options, (error: Error | null, found: fs.BigIntStats | undefined) =>
        then(error, found && Object.assign(found, { ino: 1n, ctimeNs: 1n })),
      )
  const restore = [replaced('stat', unchanged), replaced('fstat', unchanged)]
  await use().finally(() => {
    for (const each of restore) each()
  })
}

/**
 * Each answer comes with the next turn of a slow event loop, and no two steps of one reading in one turn. `turn` lets it go
 * round, once all of its answers are there, however slow the machine is.
 */
export const turnByTurn = async (use: (turn: () => Promise<void>) => Promise<void>): Promise<void> => {
  let underWay = 0
  let arrived: Array<() => void> = []
  let isOver = false
  const arrive = (then: () => void): void => {
    underWay--
    if (isOver) then()
    else arrived.push(then)
  }
  const held =
    (real: Call): Call =>
    (...given) => {
      const then = given.pop() as Call
      underWay++
      real(...given, (...answer: ReadonlyArray<unknown>) => arrive(() => then(...answer)))
    }
  const { readdir } = fs.promises
  const restore = (['open', 'stat', 'fstat', 'read', 'close'] as const).map((name) => replaced(name, held))
  Object.assign(fs.promises, {
    readdir: async (path: string) => {
      underWay++
      const names = await readdir(path)
      await new Promise<void>(arrive)
      return names
    },
  })
  syncBuiltinESMExports()
  const turn = async (): Promise<void> => {
    while (underWay > 0) await setImmediate()
    const now = arrived
    arrived = []
    for (const then of now) then()
    await setImmediate()
  }
  try {
    await use(turn)
  } finally {
    isOver = true
    for (const then of arrived) then()
    Object.assign(fs.promises, { readdir })
    for (const each of restore) each()
    syncBuiltinESMExports()
  }
}

export interface Silence {
  /** How often each path was opened. */
  readonly opened: (path: string) => number
  /** Resolves once nothing is under way but what is silent, however slow the machine is. */
  readonly quiet: () => Promise<void>
  /** All answers come now. */
  readonly end: () => Promise<void>
}

/** Files and folders of these paths do not answer, as on a file system that hangs, until `use` ends. */
export const silent = async (
  isSilent: (path: string) => boolean,
  use: (silence: Silence) => Promise<void>,
): Promise<void> => {
  const held: Array<() => void> = []
  const opened: Array<string> = []
  let underWay = 0
  let isOver = false
  const counted =
    (real: Call): Call =>
    (...given) => {
      const then = given.pop() as Call
      underWay++
      real(...given, (...answer: ReadonlyArray<unknown>) => {
        underWay--
        then(...answer)
      })
    }
  const { readdir } = fs.promises
  const restore = [
    ...(['stat', 'fstat', 'read', 'close'] as const).map((name) => replaced(name, counted)),
    replaced('open', (real) => (path, ...more) => {
      opened.push(path)
      const run = () => counted(real)(path, ...more)
      if (!isOver && isSilent(path)) held.push(run)
      else run()
    }),
    () => Object.assign(fs.promises, { readdir }),
  ]
  Object.assign(fs.promises, {
    readdir: async (path: string) => {
      if (!isOver && isSilent(path)) await new Promise<void>((resolve) => void held.push(resolve))
      underWay++
      return readdir(path).finally(() => underWay--)
    },
  })
  syncBuiltinESMExports()
  const quiet = async (): Promise<void> => {
    // What follows an answer begins in the same turn.
    for (let turns = 0; turns < 5; turns = underWay === 0 ? turns + 1 : 0) await setImmediate()
  }
  const end = (): Promise<void> => {
    isOver = true
    for (const run of held.splice(0)) run()
    return quiet()
  }
  try {
    await use({ opened: (path) => opened.filter((each) => each === path).length, quiet, end })
  } finally {
    await end()
    for (const each of restore) each()
    syncBuiltinESMExports()
  }
}
