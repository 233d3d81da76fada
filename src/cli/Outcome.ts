/**
 * How a command ends: what it says to people, what it says to programs, and its exit code.
 */
import type { Colours } from './terminal.ts'

/** 0 yes, 1 no, 2 usage or a file that cannot be used, 3 the environment failed. */
export type ExitCode = 0 | 1 | 2 | 3

export interface Outcome {
  readonly exit: ExitCode
  /** For people; bytes are printed as they are. */
  readonly text: string | Uint8Array | ((colours: Colours) => string)
  /** For programs: one object, printed instead under `--json`. */
  readonly json: object
  /** The command stays after it has said this, and ends when this resolves. */
  readonly until?: Promise<void>
}

/** What stops a command before it has an outcome. Its message is for people, a line for each fault, and holds no secret. */
export class CommandError extends Error {
  readonly exit: 2 | 3
  /** Where to read on. */
  readonly hint: string | undefined

  constructor(exit: 2 | 3, message: string, hint?: string) {
    super(message)
    this.name = 'CommandError'
    this.exit = exit
    this.hint = hint
  }
}
