/**
 * The string to sign (interface §5.2): five parts, a line feed after each of the first four, nothing after the body.
 *
 * It is kept as a head of text and a body of bytes, so that a body of any size is hashed where it lies and never copied.
 */
import { type Bytes, concat, ofAscii } from './Bytes.ts'
import type { Method } from './Method.ts'
import type { Nonce } from './Nonce.ts'
import type { RequestTarget } from './RequestTarget.ts'
import type { Timestamp } from './Timestamp.ts'

export interface Parts {
  readonly method: Method
  readonly target: RequestTarget
  readonly timestamp: Timestamp
  readonly nonce: Nonce
}

/** `head` is ASCII. The bytes to sign are those of `head`, then `body`. */
export interface StringToSign {
  readonly head: string
  readonly body: Bytes
}

/**
 * method LF target LF timestamp LF nonce LF — the body's bytes follow, and nothing after them.
 *
 * No part can hold a line feed, so two requests share a string to sign only if they are the same request.
 */
export const head = (p: Parts): string => `${p.method}\n${p.target}\n${p.timestamp}\n${p.nonce}\n`

export const make = (p: Parts, body: Bytes): StringToSign => ({ head: head(p), body })

/** The whole as one run of bytes. Copies the body: for those platforms that cannot hash in parts. */
export const toBytes = (s: StringToSign): Bytes => concat([ofAscii(s.head), s.body])
