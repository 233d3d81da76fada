import type { Readable, Writable } from 'node:stream'

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where a command prints. */
export type Output = Writable & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>

/** What a command has of its process, which is one. Signals, files and sockets are the process's own. */
export interface World {
  readonly env: Environment
  readonly stdin: Readable
  readonly stdout: Output
  readonly stderr: Output
  /** Ends a server. Absent: a signal to the process does. */
  readonly interrupted?: Promise<void>
}
