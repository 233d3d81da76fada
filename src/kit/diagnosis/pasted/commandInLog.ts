/**
 * A command of curl inside a log: behind a time, a mark, or the `+` of a shell that prints what it runs.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Received, type Unreadable } from '../Received.ts'
import { readCurl } from './readCurl.ts'

const command = /^([^\n'"]{0,400}[ \t]|[^\n'"]{0,64}[:+>|])curl[ \t](?=[^\n]*https?:\/\/)/m

/** The request of the first such command; its line first, for more may follow. */
export const commandInLog = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> | undefined => {
  const text = latin1(bytes)
  const found = command.exec(text)
  if (found === null) return undefined
  const from = found.index + (found[1] ?? '').length
  const end = text.indexOf('\n', from)
  const line = readCurl(Bytes.ofAscii(text.slice(from, end < 0 ? text.length : end)))
  return E.isRight(line) ? line : readCurl(Bytes.ofAscii(text.slice(from)))
}
