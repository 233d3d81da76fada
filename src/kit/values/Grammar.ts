/**
 * A grammar says of a value what is right and, by rule and name, what nearly is. Near misses come from right values by one
 * structured change, so that each is wrong in one way. The arbitraries and the generated runs draw from it.
 */
import * as Draw from './Draw.ts'

/** A value that a rule decides about. */
export interface Sample<A> {
  readonly value: A
  /** Ends a sentence: `a nonce has 1 to 128 characters`. */
  readonly rule: string
  /** What is done to a right value, in words; else the rule. */
  readonly name: string
  /** Without any policy. */
  readonly passes: boolean
}

/** Ways to draw values on both sides of rules. A run of the vectors meets each of them. */
export type Samples<A = string> = ReadonlyArray<Draw.Draw<Sample<A>>>

type Some<A> = Draw.Draw<A> | ReadonlyArray<Draw.Draw<A>>
/** One way to draw values, or several, perhaps by name. */
export type Ways<A> = Some<A> | { readonly [name: string]: Some<A> }

const isDraw = <A>(ways: Ways<A>): ways is Draw.Draw<A> => 'marks' in ways && 'from' in ways

const named = <A>(ways: Ways<A>): ReadonlyArray<readonly [name: string, draw: Draw.Draw<A>]> =>
  isDraw(ways) || Array.isArray(ways)
    ? [ways as Some<A>].flat().map((draw) => ['', draw])
    : Object.entries(ways as { readonly [name: string]: Some<A> }).flatMap(([name, all]) =>
        [all].flat().map((draw) => [name, draw] as const),
      )

const side = <A>(rule: string, passes: boolean, ways: Ways<A>): Samples<A> =>
  named(ways).map(([name, draw]) =>
    Draw.marked({ passes, name: name || rule }, draw).map((value) => ({ value, rule, name: name || rule, passes })),
  )
/** Values that the rule lets pass, and values that it refuses. */
export const sides = <A>(rule: string, right: Ways<A>, wrong: Ways<A> = []): Samples<A> => [
  ...side(rule, true, right),
  ...side(rule, false, wrong),
]

/** One draw for each side of these samples: by chance, where something else meets each of them. */
export const anyOf = <A>(samples: Samples<A>): Samples<A> =>
  [true, false].flatMap((passes) => {
    const all = samples.filter(({ marks }) => marks.passes === passes)
    return all.length === 0 ? [] : [Draw.marked({ passes }, Draw.oneof(...all))]
  })

/** Any that pass. */
export const rightOf = <A>(samples: Samples<A>): Draw.Draw<A> =>
  Draw.oneof(...samples.filter(({ marks }) => marks.passes).map((one) => one.map(({ value }) => value)))

/** One draw for all that passes, and one for each name of what does not. */
export const byName = <A>(samples: Samples<A>): Samples<A> =>
  [...new Set(samples.map(({ marks }) => (marks.passes === true ? '' : marks.name)))].flatMap((name) =>
    anyOf(samples.filter(({ marks }) => (marks.passes === true ? '' : marks.name) === name)),
  )

/** What each of some samples becomes. */
export const over = <A, B>(samples: Samples<A>, to: (value: A, passes: boolean) => B): Samples<B> =>
  samples.map((one) => one.map(({ value, ...sample }) => ({ ...sample, value: to(value, sample.passes) })))

/** What each of some samples becomes together with something else that is drawn. */
export const joined = <A, B, C>(others: Draw.Draw<B>, samples: Samples<A>, to: (other: B, value: A) => C): Samples<C> =>
  samples.map((one) =>
    Draw.tuple(others, one).map(([other, { value, ...sample }]) => ({ ...sample, value: to(other, value) })),
  )

/** Each of these values. */
export const each = <A>(values: Iterable<A>): ReadonlyArray<Draw.Draw<A>> => Array.from(values, Draw.constant)
/** Each of these words; a space is between two. */
export const eachWord = (words: string): ReadonlyArray<Draw.Draw<string>> => each(words.split(' '))

/** What each of some draws becomes. */
export const mapped = <A, B>(all: ReadonlyArray<Draw.Draw<A>>, to: (a: A) => B): ReadonlyArray<Draw.Draw<B>> =>
  all.map((one) => one.map(to))
