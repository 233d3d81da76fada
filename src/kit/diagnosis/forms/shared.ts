import { lately } from './lately.ts'

/** Forms that were made, and where the others come from. */
interface Growing<A> {
  readonly made: Array<A>
  readonly source: Iterator<A, unknown>
  /** While the next one is made, and for ever if making it threw. */
  isOpen: boolean
}

/**
 * The function; the forms of the last texts are kept as far as somebody has asked for them. Several mistakes look among the forms of
 * one target, and so does the search for every explanation.
 */
export const shared = <A>(make: (text: string) => Iterable<A>): ((text: string) => Iterable<A>) => {
  const growing = lately((text): Growing<A> => ({ made: [], source: make(text)[Symbol.iterator](), isOpen: false }))
  return function* (text) {
    const state = growing(text)
    // A source that threw has no more forms, so the caller meets the fault by itself.
    if (state.isOpen) yield* make(text)
    else
      for (let i = 0; ; i++) {
        if (i === state.made.length) {
          state.isOpen = true
          const step = state.source.next()
          state.isOpen = false
          if (step.done === true) return
          state.made.push(step.value)
        }
        yield state.made[i] as A
      }
  }
}
