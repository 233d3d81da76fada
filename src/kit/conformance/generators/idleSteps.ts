/** Histories shrink by their events. What is left may hold steps that the fault does not need: a reader looks in vain for their part. */
import type { Op } from '../Vector.ts'
import type { Drawn } from './Generator.ts'

/** Leaves steps out, first many together and then each alone, as long as `fails` says that the port is still wrong. */
export const withoutIdleSteps = async (
  { input, rule, passes, names }: Drawn<'verify'>,
  fails: (smaller: Drawn<Op>) => Promise<boolean>,
): Promise<void> => {
  let steps = input.steps
  let verdicts = passes as ReadonlyArray<boolean>
  let told = names
  for (let size = Math.floor(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < steps.length && size < steps.length; ) {
      const isKept = (_: unknown, i: number): boolean => i < at || i >= at + size
      const [fewer, theirs, some] = [steps.filter(isKept), verdicts.filter(isKept), told?.filter(isKept)]
      if (await fails({ input: { ...input, steps: fewer }, rule, passes: theirs, names: some } as Drawn<Op>))
        [steps, verdicts, told] = [fewer, theirs, some]
      else at += size
    }
  }
}
