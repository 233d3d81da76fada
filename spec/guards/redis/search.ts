/**
 * Searches all worlds of a scope of the Redis guard (guardWorld.ts). A scope that is cut off counts as not searched.
 */
import * as Exploration from '../exploration.ts'
import { judge, keyOf, movesOf, type Scope, start, type World } from './guardWorld.ts'

export type Searched = Exploration.Explored

export const search = (scope: Scope, most?: number): Searched => {
  const first = start(scope)
  const named = ({ name, world }: Exploration.Move<World>): Exploration.Move<World> => ({
    name: `${world.time - first.time} s: ${name}`,
    world,
  })
  const game: Exploration.Game<World> = {
    first,
    movesOf: (world) => movesOf(scope, world).map(named),
    judge: (world) => judge(scope, world),
    keyOf,
  }
  return Exploration.explore(game, most)
}

/** What a search found, for people. */
export const words = ({ name }: Scope, searched: Searched): string => Exploration.words(name, searched)

/** Whether SECURITY.md tells that this scope was searched to its end, and its states. */
export const isTold = ({ name }: Scope, searched: Searched): boolean => Exploration.isTold(name, searched)
