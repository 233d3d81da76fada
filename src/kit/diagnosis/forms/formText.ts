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
import { rarelyNormalized, usuallyNormalized } from './normalized.ts'
import { decode, decodings, reencodings, reorderings } from './percent.ts'
import type { Form } from './Respelling.ts'
import { recodedFields, sortedFields } from './recoded.ts'
import { emptiedFields, respelledFieldTexts } from './respelledFieldTexts.ts'
import { untrimmedFields } from './trimmedFields.ts'

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

/** What Delphi's lists of texts, and programs that write one field a line, put between the fields and after the last. */
const joints: ReadonlyArray<readonly [detail: string, between: string, end: string]> = [
  ['a line each (Text of TStrings)', '\r\n', '\r\n'],
  ['a line each, no line end behind the last', '\r\n', ''],
  ['a line each, ended by LF', '\n', '\n'],
  ['a line each, LF between them', '\n', ''],
  ['commas between them (CommaText of TStrings)', ',', ''],
  ['semicolons between them', ';', ''],
  ['&amp; between them', '&amp;', ''],
  ['nothing between them', '', ''],
]

/**
 * The fields with something else between them. Also all of the form after its first equals sign as one value: Indy of Delphi sends
 * `a=1%26b%3D2` where the program put `a=1&b=2` into its list as one text.
 */
function* otherJoints(formText: string): Generator<Form> {
  const pairs = formText.split('&')
  const plainPairs = pairs.map((pair) => decode(pair.replaceAll('+', ' ')))
  for (const [detail, between, end] of pairs.length < 2 ? [] : joints)
    for (const [suffix, chosen] of [
      ['', pairs],
      [', without escapes', plainPairs],
    ] as const)
      yield [`the fields with ${detail}${suffix}`, chosen.join(between) + end, 'alone']
  const equals = formText.indexOf('=') + 1
  const firstName = formText.slice(0, equals)
  const restOfForm = formText.slice(equals)
  const ampersand = restOfForm.replaceAll('&', '%26')
  yield ['%26 for &', firstName + ampersand, 'alone']
  // An & that the program put at the end of each field was escaped: `a=1%26&b=2` was sent.
  const unended = formText.replace(/%26(?=&|$)/g, '')
  yield ['the form after the %26 at the end of each field is removed', unended, 'alone']
  if (unended !== formText)
    yield [
      'the form after the %26 at the end of each field is removed and & is added at the end',
      `${unended}&`,
      'alone',
    ]
  for (const { name: encoderName, encode } of encoders)
    for (const [suffix, unencoded] of [
      ['', restOfForm],
      [
        ', without its escapes',
        plainPairs
          .join('&')
          .slice(plainPairs[0]?.indexOf('=') ?? 0)
          .replace(/^=/, ''),
      ],
    ] as const) {
      yield [`all fields as the value of the first, by ${encoderName}${suffix}`, firstName + encode(unencoded), 'alone']
    }
  // The other way round: a single value that was sent holds all fields.
  const inner = decode(restOfForm)
  if (pairs.length === 1 && inner.includes('&')) {
    yield ['the fields that one value holds', firstName + inner, 'alone']
    yield ['the fields that one value holds, without escapes', firstName + decode(inner.replaceAll('+', ' ')), 'alone']
    const fields = rawFieldsOf(firstName + inner)
    for (const { name: encoderName, encode } of encoders) {
      const written = joinFields(fields, { name: encode, value: encode })
      yield [`the fields that one value holds, by ${encoderName}`, written, 'alone']
    }
  }
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
    ...otherJoints(formText),
    ...asQuery(rarelyNormalized, formText),
    ...withRarity('alone', recodedFields(formText)),
    ...withRarity('alone', sortedFields(formText)),
    ...withRarity('alone', asForms(firstReplacedInTarget(formText))),
    ...untrimmedFields(formText, 'form'),
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
