/** The parts of a string to sign. */
import fc from 'fast-check'
import type { Bytes } from '../../core/Bytes.ts'
import * as Method from '../../core/Method.ts'
import * as Nonce from '../../core/Nonce.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import type { Parts } from '../../core/StringToSign.ts'
import * as Timestamp from '../../core/Timestamp.ts'
import { alphanumeric, characters, digits, nearText, text, tokenMarks, upper } from './texts.ts'
import { of, type Values, values } from './Values.ts'

const anyMethod = (): fc.Arbitrary<Method.Method> =>
  fc
    .oneof(
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      text(digits + upper + tokenMarks, 1, 32),
    )
    .map(of(Method.isMethod))

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
export const method: Values<Method.Method> = /* @__PURE__ */ values(anyMethod, () =>
  nearText(alphanumeric + tokenMarks, Method.maxLength),
)

const visibleWithoutHash = characters(0x21, 0x7e).replace('#', '')

/** A shape that some client, server or proxy rewrites. */
const awkwardTarget = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.constantFrom(
        '/',
        '//',
        '/.',
        '/..',
        '/%2e%2e',
        '/%2F',
        '/%7e',
        '/%zz',
        '/a',
        '?',
        '?a=1',
        '&a=1',
        '&b',
        '+',
        '%20',
        "'",
        '\\',
        ';p=1',
        ':',
        '@',
        'http://h',
      ),
    )
    .map((pieces) => `/${pieces.join('')}`)

const anyTarget = (): fc.Arbitrary<RequestTarget.RequestTarget> =>
  fc
    .oneof(
      { weight: 3, arbitrary: awkwardTarget() },
      { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(...visibleWithoutHash) }).map((s) => `/${s}`) },
      // Reaches the limit with few draws.
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.string({ unit: fc.constantFrom(...visibleWithoutHash), minLength: 1 }), fc.nat({ max: 40 }))
          .map(([s, short]) => '/'.padEnd(RequestTarget.maxLength - short, s)),
      },
    )
    .map(of(RequestTarget.isRequestTarget))

const noTarget = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      '',
      '*',
      'v1/jobs',
      '?a=1',
      'jobs.example:443',
      'https:/v1',
      'https://',
      'http://a b/',
      'http://h\\x/',
    ),
    fc
      .tuple(anyTarget(), fc.constantFrom('#', '#top', ' ', '\n', '\r', '\t', '\u0000', '\u007f', 'ä', '\ud800'))
      .map(([target, wrong]) => target + wrong),
    fc.constantFrom('a', '/', '?', '%').map((filler) => '/'.padEnd(RequestTarget.maxLength + 1, filler)),
  )

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
export const target: Values<RequestTarget.RequestTarget> = /* @__PURE__ */ values(anyTarget, noTarget)

const anyTimestamp = (): fc.Arbitrary<Timestamp.Timestamp> =>
  fc
    .oneof(
      fc.integer({ min: 1_500_000_000, max: 2_500_000_000 }),
      fc.constantFrom(0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 2, 2 ** 53 - 1),
      fc.maxSafeNat(),
    )
    .map(of(Timestamp.isTimestamp))

const noTimestamp = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('', '-1', '1.5', '1e9', '0x10', '1_000', '9007199254740992', '99999999999999999', '١٢', 'NaN'),
    anyTimestamp().chain((timestamp) =>
      fc.constantFrom(
        `0${timestamp}`,
        `+${timestamp}`,
        `-${timestamp}`,
        `${timestamp}.0`,
        `${timestamp}\n`,
        ` ${timestamp}`,
      ),
    ),
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
export const timestamp: Values<Timestamp.Timestamp> = /* @__PURE__ */ values(anyTimestamp, noTimestamp)

const anyNonce = (): fc.Arbitrary<Nonce.Nonce> =>
  fc
    .oneof(
      { weight: 2, arbitrary: text(`${alphanumeric}-`, 1, Nonce.rule.maxLength) },
      { weight: 1, arbitrary: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(Nonce.ofRandom) },
    )
    .map(of(Nonce.isNonce))

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
export const nonce: Values<Nonce.Nonce> = /* @__PURE__ */ values(anyNonce, () =>
  nearText(`${alphanumeric}-`, Nonce.rule.maxLength),
)

/**
 * Bodies: any bytes, also those that are no text and no JSON. A body has no near miss.
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
  fc.oneof(
    fc.uint8Array(),
    fc.uint8Array({ size: 'large' }),
    fc
      .array(fc.constantFrom(0x0a, 0x0d, 0x00, 0x22, 0x2c, 0x7b, 0xef, 0xbb, 0xbf, 0xff))
      .map((bytes) => Uint8Array.from(bytes)),
    fc.json().map((json) => new TextEncoder().encode(json)),
    fc.constant(new Uint8Array(0)),
  )

/**
 * The four parts before the body, each of any value.
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
  fc.record({ method: method(), target: target(), timestamp: timestamp(), nonce: nonce() }, { noNullPrototype: true })
