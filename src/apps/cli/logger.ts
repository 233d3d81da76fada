/** Lines on standard error, for people or for programs. */

import type { World } from './Outcome.ts'
import { coloursOf } from './terminal.ts'

export interface Logger {
  readonly say: (text: string) => void
  /** One line an answer; nothing of a request but its verified app id, method and path. */
  readonly log: (status: number, text: string, more?: object) => void
}

export const logger = (form: 'text' | 'json', { stderr, env }: World): Logger => {
  const line = (members: object, text: string): void => {
    const time = new Date().toISOString()
    stderr.write(form === 'json' ? `${JSON.stringify({ time, ...members })}\n` : `${time} ${text}\n`)
  }
  return {
    say: (message) => line({ message }, message),
    log: (status, message, more = {}) => {
      const { green, red } = coloursOf(stderr, env)
      const shown = status < 400 ? green(`${status}`) : red(`${status}`)
      line({ status, message, ...more }, `${shown} ${message}`)
    },
  }
}
