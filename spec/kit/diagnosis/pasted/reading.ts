/** A request as text, read or refused, for the specs of the readers. */
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import { processorMs } from '../../../../scripts/processorMs.ts'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { inWords, type Received, type Unreadable } from '../../../../src/kit/diagnosis/Received.ts'

type Reader<A> = (bytes: Uint8Array) => E.Either<Unreadable, A>

interface Reading<A> {
  readonly read: (text: string | Uint8Array) => A
  readonly refusal: (text: string | Uint8Array) => string
}

/** By this reader, what it reads of a text, and why it refuses one. */
export const readingBy = <A>(reader: Reader<A>, encoding: BufferEncoding = 'utf8'): Reading<A> => {
  const of = (text: string | Uint8Array) => reader(typeof text === 'string' ? Buffer.from(text, encoding) : text)
  return {
    read: (text) => {
      const received = of(text)
      if (E.isLeft(received)) throw new Error(`${text}: ${inWords(received.left)}`)
      return received.right
    },
    refusal: (text) => {
      const received = of(text)
      if (E.isRight(received)) throw new Error(`not refused: ${text}`)
      return inWords(received.left)
    },
  }
}

const reading = readingBy(readRequest)
export const read: Reading<Received>['read'] = reading.read
export const refusal: Reading<Received>['refusal'] = reading.refusal

export const bodyOf = ({ body }: Received, encoding: BufferEncoding = 'utf8'): string => {
  if (body._tag !== 'Bytes') throw new Error('the body is in files')
  return Buffer.from(body.bytes).toString(encoding)
}

export const noted = ({ notes = [] }: Received): string => notes.join('\n')

/** Each of these texts is refused in words that hold the others. */
export const refuses = (
  rows: ReadonlyArray<readonly [text: string, words: string]>,
  why: (text: string) => string = refusal,
): void => {
  for (const [text, words] of rows) assert.ok(why(text).includes(words), `${text}: ${why(text)}`)
}

/** What a program sends for a command, as seen on the wire. */
export type Seen = readonly [command: string, requestLine: string, body: string, authorization?: string]

export const isSeen = ([command, requestLine, body, authorization]: Seen): void => {
  const received = read(command)
  assert.is(`${received.method} ${received.target}`, requestLine)
  assert.is(bodyOf(received), body)
  assert.equal(received.authorization, authorization === undefined ? [] : [authorization])
}

/** A text of 128 KiB of this unit behind a head is answered in time. */
export const isQuick = (reader: Reader<unknown>, head: string, unit: string): void => {
  const text = Buffer.concat([Buffer.from(head), Buffer.alloc(2 ** 17, unit)])
  const started = processorMs()
  reader(text)
  assert.ok(processorMs() - started < 2000, JSON.stringify([head, unit]))
}

export const line = 'SVC-SHA256-RSA app_id=a,nonce_str=n,timestamp=1,signature=AA=='

/** An archive of HTTP (HAR) with this request alone. */
export const archiveOf = (request: object): string => JSON.stringify({ log: { entries: [{ request }] } })
