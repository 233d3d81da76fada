/**
 * What two lists of fields show by themselves, those of a query or of a form: fields that were left out, or in another order, and
 * otherwise the run of fields that differs. `a=1&b=2&c=3` signed and `a=1&b=4&c=3` sent: `b=2 where b=4 was sent`. If `a=2` was
 * signed and `a=1&a=2` sent, the caller signed `without a=1`.
 */
import { decode } from './forms/percent.ts'
import { missingWords } from './missingWords.ts'
import { arePythonBytes, pythonBytesTelling } from './pythonBytesInQuery.ts'
import { beginningOf, shownPair } from './shownPair.ts'
import type { Telling } from './Telling.ts'
import { trimmedAndShortened, trimmedFields } from './trimmedDifference.ts'
import { isCountedCut, urlsOfFields } from './urlValues.ts'
import { listed } from './variables.ts'

/** In characters; a longer run of fields is cut. */
const maxShown = 120

const shorten = (text: string): string => beginningOf(text, maxShown)

/** The fields as they were written, in one text that is cut if it is long. */
export const shownFields = (fields: ReadonlyArray<string>): string => shorten(fields.join('&'))

/**
 * The fields of the longer list that are left if the shorter list is taken out of it, in order. Undefined if the shorter list
 * is not within the longer one, or if nothing is left.
 */
const leftOver = (shorter: ReadonlyArray<string>, longer: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  let found = 0
  const remaining = longer.filter((field) => {
    const isNext = field === shorter[found]
    if (isNext) found++
    return !isNext
  })
  return found === shorter.length && remaining.length > 0 ? remaining : undefined
}

const hasValue = (field: string): boolean => /=./.test(field)

/** Whether the mistake is that a program treats a value such as 0 as missing. `forms/fieldValues.ts` makes such details. */
const isTakenForNone = (detail: string): boolean => /treated as missing: /.test(detail)

/** How the fields spell a list, by the detail `lists: SPELLING` of `forms/fieldValues.ts`. Undefined for other details. */
const listSpellingOf = (detail: string): string | undefined => /^lists: (.+)$/.exec(detail)?.[1]

const namesOf = (fields: ReadonlyArray<string>): ReadonlyArray<string> =>
  fields.map((field) => field.replace(/=.*$/s, ''))

/** Names the fields in the order that was signed, if only their order differs. */
export const fieldsInOrder = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  carrier: 'query' | 'form',
): Telling | undefined => {
  if (signed.length !== sent.length || signed.toSorted().join('&') !== sent.toSorted().join('&')) return undefined
  // Fields of one name are told apart only by their values.
  const areNamesEnough = namesOf(signed).join('&') !== namesOf(sent).join('&')
  const order = (fields: ReadonlyArray<string>): string =>
    shorten((areNamesEnough ? namesOf(fields) : fields).join(', '))
  return {
    detail: order(signed),
    what: `The caller signed the parameters of the ${carrier} in the order ${order(signed)}, but they arrived in the order ${order(sent)}.`,
    remedy: `Sign the ${carrier} in the order in which it is sent.`,
  }
}

/** `detail`: which form of its mistake led to the signed text. */
export const fieldsDifference = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  detail: string,
  carrier: 'query' | 'form',
): Telling | undefined => {
  // Another spelling of a list may have fewer or more fields, but none is missing.
  if (listSpellingOf(detail) === undefined) {
    const missing = leftOver(signed, sent)
    if (missing !== undefined) return missingFields(missing, carrier, isTakenForNone(detail))
    // The library that writes a form may leave fields out. These words do not fit a query.
    const extra = carrier === 'form' ? leftOver(sent, signed) : undefined
    if (extra !== undefined) return extraFields(extra)
  }
  return (
    urlsOfFields(signed, sent, carrier) ??
    trimmedFields(signed, sent, carrier) ??
    trimmedAndShortened(signed, sent, carrier) ??
    fieldsInOrder(signed, sent, carrier) ??
    cutFields(signed, sent, carrier) ??
    valuesApart(signed, sent, detail, carrier) ??
    otherRun(signed, sent, detail, carrier)
  )
}

/** Truth values and the missing value, as Python prints them, by how JSON and JavaScript write them. */
const pythonWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

const pythonWrites = 'Python writes truth values and None with a capital letter.'

/** Whether each signed value is one that Python prints for the sent value. */
const areOfPython = (signed: ReadonlyArray<string>, sent: ReadonlyArray<string>): boolean =>
  signed.length === sent.length &&
  signed.every((field, i) => {
    const word = pythonWords[fieldValueOf(sent[i] ?? '')]
    return word !== undefined && fieldValueOf(field) === word
  })

/** Several values that differ, with the same fields between them: only these values are named. */
const valuesApart = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  detail: string,
  carrier: 'query' | 'form',
): Telling | undefined => {
  if (signed.length !== sent.length || listSpellingOf(detail) !== undefined || isTakenForNone(detail)) return undefined
  const places = signed.flatMap((field, i) => (field === sent[i] ? [] : [i]))
  const [first = 0] = places
  const isApart = (places.at(-1) ?? 0) - first >= places.length
  if (!isApart || places.length > maxNamed) return undefined
  const signedFields = places.map((i) => signed[i] ?? '')
  const sentFields = places.map((i) => sent[i] ?? '')
  if (namesOf(signedFields).join('&') !== namesOf(sentFields).join('&')) return undefined
  const pairs = signedFields.map((field, i) => `${shorten(field)} where ${shorten(sentFields[i] ?? '')} was sent`)
  return {
    detail: pairs.join(', '),
    what: `Other values of the fields were signed: ${listed(pairs)}. ${areOfPython(signedFields, sentFields) ? pythonWrites : ''}`.trim(),
    remedy: writeOnce(carrier),
  }
}

/** A run of fields as it is shown. A field without a name and a value is seen by its `&` alone. */
const writtenRun = (fields: ReadonlyArray<string>): string => fields.join('&') || '&'

/** The run of fields that was signed in place of another run. */
const otherRun = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  detail: string,
  carrier: 'query' | 'form',
): Telling | undefined => {
  const run = differingRun(signed, sent)
  // All signed fields were sent, and others after them.
  if (run.signed.length === 0) return repeatedField(signed, run.sent, carrier)
  // All sent fields were signed, and others after them.
  if (run.sent.length === 0) return undefined
  const [signedText, sentText] = shownPair(writtenRun(run.signed), writtenRun(run.sent))
  if (arePythonBytes(run.signed, run.sent)) return pythonBytesTelling(signedText, sentText)
  return {
    detail: `${signedText} where ${sentText} was sent`,
    what: [
      signedInPlace(signedText, sentText, detail),
      ...(areOfPython(run.signed, run.sent) ? [pythonWrites] : missingInFields(run)),
    ].join(' '),
    remedy: writeOnce(carrier),
  }
}

/** Names the characters that one of two fields lacks. */
const missingInFields = ({ signed, sent }: Run): ReadonlyArray<string> =>
  signed.length === 1 && sent.length === 1 ? missingWords(signed[0] ?? '', sent[0] ?? '') : []

const signedInPlace = (signedText: string, sentText: string, detail: string): string => {
  if (isTakenForNone(detail))
    return `The caller signed ${signedText}, but ${sentText} was sent. The program that signs treats the sent value as missing.`
  const listSpelling = listSpellingOf(detail)
  return listSpelling === undefined
    ? `The caller signed ${signedText}, but ${sentText} was sent.`
    : `The caller signed ${signedText}, but ${sentText} was sent: a list as ${listSpelling}.`
}

interface Run {
  readonly signed: ReadonlyArray<string>
  readonly sent: ReadonlyArray<string>
}

/**
 * Both lists without the fields that are common at the beginning, and then without those at the end. A list that still has fields
 * after the first step keeps one of them, so that a reader sees what was signed and what was sent in its place.
 */
const differingRun = (signed: ReadonlyArray<string>, sent: ReadonlyArray<string>): Run => {
  const firstDifferent = signed.findIndex((field, i) => field !== sent[i])
  const start = firstDifferent < 0 ? signed.length : firstDifferent
  const mostAtEnd = Math.min(signed.length, sent.length) - start - 1
  let end = 0
  while (end < mostAtEnd && signed.at(-1 - end) === sent.at(-1 - end)) end++
  return { signed: signed.slice(start, signed.length - end), sent: sent.slice(start, sent.length - end) }
}

/** Of more fields than these, a sentence says only how many there are. `cutFields` leaves them out. */
const maxNamed = 4

/** The fields in a sentence: `a=1, b=2, c=3, d=4 and 3 more`. A long field is cut. */
export const namesOfFields = (fields: ReadonlyArray<string>): string => {
  const furtherFields = fields.length > maxNamed ? [`${fields.length - maxNamed} more`] : []
  return listed([...fields.slice(0, maxNamed).map(shorten), ...furtherFields])
}

const missingFields = (
  missing: ReadonlyArray<string>,
  carrier: 'query' | 'form',
  areTakenForNone: boolean,
): Telling => {
  const named = missing.filter((field) => field !== '')
  if (named.length === 0)
    return {
      detail: `without ${strayMarks(missing)}`,
      what: `The ${carrier === 'form' ? 'form' : 'query'} arrived with ${strayMarks(missing)} that the caller did not sign.`,
      remedy: joinFields(carrier),
    }
  return {
    detail: `without ${shownFields(named)}`,
    what: signedWithout(namesOfFields(named), named, carrier, areTakenForNone),
    remedy: writeOnce(carrier),
  }
}

/** Marks with no field before or after them. */
export const strayMarks = (emptyFields: ReadonlyArray<string>): string =>
  emptyFields.length === 1 ? 'a stray &' : `${emptyFields.length} stray & marks`

export const joinFields = (carrier: 'query' | 'form'): string =>
  carrier === 'form'
    ? 'Write one & between two fields, and none at the ends. Then sign and send this form.'
    : 'Write one & between two parameters, and none at the ends. Then sign and send this query.'

const signedWithout = (
  names: string,
  missing: ReadonlyArray<string>,
  carrier: 'query' | 'form',
  areTakenForNone: boolean,
): string => {
  // The spec of the Chinese texts reads both words here: a table translates only known ones.
  const carried = carrier === 'form' ? 'form' : 'query'
  if (areTakenForNone)
    return `The caller signed the ${carried} without ${names}. The program that signs treats this value as missing.`
  if (missing.some(hasValue)) return `The caller signed the ${carried} without ${names}.`
  return missing.length === 1
    ? `The caller signed the ${carried} without ${names}, which has no value.`
    : `The caller signed the ${carried} without ${names}, which have no value.`
}

export const signWholeValue =
  'Sign each value as it is sent, in full: count its length in the same unit, characters or bytes, where it is signed and where it is sent.'

/** The value of a field, decoded. */
const fieldValueOf = (field: string): string => decode(field.replace(/^[^=]*=/, ''))

/** Whether the value is a decimal such as `12.50`, or an integer that no program cuts: `10` is another number than `1`. */
const isNumeral = (field: string): boolean => /^-?(?:\d+\.\d*|\d{1,9})$/.test(fieldValueOf(field))

/** A time in whole seconds, of which the milliseconds were sent: the first digits of both are the same. */
const secondsOfMilliseconds = (signed = '', sent = ''): Omit<Telling, 'remedy'> | undefined =>
  /^1\d{9}$/.test(fieldValueOf(signed)) && /^\d{13}$/.test(fieldValueOf(sent))
    ? {
        detail: `${signed} in seconds, ${sent} in milliseconds`,
        what: `The caller signed ${signed}, but ${sent} was sent: a time in seconds, and the same time in milliseconds.`,
      }
    : undefined

/** Fields whose values were signed only in part. A decimal without its last zeros is the same number. */
const cutFields = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  carrier: 'query' | 'form',
): Telling | undefined => {
  if (signed.length !== sent.length) return undefined
  const pairs = signed.map((signedField, i) => ({ signedField, sentField: sent[i] ?? '' }))
  const differing = pairs.filter(({ signedField, sentField }) => signedField !== sentField)
  const areBeginnings = differing.every(
    ({ signedField, sentField }) => hasValue(signedField) && sentField.startsWith(signedField),
  )
  if (differing.length === 0 || !areBeginnings) return undefined
  const times =
    differing.length === 1 ? secondsOfMilliseconds(differing[0]?.signedField, differing[0]?.sentField) : undefined
  if (times !== undefined) return { ...times, remedy: writeOnce(carrier) }
  if (differing.some(({ sentField }) => isNumeral(sentField))) return undefined
  const [first] = differing
  const isOneCut = differing.length === 1 && first !== undefined
  if (isOneCut && !isCountedCut({ signed: fieldValueOf(first.signedField), sent: fieldValueOf(first.sentField) }))
    return undefined
  const parts = differing.slice(0, maxNamed).map(({ signedField, sentField }) => `${signedField} of ${sentField}`)
  const shownParts = shorten(listed(parts))
  return {
    detail: `only ${shownParts}`,
    what: `The caller signed a value of the ${carrier} only in part, and sent all of it: ${shownParts}.`,
    remedy: signWholeValue,
  }
}

const timesOf = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

/**
 * A field that was sent more often than it was signed; `missing` are the fields that were not signed. Undefined if they have
 * several names, or if no field of their name was signed.
 */
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
    what: `The caller signed the parameter ${name} of the ${carrier} ${timesOf(count)}, but sent it ${timesOf(count + missing.length)}. The signed text does not have ${shownFields(missing)}.`,
    remedy:
      'If the program keeps the parameters in a map, the map has only one value for each name. Sign each parameter as often as it is sent, or send it once.',
  }
}

/** Fields of a form that were signed and did not arrive. */
const extraFields = (extra: ReadonlyArray<string>): Telling => ({
  detail: `${shownFields(extra)} did not arrive`,
  what: extra.some(hasValue)
    ? `The caller signed ${shownFields(extra)} in the form, but the form arrived without this.`
    : `The caller signed ${shownFields(extra)} in the form, but the form arrived without this. It has no value, and the library that writes the form leaves out such fields, as http_build_query of PHP does with null.`,
  remedy: writeOnce('form'),
})

/** Undefined unless the parameters of the query arrived sorted by name and were signed in another order. */
export const sortedByName = (signed: ReadonlyArray<string>, received: ReadonlyArray<string>): Telling | undefined => {
  const nameOf = (field: string): string => field.split('=')[0] ?? ''
  const isSorted = (fields: ReadonlyArray<string>): boolean =>
    fields.every((field, i) => i === 0 || nameOf(fields[i - 1] as string) <= nameOf(field))
  if (!isSorted(received) || isSorted(signed)) return undefined
  // The received order is that of the names, so whole texts have another order only where - or . stands before =.
  if (signed.every((field, i) => i === 0 || (signed[i - 1] as string) <= field))
    return {
      detail: 'sorted as whole texts',
      what: 'The caller signed the parameters sorted as whole texts, name=value, but they were sent sorted by name: some characters come before the equals sign.',
      remedy: 'Sort the parameters by name, then sign and send them in this one order.',
    }
  return {
    detail: 'the received query is sorted by name',
    what: 'The query arrived sorted by name, but the caller signed its parameters in another order. Perhaps the HTTP client of the caller sorts the parameters, or a program on the way does.',
    remedy: 'Sign the query in the order in which it is sent.',
  }
}

const writeOnce = (carrier: string): string => `Write the ${carrier} once. Then sign and send exactly this text.`
