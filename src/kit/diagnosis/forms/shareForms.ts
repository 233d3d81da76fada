/**
 * Forms that several mistakes look at. They are made one by one, when the first of them asks, and kept for the others. The search
 * for every explanation asks once more.
 */
import { memoizeRecent } from './memoizeRecent.ts'

/** The forms of one text. */
interface GrowingForms<A> {
  /** The forms that were made so far. */
  readonly forms: Array<A>
  /** Makes the others. */
  readonly source: Iterator<A, unknown>
  /** True while `source` makes a form, and for ever if that threw. */
  isMaking: boolean
}

/** The same function. The forms of the last few texts are kept as far as a caller has asked for them. */
export const shareForms = <A>(makeForms: (text: string) => Iterable<A>): ((text: string) => Iterable<A>) => {
  const formsOf = memoizeRecent(
    (sharedText): GrowingForms<A> => ({ forms: [], source: makeForms(sharedText)[Symbol.iterator](), isMaking: false }),
  )
  return function* (sharedText) {
    const state = formsOf(sharedText)
    // A generator that threw gives nothing more. So the forms are made anew, and the caller meets the fault itself.
    if (state.isMaking) {
      yield* makeForms(sharedText)
      return
    }
    for (let i = 0; ; i++) {
      if (i === state.forms.length) {
        state.isMaking = true
        const step = state.source.next()
        state.isMaking = false
        if (step.done === true) return
        state.forms.push(step.value)
      }
      yield state.forms[i] as A
    }
  }
}
