/**
 * A law of an effect, for everyone who writes an interpreter: a name, and a check that any test runner can call. A broken law
 * throws an Error that names the law and says what was given, expected and seen:
 *
 *     the law is broken: an unknown app has no keys, whatever its name
 *     given:    "app-3"
 *     expected: []
 *     seen:     ["0f3c…"]
 *
 * First comes how laws are made (`law`, `lawForAll`), then how their checks compare (`expectSame`, `expectThat`).
 */
import fc from 'fast-check'
import * as Package from '../../../core/Package.ts'

/** One law. `for (const law of laws) test(law.name, law.check)` registers all of them with node:test, Vitest, Jest or uvu. */
export interface Law {
  readonly name: string
  /** Rejects with an Error if the law is broken. It ignores the arguments that a test runner passes. */
  readonly check: () => Promise<void>
  /** The law as a property of fast-check, for `fc.assert` with your own settings. Absent if the law draws nothing. */
  readonly property?: fc.IAsyncProperty<[unknown]>
}

// ---- Making laws

/** The error of a broken law. `draws` are the lines about the drawn values; empty for a law of fixed examples. */
const brokenLaw = (lawName: string, cause: unknown, draws = ''): Error =>
  new Error(`the law is broken: ${lawName}\n${draws}${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
  })

/** A law about fixed examples. */
export const law = (name: string, check: () => Promise<void>): Law => ({
  name,
  check: () =>
    check().catch((cause) => {
      throw brokenLaw(name, cause)
    }),
})

/** The arbitraries need `fc.string({ unit })`, which fast-check 3.22 brought. */
const refuseOldFastCheck = (): void => {
  if (!/^(3\.2[2-9]|[4-9]|\d\d)/.test(fc.__version)) throw new Error(Package.unserved(Package.fastCheck, fc.__version))
}

/** A law for all values of an arbitrary. `check` draws `numRuns` of them; a value that breaks the law shrinks to a small one. */
export const lawForAll = <A>(
  name: string,
  arbitrary: fc.Arbitrary<A>,
  numRuns: number,
  holds: (drawn: A) => Promise<void>,
): Law => {
  const property = fc.asyncProperty(arbitrary, holds)
  return {
    name,
    property: property as unknown as fc.IAsyncProperty<[unknown]>,
    check: async () => {
      refuseOldFastCheck()
      const { failed, counterexample, errorInstance, seed, counterexamplePath } = await fc.check(property, { numRuns })
      if (!failed) return
      const drawnLine = `drawn:    ${fc.stringify(counterexample?.[0])}\n`
      const repeatLine = `repeat:   { seed: ${seed}, path: '${counterexamplePath}' }\n`
      throw brokenLaw(name, errorInstance, drawnLine + repeatLine)
    },
  }
}

// ---- Comparing

/** The values that a check compares, and that its error shows. */
export interface Comparison {
  readonly given: unknown
  readonly expected: unknown
  readonly seen: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Structural equality: arrays and bytes by their items, other objects by their own members. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b)) return false
  if (Array.isArray(a) !== Array.isArray(b) || ArrayBuffer.isView(a) !== ArrayBuffer.isView(b)) return false
  const members = Object.keys(a)
  return (
    members.length === Object.keys(b).length &&
    members.every((member) => Object.hasOwn(b, member) && isSame(a[member], b[member]))
  )
}

const describe = ({ given, expected, seen }: Comparison): string =>
  [`given:    ${fc.stringify(given)}`, `expected: ${fc.stringify(expected)}`, `seen:     ${fc.stringify(seen)}`].join(
    '\n',
  )

/** Throws unless what was seen is what the law expects. */
export const expectSame = (comparison: Comparison): void => {
  if (!isSame(comparison.expected, comparison.seen)) throw new Error(describe(comparison))
}

/** Throws unless what was seen is allowed; `expected` says in words what is. */
export const expectThat = (isAllowed: boolean, comparison: Comparison): void => {
  if (!isAllowed) throw new Error(describe(comparison))
}
