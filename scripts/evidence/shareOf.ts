/** The option `--every N` of the evidence: one run does each N-th item of a list, and the next commits do the others. */
import { execFileSync } from 'node:child_process'
import { giveUp } from '../terminal.ts'

/** The option `--every 3`: a third of a list, and others at the next commit. It has no effect with 1. */
export const everyOption = { type: 'string', default: '1' } as const

/** More than this many turns would need a year of commits to come round. */
const mostTurns = 999

/** The number of turns that `--every` asks for; `undefined` for what is no such number. */
export const turnsOf = (every: string): number | undefined =>
  /^[1-9]\d*$/.test(every) && Number(every) <= mostTurns ? Number(every) : undefined

/**
 * The part of a list that a turn runs: each item once in `turns` turns. A list with fewer items than turns comes round sooner,
 * so that each turn runs one of them.
 */
export const partOf = <A>(list: ReadonlyArray<A>, turns: number, turn: number): ReadonlyArray<A> => {
  const round = Math.min(turns, list.length)
  return list.filter((_, index) => (index + turn) % round === 0)
}

/** This commit's part of a list: `.ci/run` tells its turn; elsewhere it is the number of commits. */
export const shareOf = <A>(every: string, list: ReadonlyArray<A>): ReadonlyArray<A> => {
  const turns = turnsOf(every)
  if (turns === undefined) return giveUp(2, `--every is a number from 1 to ${mostTurns}, and not ${every}`)
  if (turns === 1) return list
  const turn = process.env.SPEC_TURN ?? execFileSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8' })
  return partOf(list, turns, Number(turn))
}
