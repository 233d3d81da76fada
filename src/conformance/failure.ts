/**
 * What is told of a case that failed: enough to see what is wrong, and to try again.
 */

import { firstDifference } from '../diagnosis/difference.ts'
import type { ConformSettings } from './conform.ts'
import { toBytes } from './content.ts'
import type { Driver } from './Driver.ts'
import { expectationFor } from './judge.ts'
import type { Difference, Failure } from './Report.ts'
import { shown } from './shown.ts'
import type { Answer, Hello, Inputs, Vector } from './Vector.ts'

/** A run under way: what was asked for, and of whom. */
export interface Run {
  readonly settings: ConformSettings
  readonly hello: Hello
  readonly driver: Driver
}

const longest = 4000

/** The failure of a case; without an answer where none came. */
export const failureOf = (run: Run, vector: Vector, message: string, answer?: Answer): Failure => {
  const { settings, hello, driver } = run
  const lines = headersOf(vector)
  const stderr = driver.stderr()
  const received = answer && (({ trace: _, ...told }: Answer) => told)(answer)
  // Where there is no answer, what the case is about is not what went wrong.
  const flags = answer === undefined || answer.outcome === 'error' ? [] : vector.flags
  return {
    message,
    comment: vector.comment,
    flags: flags.map((flag) => ({
      flag,
      mistake: settings.suite.flags[flag]?.mistake ?? '',
      remedy: settings.suite.flags[flag]?.remedy ?? '',
    })),
    expected: shown(expectationFor(vector, hello.policies), longest),
    ...(received === undefined ? {} : { received: shown(received, longest) }),
    ...(lines === undefined ? {} : { authorization: lines }),
    ...(vector.trace === undefined ? {} : { trace: vector.trace }),
    ...(stderr === '' ? {} : { stderr }),
    rerun: rerunOf(run, vector.id),
  }
}

const rerunOf = ({ settings, driver }: Run, id: string): string => {
  if (settings.patient === true) return `npx countersign conform --case ${id} --emit runs.jsonl`
  return driver.command === 'in this process'
    ? `conform with ids: ['${id}']`
    : `npx countersign conform --case ${id} -- ${driver.command}`
}

/** The Authorization lines of a case: those it shows, or the one that is expected. */
const headersOf = ({ op, input, expect }: Vector): ReadonlyArray<string> | undefined => {
  switch (op) {
    case 'verify':
      return (input as Inputs['verify']).steps.at(-1)?.authorization
    case 'parseAuthorization':
      return (input as Inputs['parseAuthorization']).authorization
    case 'formatAuthorization':
      return typeof expect.value === 'string' ? [expect.value] : undefined
    case 'sign': {
      const { authorization } = (expect.value ?? {}) as { readonly authorization?: string }
      return authorization === undefined ? undefined : [authorization]
    }
    default:
      return undefined
  }
}

/** A wrong signature says nothing; that the port signed another string says all, if the port tells which. */
export const differenceOfTraces = (vector: Vector, { trace }: Answer): Difference | undefined => {
  const expected = vector.trace?.stringToSign
  const received = trace?.stringToSign
  if (expected === undefined || received === undefined) return undefined
  try {
    // `repeat` is for bodies alone; a port's own may ask for any amount of memory.
    if ('repeat' in received) return undefined
    const offset = firstDifference(toBytes(expected), toBytes(received))
    return offset === undefined ? undefined : { of: 'string to sign', expected, received, offset }
  } catch {
    // A trace is not judged; one of another shape says nothing.
    return undefined
  }
}
