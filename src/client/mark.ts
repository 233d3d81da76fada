/**
 * Marks by which classes know their instances: a program may hold several copies of this package, as ES modules and as
 * CommonJS, and each knows what the others have made.
 */

const bears = (value: unknown, mark: symbol): boolean => {
  try {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true
  } catch {
    // A proxy may throw when it is looked at.
    return false
  }
}

/** What a marked class answers to `instanceof`: by the mark for itself, and as usual for a class that extends it. */
export const isInstance = (of: unknown, marked: unknown, value: unknown, mark: symbol): boolean =>
  of === marked ? bears(value, mark) : Function.prototype[Symbol.hasInstance].call(of, value)
