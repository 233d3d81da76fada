// A mutant: the code without one of its defences. Specs that are worth something fail on it.
import type { Change } from './change.ts'

export interface Mutant {
  /** The threat that the defence answers, of threats.ts. */
  readonly threat: string
  /** What the mutant does wrong. */
  readonly fault: string
  readonly file: string
  readonly change: Change
  /** Words of `npm test -- WORDS`: the specs that must notice. */
  readonly specs: ReadonlyArray<string>
}

/** The mutants of one file that the same specs notice, each under its threat and its fault. */
export const inFile = (
  file: string,
  specs: ReadonlyArray<string>,
  changes: Readonly<Record<`T${number} ${string}`, Change>>,
): ReadonlyArray<Mutant> =>
  Object.entries(changes).map(([title, change]) => {
    const [threat = '', ...words] = title.split(' ')
    return { threat, fault: words.join(' '), file, change, specs }
  })
