/**
 * Values of a query or a form that are texts with a spelling of their own: JSON in the style of another serializer, a date in another form, or nothing
 * before the value was filled in. `filter=%7B%22a%22%3A1%7D` was sent, and `filter=%7B%22a%22%3A+1%7D` signed.
 */
import { rawFieldsOf } from './fields.ts'
import { isJson } from './isJson.ts'
import { decodeForm } from './percent.ts'
import { percentEncode } from './percentEncode.ts'
import type { Form } from './Respelling.ts'
import { respelledDates } from './respelledDates.ts'
import { inUsualStyles } from './restyle.ts'

const maxFields = 16
const maxLength = 4096

/** The ways to escape a value as the one that was sent: raw, or with these characters left. */
const encoders: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => text.replaceAll(' ', '%20'),
  (text) => percentEncode(text, /^[0-9A-Za-z._~-]$/).replaceAll('%20', '+'),
  (text) => percentEncode(text, /^[0-9A-Za-z._~-]$/),
  (text) => percentEncode(text, /^[0-9A-Za-z!'()*._~-]$/),
  (text) => percentEncode(text, /^[0-9A-Za-z:._~-]$/),
]

function* spellingsOf(plain: string): Generator<Form> {
  if (/^[[{]/.test(plain) && isJson(plain)) yield* inUsualStyles(plain)
  for (const [detail, literal] of /^[^"\\]*$/.test(plain) ? respelledDates(`"${plain}"`) : [])
    yield [detail, literal.replace(/^"|"$/g, '')]
}

/** The fields with one value in another spelling. */
export function* respelledFieldTexts(text: string): Generator<Form> {
  const fields = rawFieldsOf(text)
  if (text.length > maxLength || fields.length > maxFields) return
  for (const [i, { name, value = '' }] of fields.entries()) {
    const plain = decodeForm(value)
    const withValue = (changed: string): string => text.split('&').with(i, `${name}=${changed}`).join('&')
    for (const [detail, spelling] of spellingsOf(plain))
      for (const encode of encoders.filter((each) => each(plain) === value))
        yield [`${detail} in field ${i + 1}`, withValue(encode(spelling))]
  }
}

/** Each value empty, as before it was filled in. */
export function* emptiedFields(text: string): Generator<Form> {
  const fields = rawFieldsOf(text)
  if (text.length > maxLength || fields.length > maxFields) return
  for (const [i, { name, value = '' }] of fields.entries())
    if (value !== '')
      yield [`field ${i + 1} was filled in after signing`, text.split('&').with(i, `${name}=`).join('&')]
}
