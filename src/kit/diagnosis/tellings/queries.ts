/** The words for a query whose parameters were signed in another order or in another spelling. */

import { lineEndsWithin } from '../directions.ts'
import { escapesAlone } from '../escapeDifference.ts'
import { fieldsDifference, fieldsInOrder, sortedByName } from '../fieldsDifference.ts'
import { decodedFlagsTelling } from '../forms/decodedFlags.ts'
import { encodedFlagsTelling } from '../forms/encodedFlags.ts'
import { jointTelling } from '../forms/fieldValues.ts'
import { isJson } from '../forms/isJson.ts'
import { byDecodedName, decodeForm, splitTarget } from '../forms/percent.ts'
import { splitTooLate } from '../forms/splitDecoded.ts'
import { printedQuery } from '../printedParts.ts'
import { arePythonBytes } from '../pythonBytesInQuery.ts'
import { beginningOf } from '../shownPair.ts'
import type { Telling } from '../Telling.ts'
import { chainDifference } from '../targetChain.ts'
import { fragmentCut, fragmentSent, strayEnd } from '../targetDifference.ts'
import { queryPrintedAsMap, wrappedUnits } from '../unitDifference.ts'
import { urlsOfFields } from '../urlValues.ts'
import { byForm, firstOf, forForm, type MistakeFound, ofTargets, type Tellings } from './Teller.ts'

const queryOf = (target: string): string => splitTarget(target)[1].slice(1)

const queryPrinted = (signed: string, sent: string): Telling | undefined => printedQuery(queryOf(signed), queryOf(sent))

const fieldsOf = (target: string): ReadonlyArray<string> => queryOf(target).split('&')

const splitDecodedTelling: Telling = {
  what: 'The caller decoded the query before splitting it at each &, so %26 within a value became a separator.',
  remedy:
    'Sign the query exactly as it is sent. If the program must split it, split it at & before decoding names and values.',
}

const isSplitTooLate = (detail: string): boolean => detail.startsWith(splitTooLate)

const queryLineEnds = (signed: string, sent: string): Telling | undefined => lineEndsWithin(signed, sent, 'query')

const queryUrls = (signed: string, sent: string): Telling | undefined =>
  urlsOfFields(fieldsOf(signed), fieldsOf(sent), 'query')

const queryFields = ({ detail, signed, right }: MistakeFound): Telling | undefined =>
  fieldsDifference(fieldsOf(signed.target), fieldsOf(right.target), detail, 'query')

const sortedDecoded: Telling = {
  what: 'The caller sorted the parameters by their decoded names before signing, but sent them in another order.',
  remedy: 'Sign the query in the order in which it is sent.',
}

const queryInOrder = ({ detail, signed, right }: MistakeFound): Telling | undefined => {
  const signedFields = fieldsOf(signed.target)
  const sentFields = fieldsOf(right.target)
  return (
    sortedByName(signedFields, sentFields) ??
    (detail === byDecodedName ? sortedDecoded : fieldsInOrder(signedFields, sentFields, 'query'))
  )
}

/** Bytes of Python have words of their own. */
const wrappedValue = (signed: string, sent: string): Telling | undefined =>
  arePythonBytes(fieldsOf(signed), fieldsOf(sent)) ? undefined : wrappedUnits(signed, sent)

const escapesOfQuery = (signed: string, sent: string): Telling | undefined => escapesAlone(signed, sent, 'target')

const semicolonRead = 'Traefik and other programs in Go read a semicolon as &.'

/** If the URL that the caller called has what was signed, the caller has sent it as well. */
const jointOfQuery = ({ detail, signed, right }: MistakeFound): Telling | undefined => {
  const telling = jointTelling(detail)
  if (telling === undefined || right.url?.replace(/#.*$/s, '').endsWith(signed.target) !== true) return telling
  return {
    ...telling,
    what: `${telling.what} The URL that the caller called has what was signed. So something after the caller changed the query.${detail.includes('a semicolon') ? ` ${semicolonRead}` : ''}`,
  }
}

/** Whether the fields that both lists have are in another order. A field that stands twice counts once. */
const areReordered = (signed: ReadonlyArray<string>, sent: ReadonlyArray<string>): boolean => {
  const keptOf = (fields: ReadonlyArray<string>, others: ReadonlyArray<string>): string =>
    [...new Set(fields)].filter((field) => others.includes(field)).join('&')
  return keptOf(signed, sent) !== keptOf(sent, signed)
}

/** JSON with its members sorted and without white space, if the text is an object or an array. */
const normalJson = (text: string): string | undefined => {
  const sortMembers = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value
  return /^[[{]/.test(text) && isJson(text) ? JSON.stringify(JSON.parse(text), sortMembers) : undefined
}

/** The name and the decoded value of a field. */
const fieldOf = (field: string): readonly [name: string, value: string] => {
  const equals = field.indexOf('=')
  return equals < 0 ? [field, ''] : [field.slice(0, equals), decodeForm(field.slice(equals + 1))]
}

/** A longer value is cut. */
const maxShown = 60

/** One parameter holds JSON, which was written in two ways. */
const sameJson = (signed: string, sent: string): Telling | undefined => {
  const sentFields = fieldsOf(sent)
  const differing = fieldsOf(signed).flatMap((field, i) =>
    field === sentFields[i] ? [] : [[field, sentFields[i] ?? '']],
  )
  const [pair] = differing
  if (pair === undefined || differing.length > 1 || fieldsOf(signed).length !== sentFields.length) return undefined
  const [[name, signedJson], [sentName, sentJson]] = pair.map(fieldOf) as [
    ReturnType<typeof fieldOf>,
    ReturnType<typeof fieldOf>,
  ]
  const normal = normalJson(signedJson)
  if (name !== sentName || signedJson === sentJson || normal === undefined || normal !== normalJson(sentJson))
    return undefined
  const shown = [signedJson, sentJson].map((json) => beginningOf(json.replace(/\s+/g, ' '), maxShown))
  return {
    what: `The parameter ${name} holds JSON, and the caller wrote it twice. It signed ${shown[0]}, but sent ${shown[1]}. Both have the same value.`,
    remedy: 'Write the JSON as a text once, and the query once. Then sign and send exactly this text.',
  }
}

/** Another order or entities, and another change. */
const severalChanges = (signed: string, sent: string): Telling | undefined => {
  if (!areReordered(fieldsOf(signed), fieldsOf(sent)) && !signed.includes('&amp;')) return undefined
  const telling = chainDifference(signed, sent)
  return telling && { ...telling, id: 'query-respelled' }
}

export const queryTellings: Tellings = {
  'query-reordered': queryInOrder,
  'query-respelled': firstOf(
    ofTargets(fragmentSent),
    ofTargets(queryPrinted),
    ofTargets(queryPrintedAsMap),
    forForm(isSplitTooLate, () => splitDecodedTelling),
    jointOfQuery,
    byForm(decodedFlagsTelling),
    byForm(encodedFlagsTelling),
    ofTargets(strayEnd),
    ofTargets(fragmentCut),
    ofTargets(queryLineEnds),
    ofTargets(wrappedValue),
    ofTargets(queryUrls),
    ofTargets(escapesOfQuery),
    ofTargets(sameJson),
    ofTargets(severalChanges),
    queryFields,
  ),
}
