// The specs of the generators with more draws than `npm test` has, in turn; with all of them if COUNTERSIGN_ALL is 1.
import { inTurn } from '../../../support/suite.ts'

process.env.COUNTERSIGN_ALL ??= 'some'
for (const name of inTurn(4, ['all', 'lenient', 'run', 'neighbourhoods'])) await import(`./${name}.spec.ts`)
