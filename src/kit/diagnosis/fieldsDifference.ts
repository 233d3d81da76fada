/**
 * What two lists of fields show by themselves, those of a query or of a form: fields that were left out, or in another order, and
 * otherwise the run of fields that differs. `a=2` signed and `a=1&a=2` sent: `a=2 where a=1&a=2 was sent`.
 */
import { decode } from './forms/percent.ts'
import { beginningOf, shownPair } from './shownPair.ts'
import type { Telling } from './Telling.ts'
import { trimmedFields } from './trimmedDifference.ts'
import { listed } from './variables.ts'

/** Longer runs are cut. */
const maxShown = 120

const shorten = (text: string): string => beginningOf(text, maxShown)

const shown = (fields: ReadonlyArray<string>): string => shorten(fields.join('&'))

/** The fields of the longer list that the shorter one lacks, if that is all. */
const leftOver = (shorter: ReadonlyArray<string>, longer: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  let at = 0
  const remaining = longer.filter((field) => {
    const isNext = field === shorter[at]
    if (isNext) at++
    return !isNext
  })
  return at === shorter.length && remaining.length > 0 ? remaining : undefined
}

const hasValue = (field: string): boolean => /=./.test(field)

/** The form of a mistake in which a program takes a value such as 0 for none. */
const takenForNone = /treated as missing: /

/** How one spelling of a list differs from another, as the form of the mistake says it. */
const listForm = /^lists: (.+)$/

const namesOf = (fields: ReadonlyArray<string>): ReadonlyArray<string> =>
  fields.map((field) => field.replace(/=.*$/s, ''))

/** Names the fields in the order that was signed, if only their order differs. Fields of one name are shown with their values. */
export const fieldsInOrder = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  carrier: 'query' | 'form',
): Telling | undefined => {
  if (signed.length !== sent.length || signed.toSorted().join('&') !== sent.toSorted().join('&')) return undefined
  const isShownByNames = namesOf(signed).join('&') !== namesOf(sent).join('&')
  const order = (fields: ReadonlyArray<string>): string =>
    shorten((isShownByNames ? namesOf(fields) : fields).join(', '))
  return {
    detail: order(signed),
    what: `The caller signed the parameters of the ${carrier} in the order ${order(signed)}, but sent them in the order ${order(sent)}.`,
    remedy: `Sign the ${carrier} in the order in which it is sent.`,
  }
}

/** How many fields are common at the end, `most` at most. */
const commonAtEnd = (signed: ReadonlyArray<string>, sent: ReadonlyArray<string>, most: number): number => {
  let count = 0
  while (count < most && signed.at(-1 - count) === sent.at(-1 - count)) count++
  return count
}

/** `how`: the form of the mistake that led to the text. */
export const fieldsDifference = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  how: string,
  carrier: 'query' | 'form',
): Telling | undefined => {
  const [, list] = listForm.exec(how) ?? []
  const missing = list === undefined ? leftOver(signed, sent) : undefined
  if (missing !== undefined) return missingFields(missing, carrier, takenForNone.test(how))
  const extra = list === undefined ? leftOver(sent, signed) : undefined
  if (extra !== undefined && carrier === 'form') return extraFields(extra)
  const namedDifference = trimmedFields(signed, sent, carrier) ?? fieldsInOrder(signed, sent, carrier)
  if (namedDifference !== undefined) return namedDifference
  const cut = cutFields(signed, sent, carrier)
  if (cut !== undefined) return cut
  const start = signed.findIndex((field, i) => field !== sent[i])
  if (start < 0) return repeatedField(signed, sent.slice(signed.length), carrier)
  const end = commonAtEnd(signed, sent, Math.min(signed.length, sent.length) - start - 1)
  const theirs = signed.slice(start, signed.length - end)
  const ours = sent.slice(start, sent.length - end)
  // The caller signed further fields of a query at its end.
  if (ours.length === 0) return undefined
  const [theirText, ourText] = shownPair(theirs.join('&'), ours.join('&'))
  const detail = `${theirText} where ${ourText} was sent`
  if (takenForNone.test(how))
    return {
      detail,
      what: `The caller signed ${theirText}, but ${ourText} was sent. The program that signs treats the sent value as missing.`,
      remedy: writeOnce(carrier),
    }
  return {
    detail,
    what: `The caller signed ${theirText}, but ${ourText} was sent${list === undefined ? '' : `: a list as ${list}`}.`,
    remedy: writeOnce(carrier),
  }
}

/** More fields are counted. */
const maxNamed = 4

const missingFields = (missing: ReadonlyArray<string>, carrier: string, isTakenForNone: boolean): Telling => {
  const detail = `without ${shown(missing)}`
  const counted = missing.length > maxNamed ? [`${missing.length - maxNamed} more`] : []
  const names = listed([...missing.slice(0, maxNamed), ...counted])
  if (isTakenForNone)
    return {
      detail,
      what: `The caller signed the ${carrier} without ${names}. The program that signs treats this value as missing.`,
      remedy: writeOnce(carrier),
    }
  const valueless = missing.length === 1 ? ', which has no value' : ', which have no value'
  return {
    detail,
    what: `The caller signed the ${carrier} without ${names}${missing.some(hasValue) ? '' : valueless}.`,
    remedy: writeOnce(carrier),
  }
}

export const signWholeValue =
  'Sign each value as it is sent, in full: count its length in the same unit, characters or bytes, where it is signed and where it is sent.'

/** The value of a field, decoded. */
const fieldValueOf = (field: string): string => decode(field.replace(/^[^=]*=/, ''))

const isNumeral = (field: string): boolean => /^-?\d+\.\d*$/.test(fieldValueOf(field))

/** Fields whose values were signed only in part. A decimal without its last zeros is the same number. */
const cutFields = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  carrier: 'query' | 'form',
): Telling | undefined => {
  const isCut = (field: string, i: number): boolean =>
    /=./.test(field) && (sent[i] ?? '').startsWith(field) && !isNumeral(sent[i] ?? '')
  const differing = signed.flatMap((field, i) => (field === sent[i] ? [] : [i]))
  if (signed.length !== sent.length || differing.length === 0) return undefined
  if (!differing.every((i) => isCut(signed[i] as string, i))) return undefined
  const parts = differing.map((i) => `${signed[i]} of ${sent[i]}`).slice(0, maxNamed)
  const shownParts = shorten(listed(parts))
  return {
    detail: `only ${shownParts}`,
    what: `The caller signed a value of the ${carrier} only in part, and sent all of it: ${shownParts}.`,
    remedy: signWholeValue,
  }
}

const timesOf = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

/** A field that was sent more often than it was signed. Undefined if fields of several names are missing, or none of its name was signed. */
const repeatedField = (
  signed: ReadonlyArray<string>,
  missing: ReadonlyArray<string>,
  carrier: 'query' | 'form',
): Telling | undefined => {
  const [name = '', ...otherNames] = new Set(namesOf(missing))
  const count = namesOf(signed).filter((signedName) => signedName === name).length
  if (otherNames.length > 0 || count === 0) return undefined
  return {
    detail: `${name} signed ${timesOf(count)} and sent ${timesOf(count + missing.length)}`,
    what: `The caller signed the parameter ${name} of the ${carrier} ${timesOf(count)}, but sent it ${timesOf(count + missing.length)}. The signed text does not have ${shown(missing)}.`,
    remedy:
      'If the program keeps the parameters in a map, the map has only one value for each name. Sign each parameter as often as it is sent, or send it once.',
  }
}

/** Fields of a form that were signed and did not arrive. */
const extraFields = (extra: ReadonlyArray<string>): Telling => ({
  detail: `${shown(extra)} did not arrive`,
  what: extra.some(hasValue)
    ? `The caller signed ${shown(extra)} in the form, but the form arrived without this.`
    : `The caller signed ${shown(extra)} in the form, but the form arrived without this. It has no value, and the library that writes the form leaves out such fields, as http_build_query of PHP does with null.`,
  remedy: writeOnce('form'),
})

/** The parameters of a query that arrived sorted by name, and were signed in another order. Undefined if they did not. */
export const sortedByName = (signed: ReadonlyArray<string>, received: ReadonlyArray<string>): Telling | undefined => {
  const nameOf = (field: string): string => field.split('=')[0] ?? ''
  const isSorted = (fields: ReadonlyArray<string>): boolean =>
    fields.every((field, i) => i === 0 || nameOf(fields[i - 1] as string) <= nameOf(field))
  if (!isSorted(received) || isSorted(signed)) return undefined
  return {
    detail: 'the received query is sorted by name',
    what: 'The query arrived sorted by name, but the caller signed its parameters in another order. Either the HTTP client of the caller sorts the parameters, or a program on the way does.',
    remedy: 'Sign the query in the order in which it is sent.',
  }
}

const writeOnce = (carrier: string): string => `Write the ${carrier} once. Then sign and send exactly this text.`
