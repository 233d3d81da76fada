import { setTimeout } from 'node:timers/promises'

/** Waits until it holds. A minute without it is a failure, which shows the condition. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = performance.now() + 60_000; !(await holds()); await setTimeout(5))
    if (performance.now() > end) throw new Error(`a minute without ${holds}`)
}
