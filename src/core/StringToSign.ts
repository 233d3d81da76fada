/**
 * The string to sign (interface §5.2): five parts, a line feed after each of the first four, nothing after the body.
 *
 * The body stays a separate byte array, so that a large body is hashed without a copy.
 */
import { type Bytes, concat, type OwnBytes, ofAscii } from './Bytes.ts'
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
 * No part can contain a line feed, so different requests have different strings to sign.
 *
 * @example
 * ```ts
 * import { Method, Nonce, RequestTarget, StringToSign, Timestamp } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const [target, nonce] = [RequestTarget.parse('/v1/jobs'), Nonce.parse('n-1')]
 * assert.ok(E.isRight(target) && E.isRight(nonce))
 * const timestamp = Timestamp.ofMillis(1_700_000_000_000)
 * const head = StringToSign.head({ method: Method.post, target: target.right, timestamp, nonce: nonce.right })
 * assert.equal(head, 'POST\n/v1/jobs\n1700000000\nn-1\n')
 * ```
 */
export const head = (p: Parts): string => uncheckedHead(p)

/** Parts as plain texts, which may break their rules. */
export type UncheckedParts = { readonly [K in keyof Parts]: string | Parts[K] }

/**
 * The head of parts that nobody has checked, for tests that sign wrong requests on purpose. A part that holds a line feed makes
 * two different requests sign the same text: everything else uses `head`.
 *
 * @example
 * ```ts
 * import { StringToSign } from 'countersign'
 *
 * const parts = { method: 'post', target: 'v1/jobs', timestamp: 'now', nonce: '' }
 * assert.equal(StringToSign.uncheckedHead(parts), 'post\nv1/jobs\nnow\n\n')
 * ```
 */
export const uncheckedHead = (p: UncheckedParts): string => `${p.method}\n${p.target}\n${p.timestamp}\n${p.nonce}\n`

/**
 * The string to sign of these parts and a body, as transmitted. Does not copy the body.
 *
 * @example
 * ```ts
 * import { Bytes, Method, Nonce, RequestTarget, StringToSign, Timestamp } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const [target, nonce] = [RequestTarget.parse('/v1/jobs'), Nonce.parse('n-1')]
 * assert.ok(E.isRight(target) && E.isRight(nonce))
 * const parts = { method: Method.post, target: target.right, timestamp: Timestamp.ofMillis(0), nonce: nonce.right }
 * const { head, body } = StringToSign.make(parts, Bytes.ofAscii('{}'))
 * assert.equal(head, 'POST\n/v1/jobs\n0\nn-1\n')
 * assert.equal(body.length, 2)
 * ```
 */
export const make = (p: Parts, body: Bytes): StringToSign => ({ head: head(p), body })

/**
 * All bytes in one array. Copies the body: for platforms that cannot hash in parts.
 *
 * @example
 * ```ts
 * import { Bytes, StringToSign } from 'countersign'
 *
 * const bytes = StringToSign.toBytes({ head: 'GET\n/\n0\nn-1\n', body: Bytes.empty })
 * assert.equal(bytes.length, 12)
 * ```
 */
export const toBytes = (s: StringToSign): OwnBytes => concat([ofAscii(s.head), s.body])
