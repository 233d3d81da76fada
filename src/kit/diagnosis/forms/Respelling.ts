/**
 * How rare a form is. The search tries rare forms last, and never together with another mistake of the same part. A form that is
 * `alone` is tried with no other mistake at all. A form that is `with body` is tried so too, and once more at the end of the search for two
 * mistakes, with the usual bodies. A form that is `late` is one of thousands: it is tried alone, after the other forms of every mistake, and
 * so it delays none of them.
 */
export type Rare = true | 'alone' | 'with body' | 'late'

/** What else a form does, where the search needs it to tell which explanation of a text is the simplest. */
export interface Traits {
  /** What the form cuts off at the end of the body, one character for each byte. Absent if it cuts off nothing. */
  readonly cut?: string
  /**
   * The ids of other mistakes, if the form contains one of them: a simpler form with this mistake makes the same text. A serializer that
   * also writes a line feed contains `trailing-line-feed`. See search/compounds.ts.
   */
  readonly contains?: ReadonlyArray<string>
  /**
   * Whether the form takes an encoding off that only the sent bytes have. The caller signed a text, so another mistake with this text may
   * follow. After other forms of an encoding none does.
   */
  readonly takesOff?: true
}

/** A form of a mistake: the value that it makes of the right one. `detail` names the form in a report. */
export type Form<A = string> = readonly [detail: string, value: A, rare?: Rare | undefined, traits?: Traits | undefined]

/** A text that was signed or sent in place of the right one. */
export interface Respelling {
  readonly detail: string
  readonly text: string
  readonly rare?: Rare | undefined
}
