/**
 * uvu's `suite`, for every spec. A suite runs when its file has loaded, so none can be forgotten. The runner hears what uvu does
 * not tell: tests without an end, hooks that throw. Without the runner, `node --import ./scripts/typescript.mjs FILE` still
 * runs a spec under uvu.
 */
import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { type Callback, suite as uvuSuite } from 'uvu'
import { describeTool, findTool } from '../../scripts/tools.ts'

export * as assert from 'uvu/assert'

/** The value of a Right; anything else is a failure. */
export const right = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(`expected a Right: ${JSON.stringify(result.left)}`)
  return result.right
}

/** The error of a Left; anything else is a failure. */
export const left = <L>(result: E.Either<L, unknown>): L => {
  if (E.isRight(result)) throw new Error(`expected a Left: ${JSON.stringify(result.right)}`)
  return result.left
}

export interface Hook<T> {
  (hook: Callback<T>): void
  readonly each: (hook: Callback<T>) => void
}

export interface Test<T> {
  (name: string, handler: Callback<T>): void
  readonly before: Hook<T>
  readonly after: Hook<T>
  /** Throws: it would hide the other tests. */
  readonly only: (name: string, handler: Callback<T>) => void
  /** Throws: the only reason to skip is a missing tool, see `needs`. */
  readonly skip: (name: string, handler: Callback<T>) => void
  /** Counts a test as skipped. */
  readonly lacks: (tool: string) => void
  /** Counts a test whose turn it is not. */
  readonly waits: () => void
}

export interface Suite {
  readonly name: string
  tests: number
  /** Tests that have their turn at another commit. */
  waiting: number
  readonly missingTools: string[]
  /** Queues it: uvu runs it later. */
  readonly queue: () => void
}

/** Every suite of the process. The runner empties it after each file. */
export const suites: Suite[] = []
if (!('UVU_DEFER' in globalThis)) process.once('beforeExit', () => suites.forEach(({ queue }) => void queue()))

/** The runner replaces these. */
export const listener = {
  testBegins: (_name: string): void => {},
  hookThrows: (_hook: string, _error: unknown): void => {},
}

export const suite = <T = Record<string, unknown>>(name: string): Test<T> => {
  const inner = uvuSuite<T>(name)
  const made: Suite = { name, tests: 0, waiting: 0, missingTools: [], queue: inner.run }
  suites.push(made)

  const test = (title: string, handler: Callback<T>): void => {
    made.tests += 1
    inner(title, (context) => {
      listener.testBegins(`suite "${name}", test "${title}"`)
      return handler(context)
    })
  }

  // uvu drops the error of such a hook.
  const reported =
    (kind: string, register: (hook: Callback<T>) => void, rethrows = false) =>
    (hook: Callback<T>): void =>
      register(async (context) => {
        try {
          await hook(context)
        } catch (error) {
          listener.hookThrows(`the ${kind} hook of suite "${name}"`, error)
          if (rethrows) throw error
        }
      })

  const refuse =
    (word: string) =>
    (title: string): void => {
      throw new Error(`suite "${name}" has .${word}("${title}") left in`)
    }

  return Object.assign(test, {
    before: Object.assign(reported('before', inner.before, true), { each: inner.before.each }),
    after: Object.assign(reported('after', inner.after), { each: reported('after.each', inner.after.each) }),
    only: refuse('only'),
    skip: refuse('skip'),
    lacks: (tool: string): void => {
      made.missingTools.push(tool)
    },
    waits: (): void => {
      made.waiting += 1
    },
  })
}

// `npm test -- WORD --seed=N` repeats the draws. Without the error, a failing property hides the assertion in `cause`, where uvu
// does not look.
const { SPEC_SEED: seed } = process.env
fc.configureGlobal({ includeErrorInReport: true, ...(seed && { seed: Number(seed) }) })

/** `.ci/run` gives one to the live specs, and to `--every`: the next number at the next commit. */
const { COUNTERSIGN_ALL, SPEC_TURN } = process.env
const turn = COUNTERSIGN_ALL === undefined && SPEC_TURN !== undefined ? Number(SPEC_TURN) : undefined
const isTurn = (at: number, every: number): boolean => turn === undefined || (at + turn) % every === 0

/** Every second of these, or every third: others at CI's next commit. By hand all of them. */
export const inTurn = <A>(every: number, all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all.filter((_, at) => isTurn(at, every))

/** How many draws a test of chance makes: this part of them, or all if COUNTERSIGN_ALL is set. */
export const drawn = (all: number, part: number): number => (COUNTERSIGN_ALL ? all : part)

/** For tests that cost much and rarely fail: registers every second of a suite, or every third, as `inTurn` does. */
export const byTurns = <H>(
  every: number,
  test: ((name: string, handler: H) => void) & Partial<Pick<Test<unknown>, 'waits'>>,
): ((name: string, handler: H) => void) => {
  let at = 0
  return (name, handler) => {
    if (isTurn(at++, every)) test(name, handler)
    else test.waits?.()
  }
}

/** Any character, as of fast-check's unit `binary`; that makes a table of all, which takes a second. */
export const character: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff })
  .filter((code) => code >> 11 !== 0xd800 >> 11)
  .map(String.fromCodePoint, (text) => ([...`${text}`].length === 1 ? `${text}`.codePointAt(0) : -1) as number)

type Drawn = [unknown, ...unknown[]]
type Arbitraries<A extends Drawn> = { readonly [K in keyof A]: fc.Arbitrary<A[K]> }
type Claim<A extends Drawn> = (...drawn: A) => unknown

interface ForAll {
  <A extends Drawn>(arbitraries: Arbitraries<A>, claim: Claim<NoInfer<A>>): Promise<void>
  <A extends Drawn>(
    arbitraries: Arbitraries<A>,
    settings: fc.Parameters<NoInfer<A>>,
    claim: Claim<NoInfer<A>>,
  ): Promise<void>
}

/** Holds a claim against draws of these: 100 of them, unless the settings in between say otherwise. */
export const forAll: ForAll = async (arbitraries: ReadonlyArray<fc.Arbitrary<unknown>>, ...rest: Array<unknown>) => {
  const claim = rest.pop() as (...drawn: ReadonlyArray<unknown>) => unknown
  const asserted = async (...drawn: ReadonlyArray<unknown>) => (await claim(...drawn)) as undefined
  await fc.assert(fc.asyncProperty(...(arbitraries as [fc.Arbitrary<unknown>]), asserted), rest[0] ?? {})
}

/**
 * For tests that need a tool which the machine may lack: `needs('openssl', test)('signs what openssl verifies', () => …)`. Without
 * it the test is skipped and the tool named in the closing summary; under CI it fails instead.
 */
export const needs = <T>(tool: string, test: Test<T>): ((name: string, handler: Callback<T>) => void) => {
  if (findTool(tool) !== undefined) return test
  const missing = describeTool(tool)
  return process.env.CI
    ? (name) => test(name, () => Promise.reject(new Error(`${missing} is missing, and CI skips nothing`)))
    : () => test.lacks(missing)
}

/** Whether a command runs here, and succeeds. */
export const works = (tool: string, ...args: ReadonlyArray<string>): boolean => {
  try {
    execFileSync(tool, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What happens once, and a promise of it. */
export const gate = (): { readonly open: () => void; readonly opened: Promise<void> } => {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Waits until it holds. A minute without it is a failure, which shows the condition. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  let pause = 1 // What takes long is asked for less often.
  for (const end = performance.now() + 60_000; !(await holds()); await setTimeout(pause))
    if (performance.now() > end) throw new Error(`a minute without ${holds}`)
    else pause = Math.min(1.5 * pause, 50)
}
