// A file system as it seldom is: whose stat shows no change, or that gives no answer. Everything else is real.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// biome-ignore lint/suspicious/noExplicitAny: functions with many overloads
type Call = (...given: Array<any>) => void

const replaced = (name: 'open' | 'stat' | 'fstat', by: (real: Call) => Call): (() => void) => {
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

export interface Silence {
  /** How often each path was opened. */
  readonly opened: (path: string) => number
  /** All answers come now. */
  readonly end: () => void
}

/** Files of these paths do not answer, as on a file system that hangs. */
export const silent = (isSilent: (path: string) => boolean): Silence => {
  const held: Array<() => void> = []
  const opened: Array<string> = []
  const restore = replaced('open', (real) => (path, ...more) => {
    opened.push(path)
    if (isSilent(path)) held.push(() => real(path, ...more))
    else real(path, ...more)
  })
  return {
    opened: (path) => opened.filter((each) => each === path).length,
    end: () => {
      restore()
      for (const each of held.splice(0)) each()
    },
  }
}
