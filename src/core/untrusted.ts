/**
 * Values of the embedding program that may throw when they are looked at: a proxy does, and so may a getter.
 */
import * as E from 'fp-ts/lib/Either.js'
import { identity } from 'fp-ts/lib/function.js'

/** What `look` finds, or `otherwise` if looking throws. */
export const inspect = <A>(look: () => A, otherwise: A): A => E.getOrElse(() => otherwise)(E.tryCatch(look, identity))

/**
 * What may be told about a thrown value: its name and its code, if they look like such. The message of a store's, a KMS's or
 * a token driver's error may hold an address, a PIN, a credential or the request.
 */
export const nameOf = (thrown: unknown): string =>
  inspect(() => {
    if (!(thrown instanceof Error)) return 'something'
    const code: unknown = 'code' in thrown ? thrown.code : undefined
    const words = [thrown.name, typeof code === 'number' ? String(code) : code]
    return words.filter((word) => typeof word === 'string' && /^[\w.:-]{1,60}$/.test(word)).join(' ') || 'an error'
  }, 'something')

const bears = (value: unknown, mark: symbol): boolean =>
  inspect(() => typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true, false)

/**
 * What a marked class answers to `instanceof`: by the mark for itself, as usual for a class that extends it. A program may load
 * this package twice, as ES module and as CommonJS; each copy recognises the instances of the other.
 */
export const isInstance = (of: unknown, marked: unknown, value: unknown, mark: symbol): boolean =>
  of === marked ? bears(value, mark) : Function.prototype[Symbol.hasInstance].call(of, value)
