/** Sends generated requests to the apps of a stand until one breaks the law, and finds the smallest that does. */
import fc from 'fast-check'
import type { Served } from './apps/App.ts'
import { brokenBy } from './law.ts'
import { requests, type WireRequest } from './requests.ts'
import type { Running } from './stands.ts'
import { Gone } from './wire.ts'

export interface Difference {
  readonly app: string
  /** The smallest request that makes it. */
  readonly request: WireRequest
  readonly words: string
}

/** Enough to keep two cores busy. */
const atOnce = 24

/** Undefined: every answer kept the law. */
export const tryStand = async ({ apps }: Running, count: number, seed: number): Promise<Difference | undefined> => {
  /** The worker that has found a difference, and shrinks it. */
  let finder: number | undefined
  let hasEnded = false
  const work = async (worker: number): Promise<Difference | undefined> => {
    const cases = fc.tuple(fc.integer({ min: 0, max: apps.length - 1 }), requests)
    const property = fc.asyncProperty(cases, async ([index, request]) => {
      // A server that has ended answers no further request: what ended it is not shrunk.
      if (hasEnded || (finder ?? worker) !== worker) return
      const words = await brokenBy(request, apps[index] as Served).catch((error: Error) => {
        hasEnded ||= error instanceof Gone
        return error.message
      })
      if (words === undefined) return
      finder ??= worker
      throw new Error(words)
    })
    const numRuns = Math.ceil((count - worker) / atOnce)
    if (numRuns < 1) return undefined
    const { counterexample, errorInstance } = await fc.check(property, { numRuns, seed: seed + worker })
    if (counterexample === null || finder !== worker) return undefined
    const [[index, request]] = counterexample
    return { app: (apps[index] as Served).name, request, words: (errorInstance as Error).message }
  }
  const found = await Promise.all(Array.from({ length: atOnce }, (_, i) => work(i)))
  return found.find((difference) => difference !== undefined)
}
