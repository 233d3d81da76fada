/**
 * Lines on standard error, for people or for programs. A text is short; JSON has all that is known.
 *
 * On a full disk a file takes the first half of a line without an error, and fails for the lines after it. So the first line that is taken
 * again begins a line of its own, and the next one says how many were lost.
 */

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

/** `onLost` hears of each line that could not be written. */
export const logger = (form: 'text' | 'json', { stderr, env }: World, onLost: () => void = () => {}): Logger => {
  let lost = 0
  const line = (members: Members, text: string): void => {
    const entry = form === 'json' ? jsonEntry(members) : `${new Date().toISOString()} ${text}\n`
    stderr.write(lost === 0 ? entry : `\n${entry}`, (error) => {
      if (error) {
        lost += 1
        onLost()
      } else if (lost > 0) sayLost()
    })
  }
  const sayLost = (): void => {
    const message = `the log could not be written: ${lost} lines are lost`
    lost = 0
    line({ level: 'error', message }, message)
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
