/** What a job costs: as SECURITY.md says, no text of 1 MiB takes more than 8 times as long as `JSON.parse`. */
import { processorMs } from '../../scripts/processorMs.ts'
import * as Job from '../../src/job/Job.ts'
import { shape, worst } from '../support/jobShapes.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    return error
  }
}

/** By the fastest of so many rounds: what else the machine does only adds. */
const ratioOf = (bytes: Uint8Array, rounds: number): number => {
  const fastest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number]
  for (let round = 0; round < rounds; round++)
    for (const [i, run] of [() => Job.decode(bytes), () => parse(bytes)].entries()) {
      const started = processorMs()
      run()
      fastest[i as 0] = Math.min(fastest[i as 0], processorMs() - started)
    }
  return fastest[0] / fastest[1]
}

const most = 8

const isCheap = (bytes: Uint8Array): true | number => {
  let ratio = 0
  for (const rounds of [3, 10, 20, 40]) {
    ratio = ratioOf(bytes, rounds)
    if (ratio <= most) return true
  }
  return ratio
}

const cost = suite('the cost of a job')

for (const [name, text] of Object.entries(worst))
  cost(`is at most ${most} times that of JSON.parse: ${name}`, () =>
    assert.is(isCheap(new TextEncoder().encode(text)), true),
  )

cost(`is at most ${most} times that of JSON.parse, whatever the shape`, () =>
  forAll([shape], { seed: 26, numRuns: 40, endOnFailure: true }, (bytes) => assert.is(isCheap(bytes), true)),
)
