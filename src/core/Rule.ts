/**
 * What a value may be: once in words, once as a check. A type states its rule in its own module; options, command-line
 * arguments, fields of the page, error messages, codecs and generators derive from it.
 */
import type { Eq as Equality } from 'fp-ts/lib/Eq.js'
import type { Show as Shown } from 'fp-ts/lib/Show.js'

export type { Equality, Shown }

export interface Rule<A> {
  /** Completes "expected …" and "… must be …": `1 to 128 digits, ASCII letters or hyphens`. */
  readonly expected: string
  readonly is: (value: unknown) => value is A
}

/** The words for a value that breaks its rule. A bundler can drop a call of it that nobody needs. */
export const mustBe = (what: string, { expected }: Pick<Rule<unknown>, 'expected'>): string =>
  `${what} must be ${expected}`

/** Which characters a text has, and how many. */
export interface Letters {
  /** As in the brackets of a regular expression. */
  readonly alphabet: string
  readonly minLength: number
  readonly maxLength: number
  /** May follow the other characters, any number of times. */
  readonly padding?: string
}

/** The rule of a text that its characters and their number decide. */
export interface TextRule<A extends string> extends Rule<A>, Letters {}

/** The characters of an HTTP token (RFC 9110 §5.6.2). */
export const httpToken = "!#$%&'*+.^_`|~0-9A-Za-z-"

/** One or more characters of an alphabet, and perhaps padding. */
export const formOf = ({ alphabet, padding = '' }: Pick<Letters, 'alphabet' | 'padding'>): RegExp =>
  new RegExp(`^[${alphabet}]+(?:${padding})*$`)

/** By its letters and what `also` asks of it; `words` completes the rule's words from a count, such as `1 to 128`. */
export const text = <A extends string>(
  letters: Letters,
  words: (count: string) => string,
  also: (text: string) => boolean = () => true,
): TextRule<A> => {
  const { minLength, maxLength } = letters
  const form = formOf(letters)
  return {
    ...letters,
    expected: words(minLength === maxLength ? `${minLength}` : `${minLength} to ${maxLength}`),
    is: (value): value is A =>
      typeof value === 'string' &&
      value.length >= minLength &&
      value.length <= maxLength &&
      form.test(value) &&
      also(value),
  }
}

/** The rule of a text that `is` decides. */
export const textThat = <A extends string = string>(expected: string, is: (text: string) => boolean): Rule<A> => ({
  expected,
  is: (value): value is A => typeof value === 'string' && is(value),
})

/** Where `given` first breaks the rule: the index of a character, or the length at which more or less was due. */
export const firstFault =
  <A extends string>({ is, alphabet, maxLength }: TextRule<A>) =>
  (given: string): number | undefined => {
    if (is(given)) return undefined
    const at = given.search(new RegExp(`[^${alphabet}]`))
    return Math.min(at < 0 ? given.length : at, maxLength)
  }

/** A whole number from `least` to `most`; `unit` is its plural, such as `seconds`. */
export const wholeNumber = <A extends number = number>(
  unit?: string,
  least = 0,
  most: number = Number.MAX_SAFE_INTEGER,
): Rule<A> => ({
  expected: `a whole number${unit === undefined ? '' : ` of ${unit}`}, ${least} ${most === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${most}`}`,
  is: (value): value is A => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
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

// Not those of fp-ts/string: bundlers cannot drop that module from a page that only verifies.
export const equality: Equality<string | number> = { equals: (x, y) => x === y }
export const show: Shown<string | number> = { show: (value) => JSON.stringify(value) }

const tokenForm = /* @__PURE__ */ formOf({ alphabet: httpToken })

/** Whether a text can be a method or a header's name (RFC 9110 §5.6.2). ASCII only: `poſt` is none. */
export const isToken = (text: string): boolean => tokenForm.test(text)
