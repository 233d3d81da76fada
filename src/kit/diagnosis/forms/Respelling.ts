/**
 * One of many forms, which come behind the others of their mistake. The search tries them last, and not together with
 * another mistake of the same part; a form that is `alone`, with no other mistake at all.
 */
export type Rare = true | 'alone'

/** A form of a mistake: what it makes of the right value. */
export type Form<A = string> = readonly [detail: string, value: A, rare?: Rare | undefined]

/** Another text than the right one. */
export interface Respelling {
  readonly detail: string
  readonly text: string
  /** As of a variation. */
  readonly rare?: Rare | undefined
}
