import { execFileSync } from 'node:child_process'
import { giveUp } from '../terminal.ts'

/** The option `--every 3`: a third of a list, and others at the next commit. It has no effect with 1. */
export const everyOption = { type: 'string', default: '1' } as const

/** This commit's part of a list: `.ci/run` tells its turn; elsewhere it is the number of commits. */
export const shareOf = <A>(every: string, list: ReadonlyArray<A>): ReadonlyArray<A> => {
  if (!/^[1-9]\d?$/.test(every)) return giveUp(2, `--every is a number from 1 to 99, and not ${every}`)
  if (every === '1') return list
  const turn = process.env.SPEC_TURN ?? execFileSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8' })
  return list.filter((_, i) => (i + Number(turn)) % Number(every) === 0)
}
