/**
 * Every pair of a parser and a writer, with the law that one inverts the other. The specs of the modules run the laws, and
 * `src/core/README.md` shows them as a table.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { flow } from 'fp-ts/lib/function.js'
import * as Authorization from '../../src/core/Authorization.ts'
import * as AuthType from '../../src/core/AuthType.ts'
import * as Base64 from '../../src/core/Base64.ts'
import * as Bytes from '../../src/core/Bytes.ts'
import * as Der from '../../src/core/Der.ts'
import * as HttpDate from '../../src/core/HttpDate.ts'
import { ours, type Policies } from '../../src/core/Policies.ts'
import * as Timestamp from '../../src/core/Timestamp.ts'
import * as Epoch from '../../src/guards/redis/Epoch.ts'
import * as Job from '../../src/job/Job.ts'
import * as Json from '../../src/job/Json.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { isSame } from '../../src/kit/testing/laws/Law.ts'
import { type Law, roundTrip } from '../../src/kit/testing/laws.ts'
import * as like from './lookalikes.ts'
import { right, type Test } from './suite.ts'

interface RoundTrip {
  readonly parse: string
  readonly serialize: string
  /** For which values. */
  readonly of: string
  readonly laws: ReadonlyArray<Law>
}

const pair = <A, W>(
  parse: readonly [name: string, parse: (written: W) => E.Either<unknown, A>],
  serialize: readonly [name: string, serialize: (value: A) => W],
  of: string,
  arbitrary: fc.Arbitrary<A>,
  options: { readonly numRuns?: number; readonly equals?: (a: A, b: A) => boolean } = {},
): RoundTrip => ({
  parse: parse[0],
  serialize: serialize[0],
  of,
  laws: roundTrip(parse[1], serialize[1], arbitrary, { of, ...options }),
})

const none = Object.fromEntries(Object.keys(ours).map((name) => [name, false])) as unknown as Policies

/** The last second of the year 9999. */
const lastSecond = 253_402_300_799

const datedSeconds = fc
  .oneof(fc.integer({ min: 0, max: lastSecond }), fc.integer({ min: 0, max: 2 ** 32 }))
  .map(Timestamp.ofSeconds)

/** An authorization, and the policies under which it is read. */
interface Sent {
  readonly authorization: Authorization.Authorization
  readonly policies: Policies
}

interface Line extends Omit<Sent, 'authorization'> {
  readonly header: string
  readonly grammar: Authorization.Grammar
}

const writeLine = ({ authorization, policies }: Sent): Line => ({
  header: like.written(authorization),
  grammar: {
    authType: authorization._tag === 'Bearer' ? AuthType.standard : authorization.authType,
    policies,
  },
  policies,
})

const readLine = ({ header, grammar, policies }: Line): E.Either<unknown, Sent> =>
  E.map((authorization: Authorization.Authorization) => ({ authorization, policies }))(
    Authorization.parse(header, grammar),
  )

const sent = fc.record(
  { authorization: arb.authorization(), policies: fc.oneof(fc.constant(none), arb.policies()) },
  { noNullPrototype: true },
)

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const sameJson = (a: unknown, b: unknown): boolean => isSame(asJson(a), asJson(b))

const element = fc.record(
  { tag: like.derTag(), content: like.derContent(), rest: fc.uint8Array() },
  { noNullPrototype: true },
)

const anEpoch = fc.record(
  { run_id: fc.string(), replid: fc.string(), floor: fc.nat(), id: fc.string() },
  { noNullPrototype: true },
)

export const roundTrips: ReadonlyArray<RoundTrip> = [
  pair(
    ['Timestamp.parse', Timestamp.parse],
    ['Timestamp.serialize', Timestamp.serialize],
    'timestamps',
    arb.timestamp(),
  ),
  pair(
    [
      'HttpDate.parse',
      flow(
        HttpDate.parse,
        E.fromOption(() => 'no date'),
      ),
    ],
    ['HttpDate.serialize', HttpDate.serialize],
    'seconds to the year 9999',
    datedSeconds,
  ),
  pair(
    ['Authorization.parse', readLine],
    ['Authorization.serialize', writeLine],
    'authorizations, under every set of policies',
    sent,
    { numRuns: 300 },
  ),
  pair(
    ['Base64.decode', Base64.decode],
    ['Base64.encode', (bytes) => Base64.encode(bytes) as string],
    'bytes',
    fc.uint8Array(),
  ),
  pair(
    [
      'Bytes.ofHex',
      flow(
        Bytes.ofHex,
        E.fromOption(() => 'no hex'),
      ),
    ],
    ['Bytes.toHex', Bytes.toHex],
    'bytes',
    fc.uint8Array(),
  ),
  pair(
    ['Bytes.toText', Bytes.toText],
    ['Bytes.ofText', (text) => right(Bytes.ofText(text))],
    'texts without lone surrogates',
    like.unicodeText(),
  ),
  pair(
    ['Der.first', Der.first],
    ['Der.write', ({ tag, content, rest }) => Bytes.concat([Der.write(tag, content), rest])],
    'elements, also with more bytes after them',
    element,
  ),
  pair(
    [
      'Der.magnitude',
      flow(
        (der: Bytes.Bytes) => Der.all(der, [Der.INTEGER]),
        E.chainW(([content]) => Der.magnitude(content as Bytes.Bytes)),
      ),
    ],
    ['Der.integer', Der.integer],
    'magnitudes',
    like.magnitude(),
  ),
  pair(
    [
      'Json.parse',
      flow(
        (bytes: Bytes.Bytes) => Json.parse(bytes),
        E.map(({ value }) => value as unknown),
      ),
    ],
    ['Json.serialize', (value) => right(Json.serialize(value))],
    'JSON values',
    arb.json() as fc.Arbitrary<unknown>,
    { equals: sameJson },
  ),
  pair(
    ['Job.decode', (bytes: Bytes.Bytes) => Job.decode(bytes)],
    ['Job.encode', (job) => right(Job.encode(job))],
    'jobs',
    arb.job(),
    { equals: sameJson },
  ),
  pair(
    ['Epoch.parse', flow(Epoch.parse, E.fromNullable('no epoch'))],
    ['Epoch.serialize', Epoch.serialize],
    'epochs',
    anEpoch,
  ),
]

/** Registers the laws of this parser with a suite. */
export const keepsRoundTrip = <T>(test: Test<T>, parse: string): void => {
  const found = roundTrips.filter((one) => one.parse === parse)
  if (found.length === 0) throw new Error(`no round trip of ${parse}`)
  for (const { laws } of found) for (const law of laws) test(law.name, law.check)
}

/** The table of `src/core/README.md`. */
export const roundTripTable: string = [
  '| reader | writer | for all |',
  '|---|---|---|',
  ...roundTrips.map(({ parse, serialize, of }) => `| \`${parse}\` | \`${serialize}\` | ${of} |`),
].join('\n')
