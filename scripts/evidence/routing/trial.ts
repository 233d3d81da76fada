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
  let found: Promise<Difference> | undefined
  const work = async (worker: number): Promise<void> => {
    const cases = fc.tuple(fc.integer({ min: 0, max: apps.length - 1 }), requests)
    const property = fc.asyncProperty(cases, async ([index, request]) => {
      // Another worker has found a difference, and shrinks it.
      if (found !== undefined) return
      const words = await brokenBy(request, apps[index] as Served)
      if (words !== undefined) throw new Error(words)
    })
    const numRuns = Math.ceil((count - worker) / atOnce)
    if (numRuns < 1) return
    const { failed, counterexample, errorInstance } = await fc.check(property, {
      numRuns,
      seed: seed + worker,
      endOnFailure: true,
    })
    if (failed && counterexample !== null) found ??= smallest(counterexample[0], errorInstance)
  }
  const smallest = async ([index, request]: [number, WireRequest], error: unknown): Promise<Difference> => ({
    app: (apps[index] as Served).name,
    ...(await shrunk(request, apps[index] as Served, error as Error)),
  })
  await Promise.all(Array.from({ length: atOnce }, (_, i) => work(i)))
  return found
}

/** Simpler requests, one change at a time, as long as one of them breaks the law too. */
const shrunk = async (
  request: WireRequest,
  served: Served,
  error: Error,
): Promise<Pick<Difference, 'request' | 'words'>> => {
  // A server that has ended answers no further request.
  if (error instanceof Gone) return { request, words: error.message }
  for (const simpler of simplerThan(request)) {
    const words = await brokenBy(simpler, served).catch(({ message }: Error) => message)
    if (words !== undefined) return shrunk(simpler, served, new Error(words))
  }
  return { request, words: error.message }
}

const simplerThan = function* (request: WireRequest): Generator<WireRequest> {
  const { method, target, host, headers, version, proof } = request
  for (let i = 0; i < headers.length; i++) yield { ...request, headers: headers.toSpliced(i, 1) }
  if (host !== 'h') yield { ...request, host: 'h' }
  if (version !== '1.1') yield { ...request, version: '1.1' }
  if (method !== 'GET') yield { ...request, method: 'GET' }
  if (proof !== 'token') yield { ...request, proof: 'token' }
  for (let length = target.length >> 1; length > 0; length >>= 1) {
    for (let at = 0; at + length <= target.length; at += length)
      yield { ...request, target: target.slice(0, at) + target.slice(at + length) }
  }
}
