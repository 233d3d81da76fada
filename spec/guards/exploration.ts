/**
 * Searches all worlds that can follow from a first one, breadth first, so that the first fault that is found has a shortest trace.
 * For the specs of the guards. A search that is cut off counts as not done.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** What may happen next. */
export interface Move<W> {
  readonly name: string
  readonly world: W
}

/** The rules of a world. */
export interface Game<W> {
  readonly first: W
  readonly movesOf: (world: W) => ReadonlyArray<Move<W>>
  /** The law that the world breaks, if any. */
  readonly judge: (world: W) => string | undefined
  /** The same text for worlds that go on alike. */
  readonly keyOf: (world: W) => string
}

export interface Found {
  readonly law: string
  /** What happened, one step a line. */
  readonly trace: ReadonlyArray<string>
}

export interface Explored {
  readonly states: number
  /** Whether every world was judged, the first one too. False after a fault, and if the search was cut off. */
  readonly isWhole: boolean
  readonly found: Found | undefined
}

/** How a world was reached. */
interface Step {
  readonly from: Step | undefined
  readonly name: string
}

const traceOf = (step: Step | undefined): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (let each = step; each !== undefined; each = each.from) names.unshift(each.name)
  return names
}

/** 96 bits: two of a hundred million worlds share it with a chance of 10^-13. */
const digest = (text: string): string => createHash('md5').update(text).digest('base64').slice(0, 16)

export const explore = <W>({ first, movesOf, judge, keyOf }: Game<W>, most = 1_000_000): Explored => {
  const seen = new Set([digest(keyOf(first))])
  let layer: Array<readonly [W, Step | undefined]> = [[first, undefined]]
  const done = (isWhole: boolean, found?: Found): Explored => ({ states: seen.size, isWhole, found })
  const lawOfFirst = judge(first)
  if (lawOfFirst !== undefined) return done(false, { law: lawOfFirst, trace: [] })
  while (layer.length > 0) {
    const next: typeof layer = []
    for (const [world, step] of layer) {
      for (const move of movesOf(world)) {
        const key = digest(keyOf(move.world))
        if (seen.has(key)) continue
        seen.add(key)
        const reached: Step = { from: step, name: move.name }
        const law = judge(move.world)
        if (law !== undefined) return done(false, { law, trace: traceOf(reached) })
        if (seen.size >= most) return done(false)
        next.push([move.world, reached])
      }
    }
    layer = next
  }
  return done(true)
}

/** What a search found, for people. */
export const words = (name: string, { states, isWhole, found }: Explored): string => {
  if (found !== undefined) return [`${name}: ${found.law}`, ...found.trace].join('\n  ')
  return `${name}: ${states} states${isWhole ? '' : ', and it was cut off'}`
}

/** Whether SECURITY.md tells that this scope was searched to its end, and its states. */
export const isTold = (name: string, { states }: Explored): boolean =>
  readFileSync('SECURITY.md', 'utf8').includes(`| ${name} | ${states.toLocaleString('en')} |`)
