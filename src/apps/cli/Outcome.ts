/**
 * How a command ends: what it prints for people and for programs, and its exit code.
 */

import type { Readable, Writable } from 'node:stream'
import type picocolors from 'picocolors'

export type Colours = Pick<ReturnType<typeof picocolors.createColors>, 'bold' | 'dim' | 'green' | 'red' | 'yellow'>

/** 0 yes, 1 no, 2 wrong usage or an unusable file, 3 the environment failed. */
export type ExitCode = 0 | 1 | 2 | 3

export interface Outcome {
  readonly exit: ExitCode
  /** For people; bytes are printed as they are. */
  readonly text: string | Uint8Array | ((colours: Colours) => string)
  /** For programs: one object, printed instead under `--json`. */
  readonly json: object
  /** A server's command: it prints, and ends when this resolves. */
  readonly until?: Promise<void>
}

/** Stops a command before it has an outcome. The message has a line for each fault, and no secret. */
export class CommandError extends Error {
  readonly exit: 2 | 3
  /** Which command helps. */
  readonly hint: string | undefined

  constructor(exit: 2 | 3, message: string, hint?: string) {
    super(message)
    this.name = 'CommandError'
    this.exit = exit
    this.hint = hint
  }
}

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where a command prints. */
export type Output = Writable & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>

/** The variables and streams that a command is given, so that a test can give others. Files and sockets are those of the process. */
export interface World {
  readonly env: Environment
  readonly stdin: Readable
  readonly stdout: Output
  readonly stderr: Output
  /** A command that runs on, such as a server, ends when this resolves. Absent: it ends when the process gets a signal. */
  readonly interrupted?: Promise<void>
}
