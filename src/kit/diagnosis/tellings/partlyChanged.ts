/** The words for a part in which only some of several things are others. The forms of search/partlyChanged.ts are named by their details. */
import { isJson } from '../forms/isJson.ts'
import { decode } from '../forms/percent.ts'
import { escapesOfJsonSent } from '../jsonEscapes.ts'
import { membersLeftOut, parametersDifference, placesDifference, someDifference } from '../partlyDifference.ts'
import { membersDiffer, parametersDiffer, placesDiffer, someDiffer } from '../search/partlyChanged.ts'
import type { Telling } from '../Telling.ts'
import { type MistakeFound, sentBodyText, signedBodyText } from './Teller.ts'

/** Other words name the escapes of a target or a form, and the spelling of JSON. */
const haveOwnWords = (signed: string, sent: string): boolean =>
  decode(signed) === decode(sent) || (isJson(signed) && isJson(sent))

/** Undefined for other forms, and for texts that other words name more closely. */
export const partlyChangedTelling = (found: MistakeFound): Telling | undefined => {
  const isTarget = found.signed.target !== found.right.target
  const partName = isTarget ? 'target' : 'body'
  const signed = isTarget ? found.signed.target : signedBodyText(found)
  const sent = isTarget ? found.right.target : sentBodyText(found)
  switch (found.detail) {
    case someDiffer:
      return (
        (isTarget ? escapesOfJsonSent(signed, sent) : undefined) ??
        someDifference(signed, sent, partName) ??
        (haveOwnWords(signed, sent) ? undefined : placesDifference(signed, sent, partName))
      )
    case parametersDiffer:
      return parametersDifference(signed, sent, partName)
    case membersDiffer:
      return isJson(signed) && isJson(sent) ? membersLeftOut(signed, sent) : undefined
    case placesDiffer:
      return placesDifference(signed, sent, partName)
    default:
      return undefined
  }
}
