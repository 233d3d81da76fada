/**
 * How rare a form is. The search tries rare forms last, and never together with another mistake of the same part. A form that is
 * `alone` is tried with no other mistake at all. A form that is `with body` is tried so too, and once more at the end of the search for two
 * mistakes, with the usual bodies. A form that is `late` is one of thousands: it is tried alone, after the other forms of every mistake, and
 * so it delays none of them.
 */
export type Rare = true | 'alone' | 'with body' | 'late'

/**
 * A form of a mistake: the value that it makes of the right one. `detail` names the form in a report. `cut` is what the form cuts off at
 * the end of the body, if it does that.
 */
export type Form<A = string> = readonly [detail: string, value: A, rare?: Rare | undefined, cut?: string]

/** A text that was signed or sent in place of the right one. */
export interface Respelling {
  readonly detail: string
  readonly text: string
  readonly rare?: Rare | undefined
}
