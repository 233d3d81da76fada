/**
 * Values of the header that are no values: `app_id=${APP_ID}` has the name of a variable, `app_id=undefined` what a language prints for a
 * missing value, and `app_id=[FILTERED]` or `app_id=ab12****` the mask of a tool. The words quote only texts of fixed lists. The name of a variable may be a
 * secret, so `placeholders.ts` shows an unknown one as `…`.
 */
import { isMissingText } from './forms/missingValues.ts'
import { hiddenIn, maskIn, placeholderIn } from './placeholders.ts'
import { checkVariable, printedShape } from './printedInPlace.ts'
import type { Telling } from './Telling.ts'

/** More characters are no variable. */
const maxUnfilled = 128

/** An object or a function. A list of numbers and the like is none: it may be a value in another form. */
const objectOrFunction = (written: string): string | undefined =>
  /^\[object (?!Null\]|Undefined\])\w+\]$|^<.* at 0x[0-9A-Fa-f]+>$/.test(written)
    ? (printedShape(written) ?? '<…>')
    : undefined

/** The words for a value that is none. Undefined if it may be a value. `noun`: the name of the part. */
export const unfilledItem = (noun: string, written: string): Telling | undefined => {
  if (written.length > maxUnfilled) return undefined
  const shape = objectOrFunction(written)
  if (shape !== undefined)
    return {
      detail: shape,
      what: `The ${noun} in the header is ${shape}. This is how a program prints an object or a function.`,
      remedy: `Check what the program puts into the ${noun}: it must be a text.`,
    }
  if (isMissingText(written))
    return {
      detail: written,
      what: `The ${noun} in the header is ${written}, which programs write for a missing value.`,
      remedy: `Check where the program reads the ${noun}, such as a variable of the environment, and let it stop if there is none.`,
    }
  const mask = maskIn(written)
  if (mask !== undefined)
    return {
      detail: `${mask}, a mask`,
      what: `The header has the word ${mask} in place of the ${noun}. Tools that show or log a request mask values in this way.`,
      remedy: `Take the request as it was sent, with its ${noun}. Check also whether the program sent the masked text.`,
    }
  const hidden = hiddenIn(written)
  if (hidden !== undefined)
    return {
      detail: `${hidden}, a mask`,
      what: `The ${noun} in the header has ${hidden} in place of characters. Tools that show or log a request hide or shorten values in this way.`,
      remedy: `Take the request as it was sent, with its ${noun}. Check also whether the program sent the masked text.`,
    }
  const placeholder = placeholderIn(written)
  return placeholder === undefined || placeholder.certainty === 'by name'
    ? undefined
    : {
        detail: `${placeholder.shown}, not filled in`,
        what: `The ${noun} in the header is ${placeholder.shown}. This is a variable or a placeholder, and it has not got its value.`,
        remedy: checkVariable,
      }
}

/**
 * Whether the marks at the ends of a text belong to it, because it is a missing value, a variable or a mask: `<nil>`, `{{nonce}}`,
 * `[FILTERED]`. `{n-1}` may be a value between marks, and `"null"` is a missing value between marks.
 */
export const areMarksOfUnfilled = (written: string): boolean =>
  written.length <= maxUnfilled &&
  (isMissingText(written) || maskIn(written) !== undefined || placeholderIn(written)?.certainty === 'always')
