/** The grammars draw from any source of choices: fast-check is one, and this is another. */
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../../src/core/AppId.ts'
import * as Nonce from '../../../src/core/Nonce.ts'
import * as PublicKey from '../../../src/core/PublicKey.ts'
import * as RequestTarget from '../../../src/core/RequestTarget.ts'
import * as Token from '../../../src/core/Token.ts'
import * as Job from '../../../src/job/Job.ts'
import type { Arbitrary, Builder, Lengths } from '../../../src/kit/values/Gen.ts'
import { tokens } from '../../../src/kit/values/headers/headerValues.ts'
import { jobs } from '../../../src/kit/values/jobs/meanings.ts'
import { publicKeysByNumbers } from '../../../src/kit/values/keys/publicKeys.ts'
import type { LabelledGens } from '../../../src/kit/values/Labelled.ts'
import * as parts from '../../../src/kit/values/parts.ts'
import { receivedTargets } from '../../../src/kit/values/targets.ts'
import { assert, suite } from '../../support/suite.ts'

/** A draw that reads the next choices; it does not shrink. */
interface Choosing<A> extends Arbitrary<A> {
  readonly next: () => A
}
const choosing = <A>(next: () => A): Choosing<A> => ({
  next,
  map: (to) => choosing(() => to(next())),
  chain: (to) => choosing(() => (to(next()) as Choosing<never>).next()),
  filter: (is) =>
    choosing(() => {
      for (;;) {
        const value = next()
        if (is(value)) return value
      }
    }),
})
const nextOf = <A>(made: Arbitrary<A>): A => (made as Choosing<A>).next()

let state = 1
const below = (count: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * count)
}
const some = <A>(make: () => A, { minLength = 0, maxLength = minLength + 5 }: Lengths): ReadonlyArray<A> =>
  Array.from({ length: minLength + below(Math.min(maxLength - minLength, 40) + 1) }, make)

const source: Builder = {
  constantFrom: (...values) => choosing(() => values[below(values.length)] as never),
  oneof: (_, ...ways) => choosing(() => nextOf((ways[below(ways.length)] as (typeof ways)[number]).arbitrary)),
  tuple: (...all) => choosing(() => all.map(nextOf)),
  array: (item, lengths) => choosing(() => some(() => nextOf(item), lengths)),
  string: ({ unit, ...lengths }) =>
    choosing(() =>
      some(() => nextOf(unit), lengths)
        .join('')
        .slice(0, lengths.maxLength),
    ),
  shuffledSubarray: (all, { minLength = 0 }) =>
    choosing(() => all.toSorted(() => below(3) - 1).slice(0, minLength + below(all.length - minLength + 1))),
  uint8Array: (lengths) => choosing(() => Uint8Array.from(some(() => below(256), lengths))),
  integer: ({ min = 0, max = 0 }) => choosing(() => min + below(max - min + 1)),
  double: ({ min = 0, max = 1 }) => choosing(() => min / 2 + max / 4 + below(1000)),
  bigInt: (min, max) => choosing(() => min + (BigInt(below(2 ** 32)) % (max - min + 1n))),
}

const drawing = suite('a source of choices of our own')

const labelled = <A>(name: string, grammar: LabelledGens<A>, parse: (value: A) => E.Either<unknown, unknown>): void =>
  drawing(`${name}: draws each way, on the side that it says`, () => {
    for (const way of grammar) {
      const { value, passes, rule } = nextOf(way.build(source))
      assert.is(E.isRight(parse(value)), passes, `${rule}: ${JSON.stringify(value).slice(0, 300)}`)
    }
  })

labelled('nonce', parts.nonces, Nonce.parse)
labelled('app id', parts.appIds, AppId.parse)
labelled('target', receivedTargets, RequestTarget.parse)
labelled('token', tokens, Token.parse)
labelled('key', publicKeysByNumbers, (pem) => PublicKey.parse(pem))
labelled('job', jobs, Job.codecOf({ 'unknown-stage': false }).decode)
