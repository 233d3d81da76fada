/**
 * Runs specs of the generators again, with other draws and more of them than in `npm test`. In CI one of the four has its turn.
 *
 * The variable COUNTERSIGN_ALL says how much `drawn.ts` draws:
 *
 *     unset    the little that `npm test` has time for
 *     some     more, and from another seed than `npm test`
 *     1        everything: set it by hand
 *
 * This file sets `some`. `drawn.ts` reads the variable when it is first imported, so the specs are imported after that. `suite.ts` reads
 * it as well, for whom a value means that all tests run. It was imported before, so the tests in these specs still take turns.
 */
import { inTurn } from '../../../support/suite.ts'

process.env.COUNTERSIGN_ALL ??= 'some'
const specNames = inTurn(4, ['all', 'lenient', 'run', 'neighbourhoods'])
for (const specName of specNames) await import(`./${specName}.spec.ts`)
