/**
 * A form (application/x-www-form-urlencoded) written by another library: the same fields with other escapes, with lists and values in
 * other spellings, or in another order. `a=x+y&b=1` may have been signed as `a=x%20y&b=1` or as `b=1&a=x+y`.
 */

import { fieldsWithMixedPluses, halfRespelledFields, respelledFields } from './components.ts'
import { distinct, withRarity } from './distinct.ts'
import { encoders } from './encoders.ts'
import { joinFields, rawFieldsOf } from './fields.ts'
import { respelledValues } from './fieldValues.ts'
import { asForms, firstReplacedInTarget } from './firstReplaced.ts'
import { markedForms } from './markedForms.ts'
import { rarelyNormalized, usuallyNormalized } from './normalized.ts'
import { decode, decodeForm, decodings, reencodings, reorderings } from './percent.ts'
import type { Form } from './Respelling.ts'
import { recodedFields, sortedFields } from './recoded.ts'
import { emptiedFields, respelledFieldTexts } from './respelledFieldTexts.ts'
import { preparedFields, trimmedFieldsWhereSigned, untrimmedFields } from './trimmedFields.ts'

/** At least one name with a value. A text with braces, tags or quotation marks is not a form. */
const form = /^[^\s=&{}<>"]+=[^&\r\n]*(?:&[^&\r\n]*)*$/

/** A longer text is not read as a form. */
const maxLength = 16_384

export const isForm = (formText: string): boolean => formText.length <= maxLength && form.test(formText)

/** The forms that these functions make of the query of a target, made of a form. */
const asQuery = (forms: (target: string) => Iterable<Form>, formText: string): ReadonlyArray<Form> =>
  Array.from(forms(`?${formText}`), ([detail, target, rare]) => [
    detail.replace(' of the query', ''),
    target.slice(1),
    rare,
  ])

/** What stands between the fields of a form, and after the last. */
interface Joint {
  readonly detail: string
  readonly between: string
  readonly end: string
}

/** The lists of texts of Delphi (TStrings), and programs that write one field a line. */
const joints: ReadonlyArray<Joint> = [
  { detail: 'a line each (Text of TStrings)', between: '\r\n', end: '\r\n' },
  { detail: 'a line each, no line end behind the last', between: '\r\n', end: '' },
  { detail: 'a line each, ended by LF', between: '\n', end: '\n' },
  { detail: 'a line each, LF between them', between: '\n', end: '' },
  { detail: 'commas between them (CommaText of TStrings)', between: ',', end: '' },
  { detail: 'semicolons between them', between: ';', end: '' },
  { detail: '&amp; between them', between: '&amp;', end: '' },
  { detail: 'nothing between them', between: '', end: '' },
]

const alone = (detail: string, formText: string): Form => [detail, formText, 'alone']

/** The fields with something else than & between them: `a=1;b=x+y`, and without escapes `a=1;b=x y`. */
function* otherJoints(fields: ReadonlyArray<string>): Generator<Form> {
  if (fields.length < 2) return
  const plainFields = fields.map(decodeForm)
  for (const { detail, between, end } of joints) {
    yield alone(`the fields with ${detail}`, fields.join(between) + end)
    yield alone(`the fields with ${detail}, without escapes`, plainFields.join(between) + end)
  }
}

/** The name of the first field with its equals sign, and all that follows: `a=1&b=2` is `a=` and `1&b=2`. */
interface Split {
  readonly firstName: string
  readonly rest: string
}

const splitAtFirstName = (formText: string): Split => {
  const nameEnd = formText.indexOf('=') + 1
  return { firstName: formText.slice(0, nameEnd), rest: formText.slice(nameEnd) }
}

/** The form with an & that was escaped where it separates fields, or the reverse. */
function* escapedAmpersands(formText: string, { firstName, rest }: Split): Generator<Form> {
  yield alone('%26 for &', firstName + rest.replaceAll('&', '%26'))
  // An & that the program put at the end of each field was escaped: `a=1%26&b=2` was sent.
  const unended = formText.replace(/%26(?=&|$)/g, '')
  yield alone('the form after the %26 at the end of each field is removed', unended)
  if (unended !== formText)
    yield alone('the form after the %26 at the end of each field is removed and & is added at the end', `${unended}&`)
}

/** Indy of Delphi sends `a=1%26b%3D2` where the program put `a=1&b=2` into its list as one text. */
function* allInFirstValue(fields: ReadonlyArray<string>, { firstName, rest }: Split): Generator<Form> {
  const plainFields = fields.map(decodeForm)
  const firstEquals = plainFields[0]?.indexOf('=') ?? 0
  const plainRest = plainFields.join('&').slice(firstEquals).replace(/^=/, '')
  for (const { name: encoderName, encode } of encoders) {
    const detail = `all fields as the value of the first, by ${encoderName}`
    yield alone(detail, firstName + encode(rest))
    yield alone(`${detail}, without its escapes`, firstName + encode(plainRest))
  }
}

/** The reverse: the only value that was sent holds all fields. `a=1%26b%3D2` was sent, and `a=1&b=2` signed. */
function* fieldsOfOneValue(fields: ReadonlyArray<string>, { firstName, rest }: Split): Generator<Form> {
  const inner = decode(rest)
  if (fields.length > 1 || !inner.includes('&')) return
  yield alone('the fields that one value holds', firstName + inner)
  yield alone('the fields that one value holds, without escapes', firstName + decodeForm(inner))
  const innerFields = rawFieldsOf(firstName + inner)
  for (const { name: encoderName, encode } of encoders)
    yield alone(
      `the fields that one value holds, by ${encoderName}`,
      joinFields(innerFields, { name: encode, value: encode }),
    )
}

/** The form with its fields put together in another way. */
function* rejoinedFields(formText: string): Generator<Form> {
  const fields = formText.split('&')
  const split = splitAtFirstName(formText)
  yield* otherJoints(fields)
  yield* escapedAmpersands(formText, split)
  yield* allInFirstValue(fields, split)
  yield* fieldsOfOneValue(fields, split)
}

/** The same fields as another library writes them. The rare forms come last. */
export function* respelledForms(formText: string): Generator<Form> {
  if (!isForm(formText)) return
  const forms = [
    ...asQuery(decodings, formText).map(([detail, ...textAndRarity]): Form => [`decoded: ${detail}`, ...textAndRarity]),
    ...asQuery(reencodings, formText),
    ...asQuery(usuallyNormalized, formText),
    ...respelledFields(formText),
    ...respelledValues(formText),
    ...asQuery(reorderings, formText),
    ...halfRespelledFields(formText),
    ...fieldsWithMixedPluses(formText),
    ...rejoinedFields(formText),
    ...markedForms(formText),
    ...asQuery(rarelyNormalized, formText),
    ...withRarity('alone', recodedFields(formText)),
    ...withRarity('alone', sortedFields(formText)),
    ...withRarity('alone', asForms(firstReplacedInTarget(formText))),
    ...untrimmedFields(formText, 'form'),
    ...trimmedFieldsWhereSigned(formText),
    ...preparedFields(formText),
    ...withRarity('alone', respelledFieldTexts(formText)),
    ...withRarity('alone', emptiedFields(formText)),
  ]
  const isRare = ([, , rare]: Form): boolean => rare !== undefined
  yield* distinct(
    [formText],
    {},
    forms.filter((each) => !isRare(each)),
    forms.filter(isRare),
  )
}
