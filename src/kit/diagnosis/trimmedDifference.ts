/**
 * JSON whose string values arrived trimmed, in words: `"John Doe "` was signed and `"John Doe"` arrived, or `""` was signed and `null`
 * arrived. Middleware of frameworks does so before the verifier sees the body, or in the caller's program before it signs.
 */

import { textDifferences } from './contentDifference.ts'
import { decode, decodeForm } from './forms/percent.ts'
import { forBoth, type Remedy } from './remedies.ts'
import type { Telling } from './Telling.ts'

type Change = (text: string) => string | null

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the values differ only in strings that were changed so, at every depth. */
const differsBy = (change: Change, before: unknown, after: unknown): boolean => {
  if (typeof before === 'string') return after === before || after === change(before)
  if (Array.isArray(before))
    return (
      Array.isArray(after) &&
      before.length === after.length &&
      before.every((item, i) => differsBy(change, item, after[i]))
    )
  if (!isObject(before)) return before === after
  const names = Object.keys(before)
  return (
    isObject(after) &&
    names.join('\n') === Object.keys(after).join('\n') &&
    names.every((name) => differsBy(change, before[name], after[name]))
  )
}

/** What a framework makes of strings, and what to say if it did so before the body arrived, or before it was signed. */
interface Middleware {
  readonly change: Change
  readonly what: string
  readonly whatIfSigned: string
}

const middleware: ReadonlyArray<Middleware> = [
  {
    change: (text) => text.trim(),
    what: 'The caller signed strings with blanks or line ends round them, and they arrived trimmed. Either the program itself trimmed them after signing, or something before the verifier did, as the middleware TrimStrings of Laravel does.',
    whatIfSigned:
      'The caller signed trimmed strings, but sent them with blanks or line ends round them. Perhaps it signed the values after its framework had trimmed them, as the middleware TrimStrings of Laravel does.',
  },
  {
    change: (text) => (text === '' ? null : text),
    what: 'The caller signed empty strings, and null arrived. Either the program itself changed them after signing, or something before the verifier did, as the middleware ConvertEmptyStringsToNull of Laravel does.',
    whatIfSigned:
      'The caller signed null, but sent empty strings. Perhaps it signed the values after its framework had changed them, as the middleware ConvertEmptyStringsToNull of Laravel does.',
  },
  {
    change: (text) => text.trim() || null,
    what: 'The caller signed strings with blanks round them or empty ones, and they arrived trimmed or as null. Either the program itself changed them after signing, or something before the verifier did, as TrimStrings and ConvertEmptyStringsToNull of Laravel do.',
    whatIfSigned:
      'The caller signed trimmed strings or null, but sent strings with blanks round them or empty ones. Perhaps it signed the values after its framework had changed them, as TrimStrings and ConvertEmptyStringsToNull of Laravel do.',
  },
]

/** No more values are named. */
const maxNamed = 4

const numbersToo = 'The numbers have another form, too.'

const numbersIn = (json: string): string =>
  (json.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? []).join()

const areNumbersAlike = (signedText: string, sentText: string): boolean => numbersIn(signedText) === numbersIn(sentText)

/** Undefined if other values differ than strings that were trimmed, or empty strings that became null. */
export const trimmedValues = (signedText: string, sentText: string): Telling | undefined => {
  const signed: unknown = JSON.parse(signedText)
  const sent: unknown = JSON.parse(sentText)
  const onTheWay = middleware.find(({ change }) => differsBy(change, signed, sent))
  const beforeSigning =
    onTheWay === undefined ? middleware.find(({ change }) => differsBy(change, sent, signed)) : undefined
  if (onTheWay === undefined && beforeSigning === undefined) return undefined
  const differences = [...textDifferences(signedText, sentText)]
  const more = differences.length > maxNamed ? [`${differences.length - maxNamed} more`] : []
  return {
    detail: [...differences.slice(0, maxNamed), ...more].join(', '),
    ...(onTheWay === undefined
      ? {
          what: `${beforeSigning?.whatIfSigned ?? ''} ${areNumbersAlike(signedText, sentText) ? '' : numbersToo}`.trim(),
          remedy: signAsSent,
        }
      : { what: onTheWay.what, ...verifyUntrimmed('body') }),
  }
}

const verifyUntrimmed = (carrier: 'body' | 'query' | 'form'): Required<Remedy> =>
  forBoth(
    'If the program that signs changes the values itself, let it do so before it signs.',
    `Otherwise verify the ${carrier} as it arrived, before a middleware changes its values.`,
  )

const signAsSent = 'Make the body once. Then sign and send exactly these bytes.'

/** The name and the value of a field, decoded. */
const readField = (field: string): readonly [name: string, value: string] => {
  const equals = field.indexOf('=')
  return equals < 0 ? [decode(field), ''] : [decode(field.slice(0, equals)), decodeForm(field.slice(equals + 1))]
}

/** Whether the first field has only more white space round its value than the second. */
const isTrimmed = (signedField: string, sentField: string): boolean => {
  const [signedName, signedValue] = readField(signedField)
  const [sentName, sentValue] = readField(sentField)
  return signedName === sentName && signedValue.length > sentValue.length && signedValue.trim() === sentValue
}

/** Fields that the program trimmed before signing, and of which it left out the empty ones, in the sent order or in another. */
export const trimmedAndShortened = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  carrier: 'query' | 'form',
): Telling | undefined => {
  const prepare = (field: string): string => {
    const [name, value] = readField(field)
    return JSON.stringify([name, value.trim()])
  }
  const filled = sent.filter((field) => readField(field)[1].trim() !== '')
  const areTrimmed = filled.some((sentField) => signed.some((signedField) => isTrimmed(sentField, signedField)))
  const areSame = filled.map(prepare).toSorted().join() === signed.map(prepare).toSorted().join()
  if (filled.length === sent.length || !areTrimmed || !areSame) return undefined
  return {
    what: `The caller trimmed the values of the ${carrier} and left out the empty ones before it signed, but sent all of them unchanged.`,
    remedy: `Make the ${carrier} once. Then sign and send exactly this text.`,
  }
}

/** The same of the fields of a form or of a query, on the way or before signing. */
export const trimmedFields = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  carrier: 'query' | 'form',
): Telling | undefined => {
  const differing = signed.flatMap((field, i) => (field === sent[i] ? [] : [[field, sent[i] ?? ''] as const]))
  if (signed.length !== sent.length || differing.length === 0) return undefined
  const isOnTheWay = differing.every(([signedField, sentField]) => isTrimmed(signedField, sentField))
  const isBeforeSigning = differing.every(([signedField, sentField]) => isTrimmed(sentField, signedField))
  if (!isOnTheWay && !isBeforeSigning) return undefined
  const more = differing.length > maxNamed ? [`${differing.length - maxNamed} more`] : []
  const named = differing
    .slice(0, maxNamed)
    .map(([signedField, sentField]) => `${signedField} where ${sentField} was sent`)
  if (isBeforeSigning)
    return {
      detail: [...named, ...more].join(', '),
      what: `The caller signed trimmed values of the ${carrier}, but sent them with blanks or line ends round them. Perhaps it signed the values after its program had trimmed them.`,
      remedy: `Make the ${carrier} once. Then sign and send exactly this text.`,
    }
  return {
    detail: [...named, ...more].join(', '),
    what: `The caller signed values of the ${carrier} with blanks or line ends round them, and they arrived trimmed. Either the program itself trimmed them after signing, or something before the verifier did, as the middleware TrimStrings of Laravel does.`,
    ...verifyUntrimmed(carrier),
  }
}
