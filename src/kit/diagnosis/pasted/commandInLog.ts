/**
 * A command of curl inside a log: after a time, after a mark, or after the `+` of a shell that prints what it runs.
 *
 *     2026/11/29 05:05:02 curl https://api.example/v1/jobs -d '{}'
 *     + curl https://api.example/v1/jobs -d '{}'
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Received, type Unreadable } from '../Received.ts'
import { readCurl } from './readCurl.ts'

const command = /^([^\n'"]{0,400}[ \t]|[^\n'"]{0,64}[:+>|])curl[ \t](?=[^\n]*https?:\/\/)/m

/** The request of the first such command. Its line is tried alone first, for the log may go on in the next line. */
export const commandInLog = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> | undefined => {
  const log = latin1(bytes)
  const commandMatch = command.exec(log)
  if (commandMatch === null) return undefined
  const commandStart = commandMatch.index + (commandMatch[1] ?? '').length
  const lineEnd = log.indexOf('\n', commandStart)
  const commandOfOneLine = readCurl(Bytes.ofAscii(log.slice(commandStart, lineEnd < 0 ? log.length : lineEnd)))
  return E.isRight(commandOfOneLine) ? commandOfOneLine : readCurl(Bytes.ofAscii(log.slice(commandStart)))
}
