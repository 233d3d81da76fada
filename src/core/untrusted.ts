/** Values of the embedding program; a proxy or a getter may throw on access. */
import * as E from 'fp-ts/lib/Either.js'
import { identity } from 'fp-ts/lib/function.js'

/** The result of `look`, or `otherwise` if `look` throws. */
export const inspect = <A>(look: () => A, otherwise: A): A => {
  const seen = E.tryCatch(look, identity)
  return E.isRight(seen) ? seen.right : otherwise
}

/**
 * A member of the value itself or of its class. Not of `Object.prototype`: a hole in another library may have put it there.
 */
export const memberOf = <A extends object, K extends keyof A>(value: A, name: K): A[K] | undefined => {
  for (let holder: object | null = value; holder !== null; holder = Object.getPrototypeOf(holder)) {
    if (holder === Object.prototype) return undefined
    if (Object.hasOwn(holder, name)) return value[name]
  }
  return undefined
}

/**
 * The name and the code of a thrown value, if they are well formed. Never its message: a store's or a KMS's error may contain an
 * address, a PIN, a credential or the request.
 */
export const nameOf = (thrown: unknown): string =>
  inspect(() => {
    if (!(thrown instanceof Error)) return 'something'
    const code: unknown = 'code' in thrown ? thrown.code : undefined
    const words = [thrown.name, typeof code === 'number' ? String(code) : code]
    return words.filter((word) => typeof word === 'string' && /^[\w.:-]{1,60}$/.test(word)).join(' ') || 'an error'
  }, 'something')

/**
 * The name of a thrown value and its own words, in one line. Only for what fails while a program starts: without this package
 * the platform would print the same.
 */
export const wordsOf = (thrown: unknown): string => {
  const words = inspect(() => String(thrown instanceof Error ? thrown.message : thrown), '')
  const [line = ''] = words.trim().split(/[\r\n\u2028\u2029]/, 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys them
  const shown = line.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').slice(0, mostWords)
  return shown === '' ? nameOf(thrown) : `${nameOf(thrown)}: ${shown}`
}

const mostWords = 500

/** Where an error was made: for a bug, whose message may quote a secret. */
export const placeOf = (thrown: unknown): string =>
  inspect(() => /^ +at .*$/m.exec((thrown as Error).stack ?? '')?.[0].trim(), undefined) ?? 'somewhere'

const bears = (value: unknown, mark: symbol): boolean =>
  inspect(() => typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true, false)

/**
 * The `instanceof` of a marked class, which has a `Symbol.hasInstance` of its own: by its mark; for a subclass, as usual. The
 * class does not name itself: esbuild would rename it, and a crash show `_VerificationError`. A program may load this package twice, as ES
 * module and as CommonJS; each copy recognises the other's instances.
 */
export const isInstance = (of: object, value: unknown, mark: symbol): boolean =>
  Object.hasOwn(of, Symbol.hasInstance) ? bears(value, mark) : Function.prototype[Symbol.hasInstance].call(of, value)
