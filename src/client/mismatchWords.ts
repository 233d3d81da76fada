/** What `readAnswer` says of a value that its codec refuses: each place, without values. */
import type { Errors } from 'io-ts'
import { ofMismatches, problemMessage } from '../job/JobError.ts'

export const mismatchWords = (failures: Errors): string =>
  ofMismatches(failures).problems.map(problemMessage).join('; ')
