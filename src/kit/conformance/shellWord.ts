/** Commands that a report shows, for people who copy them into a shell. */
import { shellQuoted } from '../diagnosis/pasted/curlCommand.ts'

/** One word of a command to copy, quoted only if it must be. */
export const shellWord = (word: string): string => (/^[\w./:=@%+-]+$/.test(word) ? word : shellQuoted(word))
