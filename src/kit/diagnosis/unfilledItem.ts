/**
 * Values of the header that are no values: `app_id=${APP_ID}` has the name of a variable, and `app_id=undefined` what a language prints for
 * a missing value.
 */
import { isMissingText } from './forms/missingValues.ts'
import type { Telling } from './Telling.ts'

/** A variable as templates of tools and languages write it, alone in the value. */
const variable =
  /^(?:\{\{[^{}]+\}\}|\$\{[^{}]+\}|#\{[^{}]+\}|@\{[^{}]+\}|\$\([^()]+\)|%\([^()]+\)s|\$[A-Za-z_]\w*|\{[A-Za-z_][\w.]*\}|%[A-Za-z_]\w*%|<[A-Za-z][\w .-]*>|%[sv]|\{0\}|\{\})$/

const isMissing = (written: string): boolean => isMissingText(written) && !isPrinted(written)

/** An object or a function as JavaScript and Python print it. */
const isPrinted = (written: string): boolean =>
  /^\[object (?!Null\]|Undefined\])\w+\]$/.test(written) || /^<.* at 0x[0-9A-Fa-f]+>$/.test(written)

/** More characters are not quoted. */
const maxQuoted = 64

/** The words for a value that is none. Undefined if it may be a value. `noun`: the name of the part. */
export const unfilledItem = (noun: string, written: string): Telling | undefined => {
  if (written.length > maxQuoted) return undefined
  if (isPrinted(written))
    return {
      detail: written,
      what: `The ${noun} in the header is ${written}. This is how a program prints an object or a function.`,
      remedy: `Check what the program puts into the ${noun}: it must be a text.`,
    }
  if (isMissing(written))
    return {
      detail: written,
      what: `The ${noun} in the header is ${written}, which programs write for a missing value.`,
      remedy: `Check where the program reads the ${noun}, such as a variable of the environment, and let it stop if there is none.`,
    }
  return variable.test(written)
    ? {
        detail: `${written}, not filled in`,
        what: `The ${noun} in the header is ${written}. This is a variable or a placeholder, and it has not got its value.`,
        remedy:
          'Check that the variable has its value before the header is made, and that this kind of text fills in variables. In many languages, a text in single quotes does not.',
      }
    : undefined
}
