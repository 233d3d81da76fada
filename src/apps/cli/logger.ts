/** Lines on standard error, for people or for programs. A text is short; JSON has all that is known. */

import { type Level, levelOf, type Members } from './logLines.ts'
import type { World } from './Outcome.ts'
import { coloursOf, jsonLine } from './terminal.ts'

export interface Logger {
  readonly say: (text: string, level?: Level, more?: Members) => void
  /** One line an answer; as JSON with these members. Nothing of it is a secret. */
  readonly log: (status: number, text: string, more?: Members) => void
}

/** A line of `--log json`. */
export const jsonEntry = (members: Members): string => `${jsonLine({ time: new Date().toISOString(), ...members })}\n`

export const logger = (form: 'text' | 'json', { stderr, env }: World): Logger => {
  const line = (members: Members, text: string): void => {
    stderr.write(form === 'json' ? jsonEntry(members) : `${new Date().toISOString()} ${text}\n`)
  }
  return {
    say: (message, level = 'info', more = {}) => line({ level, message, ...more }, message),
    log: (status, message, more = {}) => {
      const { green, red } = coloursOf(stderr, env)
      const shown = status < 400 ? green(`${status}`) : red(`${status}`)
      const level = levelOf(status, String(more.reason ?? more.code))
      line({ level, status, message, ...more }, `${shown} ${message}`)
    },
  }
}
