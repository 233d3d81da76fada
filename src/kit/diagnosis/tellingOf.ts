/**
 * The words for a mistake that was found, by the text that was recovered. The catalogue says what a mistake is in general. The text shows
 * which characters differ, whatever form of the mistake led to it. The tellers of each mistake are in the tables of tellings/.
 */
import { definedOf } from '../../core/Settings.ts'
import { calledTarget } from './calledTarget.ts'
import type { Draft } from './Draft.ts'
import { firstReplacedTelling, isFirstAlone } from './forms/firstReplaced.ts'
import type { Library } from './library.ts'
import { shownText } from './search/provenText.ts'
import type { Telling } from './Telling.ts'
import { bodyTellings } from './tellings/bodies.ts'
import { encodingTellings } from './tellings/bodyEncodings.ts'
import { joinTellings, lineFeedBeforeBody, otherLayout, trailing } from './tellings/joinedTexts.ts'
import { methodTellings } from './tellings/methods.ts'
import { partlyChangedTelling } from './tellings/partlyChanged.ts'
import { queryTellings } from './tellings/queries.ts'
import {
  byForm,
  firstOf,
  forForm,
  type MistakeFound,
  ofBodyTexts,
  ofDrafts,
  type Teller,
  type Tellings,
} from './tellings/Teller.ts'
import { bareNames, targetTellings } from './tellings/targets.ts'
import { freshnessTellings } from './tellings/timesAndNonces.ts'
import { twoInTarget } from './tellings/twoInTarget.ts'
import { unfilledTellings } from './tellings/unfilledParts.ts'
import { signedUnquoted } from './unquotedVariable.ts'

/** Each id is in one of the tables. */
const tellings: Tellings = {
  ...methodTellings,
  ...targetTellings,
  ...queryTellings,
  ...freshnessTellings,
  ...bodyTellings,
  ...encodingTellings,
  ...unfilledTellings,
  ...joinTellings,
}

const isShownText = (detail: string): boolean => detail === shownText

/** Forms that many mistakes share. Their words do not depend on the mistake. */
const sharedForms = firstOf(
  forForm(isShownText, ofDrafts(otherLayout)),
  // A shell that wrote a variable without quotes also replaces the first of two blanks.
  forForm(isFirstAlone, firstOf(ofBodyTexts(signedUnquoted), byForm(firstReplacedTelling))),
  partlyChangedTelling,
)

/**
 * What the text says of a mistake in one part, if it says more than the catalogue; `detail` is the form that led to it, and
 * `isAlone`: no other mistake changes that part.
 */
export const tellingOf = (
  { id, detail }: { readonly id: string; readonly detail: string },
  signed: Draft,
  rightDraft: Draft,
  isAlone: boolean,
  library?: Library | undefined,
): Telling | undefined => {
  // These show themselves also beside another mistake of the layout.
  if (id === 'trailing-line-feed') return trailing(signed.layout.end, rightDraft.body.length > 0)
  if (id === 'separator-other' && signed.layout.last !== undefined) return lineFeedBeforeBody(signed.layout)
  const found = { id, detail, signed, right: rightDraft, library }
  const tellAlone: Teller = (mistake) => sharedForms(mistake) ?? tellings[id]?.(mistake)
  if (!isAlone) return (id === 'target-reencoded' ? bareNames(detail) : undefined) ?? twoInTarget(found, tellAlone)
  return changedAfterSigning(found, tellAlone(found))
}

/** Their words know of the URL already. */
const knowUrl: ReadonlyArray<string> = ['target-other', 'target-prefix-added', 'target-with-fragment']

/**
 * The target of the URL that the caller called is the one that was signed. So the caller did not change it before signing, and the words
 * say who may have changed it. What differs is known already.
 */
const changedAfterSigning = (found: MistakeFound, telling: Telling | undefined): Telling | undefined => {
  const isOfTarget = Object.hasOwn(targetTellings, found.id) || Object.hasOwn(queryTellings, found.id)
  if (!isOfTarget || knowUrl.includes(found.id) || telling?.what.includes('URL that the caller called')) return telling
  const called = calledTarget(found.signed, found.right)
  return called === undefined ? telling : { ...definedOf({ id: telling?.id, detail: telling?.detail }), ...called }
}
