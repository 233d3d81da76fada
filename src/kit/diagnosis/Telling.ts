/** What the recovered text itself shows of a mistake, in words that fit it more closely than those of the catalogue. */
import type { Remedy } from './remedies.ts'

export interface Telling extends Remedy {
  /** Of the catalogue, if the text shows another mistake than the form that led to it. */
  readonly id?: string
  readonly detail?: string | undefined
  readonly what: string
}
