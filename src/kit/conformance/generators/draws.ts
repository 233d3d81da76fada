/**
 * What the generators draw, for the run of a port, for `draw` and for the archive of vectors. A draw depends on the seed, the
 * generator's name and the place alone, so a path such as `header:17:0:2` repeats one: run 17, and how it was shrunk.
 */
import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import { inspect } from '../../../core/untrusted.ts'
import { shuffled } from '../shuffle.ts'
import type { Op } from '../Vector.ts'
import type { GeneratedInput, GeneratedRun, Generator } from './Generator.ts'

/** The runs to draw. */
export interface Draws {
  readonly generators: ReadonlyArray<Generator>
  /** How many, shared out by the generators' weights. */
  readonly runs: number
  /** Same seed and version: same runs. */
  readonly seed: string
  /** The path of a failure, such as `header:17:0:2`: only this run is drawn. */
  readonly path?: string | undefined
}

/** Where fast-check draws. */
export interface Place {
  /** The number of the run, without the steps of shrinking. */
  readonly run: string
  readonly arbitrary: fc.Arbitrary<GeneratedInput<Op>>
  readonly parameters: { readonly seed: number; readonly path: string; readonly numRuns: 1 }
}

/** A generator that draws anything, and where. */
export interface Share {
  readonly generator: Generator
  /** Places as fast-check writes them: `17` or `17:0:2`. */
  readonly places: ReadonlyArray<string>
}

const seedNumber = (seed: string, name: string): number => hash('sha256', `${seed}/${name}`, 'buffer').readInt32BE(0)

/** The runs of each generator: so many together, by their weights. */
export const shareOutRuns = (generators: ReadonlyArray<Generator>, runs: number): ReadonlyMap<Generator, number> => {
  const weights = generators.reduce((sum, { weight }) => sum + weight, 0)
  let weightBefore = 0
  let runsGiven = 0
  return new Map(
    generators.map((generator) => {
      weightBefore += generator.weight
      const share = Math.round((runs * weightBefore) / weights) - runsGiven
      runsGiven += share
      return [generator, share]
    }),
  )
}

/** Each arbitrary of a generator is drawn once, in an order that the seed decides, and then each of them again. */
export const placeFinder = ({ name, arbitraries: ways }: Generator, seed: string): ((place: string) => Place) => {
  const order = shuffled([...ways.keys()], `${seed}/${name}`)
  return (place) => {
    const [runNumber = '', ...shrunk] = place.split(':')
    const round = Number(runNumber) - (Number(runNumber) % order.length)
    const index = order[Number(runNumber) - round] as number
    const path = ['0', ...shrunk].join(':')
    return {
      run: runNumber,
      arbitrary: ways[index] as fc.Arbitrary<GeneratedInput<Op>>,
      parameters: { seed: seedNumber(seed, `${name}/${index + round}`), path, numRuns: 1 },
    }
  }
}

/** What fast-check draws at a place. It throws for a place that no run leads to. */
export const drawAt = ({ arbitrary, parameters }: Place): ReadonlyArray<GeneratedInput<Op>> =>
  fc.sample(arbitrary, parameters)

const drawnAt = (
  generator: Generator,
  seed: string,
  places: ReadonlyArray<string>,
): ReadonlyArray<GeneratedInput<Op>> => {
  const placeOf = placeFinder(generator, seed)
  return places.flatMap((place) => drawAt(placeOf(place)))
}

/** The one run of a path, if its generator has such a place. */
const shareOfPath = ({ generators, seed }: Draws, path: string): ReadonlyArray<Share> => {
  const [, name, place = ''] = /^([^:]+):(\d+(?::\d+)*)$/.exec(path) ?? []
  return generators
    .filter((generator) => generator.name === name)
    .map((generator) => {
      const exists = inspect(() => drawnAt(generator, seed, [place]).length > 0, false)
      return { generator, places: exists ? [place] : [] }
    })
}

/** The share of each generator that draws anything; for a path, one run of its generator. */
export const sharesToDraw = (draws: Draws): ReadonlyArray<Share> => {
  if (draws.path !== undefined) return shareOfPath(draws, draws.path)
  const shares = [...shareOutRuns(draws.generators, draws.runs)].filter(([, share]) => share > 0)
  return shares.map(([generator, share]) => ({
    generator,
    places: Array.from({ length: share }, (_, i) => String(i)),
  }))
}

/** All runs that are put to a port, if nothing fails. */
export const drawRuns = (draws: Draws): ReadonlyArray<GeneratedRun & GeneratedInput<Op>> =>
  sharesToDraw(draws).flatMap(({ generator, places }) => {
    const { name, op } = generator
    return drawnAt(generator, draws.seed, places).map((generated, i) => ({
      generator: name,
      op,
      ...generated,
      path: `${name}:${places[i]}`,
    }))
  })
