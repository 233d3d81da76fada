/**
 * What a value may be: once in words, once as a check. A type states its rule in its own module; options, command-line
 * arguments, fields of the page, error messages, codecs and generators derive from it.
 */
import type { Eq } from 'fp-ts/lib/Eq.js'
import type { Show } from 'fp-ts/lib/Show.js'

export interface Rule<A> {
  /** Completes "expected …" and "… must be …": `1 to 128 digits, ASCII letters or hyphens`. */
  readonly expected: string
  readonly is: (value: unknown) => value is A
}

/** The words for a value that breaks its rule. A bundler can drop a call of it that nobody needs. */
export const mustBe = (what: string, { expected }: Pick<Rule<unknown>, 'expected'>): string =>
  `${what} must be ${expected}`

/** The rule of a short text: which characters, and how many. */
export interface TextRule<A extends string> extends Rule<A> {
  /** As in the brackets of a regular expression. */
  readonly alphabet: string
  readonly maxLength: number
}

/** By a form `/^[alphabet]{1,maxLength}$/`; `characters` says the alphabet in words. */
export const text = <A extends string>(form: RegExp, characters: string): TextRule<A> => {
  const [, alphabet = '', most] = /^\^\[(.*)\]\{1,(\d+)\}\$$/.exec(form.source) ?? []
  return {
    expected: `1 to ${most} ${characters}`,
    is: (value): value is A => typeof value === 'string' && form.test(value),
    alphabet,
    maxLength: Number(most),
  }
}

/** The rule of a text that `is` decides; `maxLength` is in characters. */
export const textThat = <A extends string>(
  expected: string,
  is: (text: string) => text is A,
  maxLength?: number,
): Rule<A> => ({
  expected: maxLength === undefined ? expected : `${expected}, at most ${maxLength} characters`,
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
export const equality: Eq<string | number> = { equals: (x, y) => x === y }
export const shown: Show<string | number> = { show: (value) => JSON.stringify(value) }
