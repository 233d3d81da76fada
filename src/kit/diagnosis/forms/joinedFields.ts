/**
 * The fields of a form as the rules of other services join them: sorted, without escapes, and with nothing between names and values, or the
 * values alone. Twilio and other services sign the first of these for the form `To=%2B1&From=b`:
 *
 *     FrombTo+1      names and values, sorted
 *     From:b|To:+1   the same with other marks
 *     b,+1           the values alone
 */
import type { Telling } from '../Telling.ts'
import { distinct } from './distinct.ts'
import { decodedFields, type Fields } from './formFields.ts'
import { byName } from './jsonLiterals.ts'
import type { Form } from './Respelling.ts'

/** What is written of each field, by the word for it. The mark is written between the name and its value. */
const writings: Readonly<Record<string, (name: string, value: string, mark: string) => string>> = {
  'names and values': (name, value, mark) => name + mark + value,
  values: (_, value) => value,
}

/** Fields with an equals sign in them are a form with other joints, which another mistake has. */
const marksAfterName: ReadonlyArray<string> = ['', ':']
const marksBetweenFields: ReadonlyArray<string> = ['', ',', '|', ';', ':', '\n', '&']

const rawFields = (form: string): Fields =>
  form.split('&').map((field) => {
    const [name = '', ...values] = field.split('=')
    return [name, values.join('=')]
  })

const filled = (fields: Fields): Fields => fields.filter(([, value]) => value !== '')

/** The selections and orders of the fields, by the words for them. */
const arrangementsOf = (form: string): Readonly<Record<string, Fields>> => {
  const decoded = decodedFields(form)
  const raw = rawFields(form)
  return {
    'sorted by name, without escapes': decoded.toSorted(byName),
    'sorted by name': raw.toSorted(byName),
    'sorted by name, without escapes, empty ones left out': filled(decoded).toSorted(byName),
    'sorted by name, empty ones left out': filled(raw).toSorted(byName),
    'in the order of the form, without escapes': decoded,
    'in the order of the form': raw,
    'in the order of the form, without escapes, empty ones left out': filled(decoded),
    'in the order of the form, empty ones left out': filled(raw),
  }
}

const start = 'fields of the form: '

function* everyJoining(form: string): Generator<Form> {
  const severalFields = Object.entries(arrangementsOf(form)).filter(([, fields]) => fields.length > 1)
  for (const [arrangement, fields] of severalFields)
    for (const [written, write] of Object.entries(writings))
      for (const mark of written === 'values' ? [''] : marksAfterName)
        for (const between of marksBetweenFields)
          yield [
            `${start}${written}, ${arrangement}, ${JSON.stringify(mark)} and ${JSON.stringify(between)}`,
            fields.map(([name, value]) => write(name, value, mark)).join(between),
            'late',
          ]
}

/** Whether the text has every value, without escapes or as it was sent. */
const hasValues = (wanted: string, form: string): boolean =>
  [decodedFields(form), rawFields(form)].some((fields) => fields.every(([, value]) => wanted.includes(value)))

/** Several rules may give the same text. A form with one field is left to another module. With `wanted`, none if that lacks a value. */
export const joinedFields = (form: string, wanted?: string): Iterable<Form> =>
  wanted === undefined || hasValues(wanted, form) ? distinct([form], {}, everyJoining(form)) : []

const detailOf = /^fields of the form: (names and values|values), (.+), (".*") and (".*")$/

const marksOf = (written: string, mark: string, between: string): string => {
  if (between === '""' && mark === '""') return 'with nothing between them'
  const betweenFields = between === '""' ? 'nothing' : between
  if (written === 'values') return `with ${betweenFields} between them`
  return `with ${mark === '""' ? 'nothing' : mark} after each name and ${betweenFields} between the fields`
}

const saysOf = (written: string): string =>
  written === 'values'
    ? 'The caller signed the values of the form'
    : 'The caller signed the names and values of the form'

/** The words for such a form, by its detail. */
export const joinedFieldsTelling = (detail: string): Telling | undefined => {
  const [, written = '', arrangement = '', mark = '', between = ''] = detailOf.exec(detail) ?? []
  return written === ''
    ? undefined
    : {
        what: `${saysOf(written)}, ${arrangement}, ${marksOf(written, mark, between)}. But the form itself arrived.`,
        remedy: 'Put the bytes of the body itself after the fourth line feed, as they are sent.',
      }
}
