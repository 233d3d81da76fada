import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Method from '../../src/core/Method.ts'
import * as Nonce from '../../src/core/Nonce.ts'
import * as RequestTarget from '../../src/core/RequestTarget.ts'
import * as StringToSign from '../../src/core/StringToSign.ts'
import * as Timestamp from '../../src/core/Timestamp.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const example = {
  method: Method.post,
  target: '/v1/jobs?a=1' as RequestTarget.RequestTarget,
  timestamp: 1_700_000_000 as Timestamp.Timestamp,
  nonce: 'abc-1' as Nonce.Nonce,
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const whole = (p: StringToSign.Parts, body: Uint8Array): Uint8Array => StringToSign.toBytes(StringToSign.make(p, body))

/** The first four lines and everything after the fourth line feed. */
const split = (text: Uint8Array): { lines: ReadonlyArray<string>; body: Uint8Array } => {
  const lines: Array<string> = []
  let from = 0
  for (let i = 0; i < 4; i++) {
    const lf = text.indexOf(0x0a, from)
    lines.push(latin1(text.slice(from, lf)))
    from = lf + 1
  }
  return { lines, body: text.slice(from) }
}

const make = suite('StringToSign.make')

make('does not copy the body', () => {
  const body = bytes('{}')
  assert.is(StringToSign.make(example, body).body, body)
})

const toBytes = suite('StringToSign.toBytes')

toBytes('for all parts and bodies: is the head in ASCII, then the body', () =>
  forAll([arb.parts(), arb.body()], (parts, body) => {
    const s = StringToSign.make(parts, body)
    assert.match(s.head, /^[\n\x21-\x7e]*$/)
    assert.equal(StringToSign.toBytes(s), new Uint8Array(Buffer.concat([Buffer.from(s.head, 'ascii'), body])))
  }),
)

const join = suite('joining the five parts')

join('for all parts and bodies: splitting at the first four line feeds gives the parts back', () =>
  forAll([arb.parts(), arb.body()], { numRuns: 300 }, (parts, body) => {
    const { lines, body: rest } = split(whole(parts, body))
    const [method, target, timestamp, nonce] = lines as [string, string, string, string]
    assert.equal(Method.parseExact(method), E.right(parts.method))
    assert.equal(RequestTarget.parse(target), E.right(parts.target))
    assert.equal(Timestamp.parse(timestamp), E.right(parts.timestamp))
    assert.equal(Nonce.parse(nonce), E.right(parts.nonce))
    assert.equal(rest, body)
  }),
)

join('for all requests: moving a border between parts changes the string to sign, or makes a part invalid', () =>
  forAll([arb.parts(), arb.body(), fc.nat()], { numRuns: 300 }, (parts, body, place) => {
    // The text after the first line feed of a string to sign, split at four other line feeds.
    const text = latin1(whole(parts, body))
    const feeds = [...text.matchAll(/\n/g)].map((m) => m.index)
    const skipped = place % feeds.length
    const [a, b, c, d] = feeds.filter((_, i) => i !== skipped) as [number?, number?, number?, number?]
    if (a === undefined || b === undefined || c === undefined || d === undefined) return
    const read: ReadonlyArray<E.Either<unknown, unknown>> = [
      Method.parse(text.slice(0, a)),
      RequestTarget.parse(text.slice(a + 1, b)),
      Timestamp.parse(text.slice(b + 1, c)),
      Nonce.parse(text.slice(c + 1, d)),
    ]
    assert.is(read.every(E.isRight), skipped > 3)
  }),
)
