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
  const inLog = E.map((request: Received) => withLoggedBody(request, log, commandStart))
  const commandOfOneLine = readCurl(Bytes.ofAscii(log.slice(commandStart, lineEnd < 0 ? log.length : lineEnd)))
  return inLog(E.isRight(commandOfOneLine) ? commandOfOneLine : readCurl(Bytes.ofAscii(log.slice(commandStart))))
}

/** kubectl writes the body in a line of its own, and the command after it without the body: `request.go:1212] Request Body: {"a":1}`. */
const loggedBody = /^[^\n]{0,256}\] Request Body: ([^\n]*)$/gm

/** The request with the body of the nearest such line before the command, if the command has none. */
const withLoggedBody = (request: Received, log: string, commandStart: number): Received => {
  const isEmpty = request.body._tag === 'Bytes' && request.body.bytes.length === 0
  const nearest = isEmpty ? [...log.slice(0, commandStart).matchAll(loggedBody)].at(-1)?.[1] : undefined
  return nearest === undefined ? request : { ...request, body: { _tag: 'Bytes', bytes: Bytes.ofAscii(nearest) } }
}
