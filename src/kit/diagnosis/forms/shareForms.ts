/**
 * Shares the forms of a text between the mistakes that look at them. A form is made when the first mistake asks for it, and kept for
 * the others, and for the search for every explanation, which asks once more.
 *
 *     const numberForms = shareForms(makeNumberForms)
 *     for (const form of numberForms(body)) …      makes the forms of this body, one at each step
 *     for (const form of numberForms(body)) …      gives the forms again, and makes only those that nobody has asked for
 */
import { memoizeRecent } from './memoizeRecent.ts'

/** The forms of one text, as far as a caller has asked for them. */
interface GrowingForms<Made> {
  readonly forms: Array<Made>
  /** Makes the forms that are missing. */
  readonly source: Iterator<Made, unknown>
  /** True while `source` makes a form, and for ever if `source` threw. */
  isMaking: boolean
}

/** A function that answers as `makeForms` does, and keeps the forms of the last few texts. */
export const shareForms = <Made>(
  makeForms: (source: string) => Iterable<Made>,
): ((source: string) => Iterable<Made>) => {
  const growingFormsOf = memoizeRecent(
    (source): GrowingForms<Made> => ({ forms: [], source: makeForms(source)[Symbol.iterator](), isMaking: false }),
  )
  return function* (source) {
    const growing = growingFormsOf(source)
    // A generator that threw gives no more forms. The forms are made anew, so that this caller meets the same fault.
    if (growing.isMaking) {
      yield* makeForms(source)
      return
    }
    for (let i = 0; ; i++) {
      if (i === growing.forms.length && !growByOne(growing)) return
      yield growing.forms[i] as Made
    }
  }
}

/** Makes one more form. False: there is none. */
const growByOne = <Made>(growing: GrowingForms<Made>): boolean => {
  growing.isMaking = true
  const step = growing.source.next()
  growing.isMaking = false
  if (step.done === true) return false
  growing.forms.push(step.value)
  return true
}
