/**
 * Searches all worlds of a scope, breadth first, so that the first fault that is found has a shortest trace. A scope that is cut off
 * counts as not searched.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { judge, keyOf, movesOf, type Scope, start, type World } from './guardWorld.ts'

export interface Found {
  readonly law: string
  /** What happened, one step a line. */
  readonly trace: ReadonlyArray<string>
}

export interface Searched {
  readonly states: number
  /** Whether every world of the scope was looked at. */
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

export const search = (scope: Scope, most = 1_000_000): Searched => {
  const first = start(scope)
  const seen = new Set([digest(keyOf(first))])
  let layer: Array<readonly [World, Step | undefined]> = [[first, undefined]]
  const done = (isWhole: boolean, found?: Found): Searched => ({ states: seen.size, isWhole, found })
  while (layer.length > 0) {
    const next: typeof layer = []
    for (const [world, step] of layer) {
      for (const move of movesOf(scope, world)) {
        const key = digest(keyOf(move.world))
        if (seen.has(key)) continue
        seen.add(key)
        const reached: Step = { from: step, name: `${move.world.time - first.time} s: ${move.name}` }
        const law = judge(scope, move.world)
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
export const words = ({ name }: Scope, { states, isWhole, found }: Searched): string => {
  if (found !== undefined) return [`${name}: ${found.law}`, ...found.trace].join('\n  ')
  return `${name}: ${states} states${isWhole ? '' : ', and it was cut off'}`
}

/** Whether SECURITY.md tells that this scope was searched to its end, and its states. */
export const isTold = ({ name }: Scope, { states }: Searched): boolean =>
  readFileSync('SECURITY.md', 'utf8').includes(`| ${name} | ${states.toLocaleString('en')} |`)
