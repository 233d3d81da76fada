/**
 * What a value may be: once in words, once as a check. A type states its rule in its own module; options, command-line
 * arguments, fields of the page, error messages, codecs and generators derive from it.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

export interface Rule<A> {
  /** Completes "expected …" and "… must be …": `1 to 128 digits, ASCII letters or hyphens`. */
  readonly expected: string
  readonly is: (value: unknown) => value is A
}

/** The rule of a short text: which characters, and how many. */
export interface TextRule<A extends string> extends Rule<A> {
  readonly maxLength: number
  /** The index of the first character that breaks the rule; the text's length if it is too short; `undefined` if nothing does. */
  readonly firstFault: (text: string) => number | undefined
}

/** A text of 1 to `maxLength` characters of `alphabet`, which is written as in a regular expression's brackets. */
export const text = <A extends string>(alphabet: string, characters: string, maxLength: number): TextRule<A> => {
  const whole = new RegExp(`^[${alphabet}]{1,${maxLength}}$`)
  const other = new RegExp(`[^${alphabet}]`)
  return {
    expected: `1 to ${maxLength} ${characters}`,
    is: (value): value is A => typeof value === 'string' && whole.test(value),
    maxLength,
    firstFault: (given) => {
      if (whole.test(given)) return undefined
      const at = given.search(other)
      return at < 0 ? Math.min(given.length, maxLength) : Math.min(at, maxLength)
    },
  }
}

/** A whole number from `least` to `most`; `unit` is its plural, such as `seconds`. */
export const wholeNumber = (unit?: string, least = 0, most: number = Number.MAX_SAFE_INTEGER): Rule<number> => ({
  expected: `a whole number${unit === undefined ? '' : ` of ${unit}`}, ${least} ${most === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${most}`}`,
  is: (value): value is number =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
})

/** One of a few words. */
export const oneOf = <const W extends string>(words: ReadonlyArray<W>): Rule<W> => ({
  expected: words.length === 1 ? `${words[0]}` : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
  is: (value): value is W => words.includes(value as W),
})

export const boolean: Rule<boolean> = { expected: 'true or false', is: (value) => typeof value === 'boolean' }

// biome-ignore lint/suspicious/noExplicitAny: the rule can tell a function, and never its type.
export const fn = <F extends (...args: any) => unknown>(): Rule<F> => ({
  expected: 'a function',
  is: (value): value is F => typeof value === 'function',
})

/** The codec of a branded text: what breaks the rule fails with the rule's words, and the value is not repeated. */
export const codec = <A extends string>(name: string, rule: Rule<A>): t.Type<A, string> =>
  new t.Type(
    name,
    rule.is,
    (value, context) => (rule.is(value) ? E.right(value) : t.failure(undefined, context, `expected ${rule.expected}`)),
    String,
  )
