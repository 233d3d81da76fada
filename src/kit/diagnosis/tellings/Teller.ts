/**
 * A teller looks at a mistake that was found, and tells it more closely than the catalogue. It is undefined for a mistake that it does not
 * know. The tables in tellingOf.ts list the tellers of each mistake; `firstOf` asks them in order:
 *
 *     firstOf(ofTargets(dotsResolved), ofTargets(targetDifference))    the dots, or else any other difference
 *     forForm(isCutString, cutStringTelling)                           only for the forms of cutParts.ts
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { type Draft, rewritable } from '../Draft.ts'
import type { Library } from '../library.ts'
import type { Telling } from '../Telling.ts'

/** A mistake that was found, and what was signed in place of the right draft. */
export interface MistakeFound {
  readonly id: string
  /** The form of the mistake that led to the text. The module of the form makes it, and exports the test that recognizes it. */
  readonly detail: string
  readonly signed: Draft
  readonly right: Draft
  /** The library that the request names. */
  readonly library?: Library | undefined
}

export type Teller = (found: MistakeFound) => Telling | undefined

/** By the id of the mistake. */
export type Tellings = Readonly<Record<string, Teller>>

/** Asks the tellers in this order. The first that knows the mistake tells it. */
export const firstOf =
  (...tellers: ReadonlyArray<Teller>): Teller =>
  (found) => {
    for (const teller of tellers) {
      const telling = teller(found)
      if (telling !== undefined) return telling
    }
    return undefined
  }

/** Asks the teller only if the mistake was made by such a form. */
export const forForm =
  (isForm: (detail: string) => boolean, teller: Teller): Teller =>
  (found) =>
    isForm(found.detail) ? teller(found) : undefined

/** Tells what the form of the mistake says alone. */
export const byForm =
  (tell: (detail: string) => Telling | undefined): Teller =>
  ({ detail }) =>
    tell(detail)

/** Compares what was signed with what was sent. */
type Compare<A> = (signed: A, sent: A) => Telling | undefined

export const ofDrafts =
  (compare: Compare<Draft>): Teller =>
  ({ signed, right }) =>
    compare(signed, right)

export const ofMethods =
  (compare: Compare<string>): Teller =>
  ({ signed, right }) =>
    compare(signed.method, right.method)

export const ofTargets =
  (compare: Compare<string>): Teller =>
  ({ signed, right }) =>
    compare(signed.target, right.target)

export const ofBodies =
  (compare: Compare<Bytes.Bytes>): Teller =>
  ({ signed, right }) =>
    compare(signed.body, right.body)

/** Of the bodies as texts. A body that is not UTF-8 is the empty text. */
export const ofBodyTexts =
  (compare: Compare<string>): Teller =>
  (found) =>
    compare(signedBodyText(found), sentBodyText(found))

export const signedBodyText = ({ signed }: MistakeFound): string => rewritable(signed.body) ?? ''
export const sentBodyText = ({ right }: MistakeFound): string => rewritable(right.body) ?? ''
