/**
 * Arbitraries of the parts of a string to sign: method, target, timestamp, nonce and body. Each arbitrary draws values that the
 * type's `parse` accepts; `nearMiss` draws texts that resemble them and that `parse` refuses.
 *
 *     timestamp()    '1700000000'        timestamp.nearMiss()    '01700000000'
 */
import type fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, ofText } from '../../../core/Bytes.ts'
import * as Method from '../../../core/Method.ts'
import * as Nonce from '../../../core/Nonce.ts'
import * as RequestTarget from '../../../core/RequestTarget.ts'
import type { Parts } from '../../../core/StringToSign.ts'
import * as Timestamp from '../../../core/Timestamp.ts'
import * as grammar from '../../values/parts.ts'
import { receivedTargets } from '../../values/targets.ts'
import { record, type Values, validOf, valuesOf } from './Values.ts'

/**
 * Methods in upper case. Near misses: texts that `Method.parse` refuses.
 *
 * @example
 * ```ts
 * import { Method } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.method(), (method) => Method.isMethod(method)))
 * fc.assert(fc.property(arb.method.nearMiss(), (text) => Method.parse(text)._tag === 'Left'))
 * ```
 */
export const method: Values<Method.Method> = /* @__PURE__ */ valuesOf(() => grammar.methods, Method.parse)

/**
 * Request targets, among them what clients and proxies rewrite. Near misses: texts that `RequestTarget.parse` refuses.
 *
 * @example
 * ```ts
 * import { RequestTarget } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.target(), (target) => RequestTarget.isRequestTarget(target)))
 * fc.assert(fc.property(arb.target.nearMiss(), (text) => RequestTarget.parse(text)._tag === 'Left'))
 * ```
 */
export const target: Values<RequestTarget.RequestTarget> = /* @__PURE__ */ valuesOf(
  () => receivedTargets,
  RequestTarget.parse,
)

/**
 * Seconds since 1970. Near misses: texts that `Timestamp.parse` refuses.
 *
 * @example
 * ```ts
 * import { Timestamp } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.timestamp(), (seconds) => Timestamp.isTimestamp(seconds)))
 * fc.assert(fc.property(arb.timestamp.nearMiss(), (text) => Timestamp.parse(text)._tag === 'Left'))
 * ```
 */
export const timestamp: Values<Timestamp.Timestamp> = /* @__PURE__ */ valuesOf(
  () => grammar.timestamps,
  Timestamp.parse,
)

/**
 * Nonces. Near misses: texts that `Nonce.parse` refuses.
 *
 * @example
 * ```ts
 * import { Nonce } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.nonce(), (nonce) => Nonce.isNonce(nonce)))
 * fc.assert(fc.property(arb.nonce.nearMiss(), (text) => Nonce.parse(text)._tag === 'Left'))
 * ```
 */
export const nonce: Values<Nonce.Nonce> = /* @__PURE__ */ valuesOf(() => grammar.nonces, Nonce.parse)

/**
 * Bodies: any bytes, also bytes that are neither text nor JSON. A body has no near miss, since no rule refuses one.
 *
 * @example
 * ```ts
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.body(), (body) => body instanceof Uint8Array))
 * ```
 */
export const body = (): fc.Arbitrary<Bytes> =>
  validOf(grammar.bodies, (content) => (typeof content === 'string' ? ofText(content) : E.right(content)))

/**
 * The four parts that come before the body in a string to sign.
 *
 * @example
 * ```ts
 * import { StringToSign } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.parts(), (parts) => StringToSign.head(parts).split('\n').length === 5))
 * ```
 */
export const parts = (): fc.Arbitrary<Parts> =>
  record({ method: method(), target: target(), timestamp: timestamp(), nonce: nonce() })
