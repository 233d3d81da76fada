/**
 * A form (application/x-www-form-urlencoded) in other texts of the same fields: with other escapes, other lists and values, or
 * in another order.
 */
import { fieldsWithMixedPluses, halfRespelledFields, respelledFields } from './components.ts'
import { distinct, rarely } from './distinct.ts'
import { encoders } from './encoders.ts'
import { fieldsText, rawFieldsOf } from './fields.ts'
import { respelledValues } from './fieldValues.ts'
import { rarelyNormalized, usuallyNormalized } from './normalized.ts'
import { decode, decodings, reencodings, reorderings } from './percent.ts'
import type { Form } from './Respelling.ts'
import { recodedFields, sortedFields } from './recoded.ts'

/** At least one name with its value, and nothing that begins another kind of text. */
const form = /^[^\s=&{}<>"]+=[^&\r\n]*(?:&[^&\r\n]*)*$/

const maxLength = 16_384

export const isForm = (text: string): boolean => text.length <= maxLength && form.test(text)

/** What is done to the query of a target, done to a form. */
const asQuery = (forms: (target: string) => Iterable<Form>, text: string): ReadonlyArray<Form> =>
  Array.from(forms(`?${text}`), ([detail, target, rare]) => [
    detail.replace(' of the query', ''),
    target.slice(1),
    rare,
  ])

/** What lists of texts write for their items: those of Delphi, and of programs that write a field a line. */
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
 * The fields with something else between them; and all behind the first equals sign as one value, as Indy of Delphi sends
 * `a=1&b=2` where it is one text of a list, and not two: `a=1%26b%3D2`.
 */
function* otherJoints(text: string): Generator<Form> {
  const items = text.split('&')
  const plain = items.map((item) => decode(item.replaceAll('+', ' ')))
  for (const [detail, between, end] of items.length < 2 ? [] : joints)
    for (const [says, some] of [
      ['', items],
      [', without escapes', plain],
    ] as const)
      yield [`the fields with ${detail}${says}`, some.join(between) + end, 'alone']
  const equals = text.indexOf('=') + 1
  const name = text.slice(0, equals)
  const value = text.slice(equals)
  const ampersand = value.replaceAll('&', '%26')
  yield ['%26 for &', name + ampersand, 'alone']
  for (const { name: encoder, encode } of encoders)
    for (const [says, written] of [
      ['', value],
      [
        ', without its escapes',
        plain
          .join('&')
          .slice(plain[0]?.indexOf('=') ?? 0)
          .replace(/^=/, ''),
      ],
    ] as const) {
      yield [`all fields as the value of the first, by ${encoder}${says}`, name + encode(written), 'alone']
    }
  // The other way round: a single value that was sent holds all fields.
  const inner = decode(value)
  if (items.length === 1 && inner.includes('&')) {
    yield ['the fields that one value holds', name + inner, 'alone']
    yield ['the fields that one value holds, without escapes', name + decode(inner.replaceAll('+', ' ')), 'alone']
    const fields = rawFieldsOf(name + inner)
    for (const { name: encoder, encode } of encoders) {
      const written = fieldsText(fields, { name: encode, value: encode })
      yield [`the fields that one value holds, by ${encoder}`, written, 'alone']
    }
  }
}

/** The same fields as another library writes them. The rare forms come last. */
export function* respelledForms(text: string): Generator<Form> {
  if (!isForm(text)) return
  const forms = [
    ...asQuery(decodings, text).map(([detail, ...more]): Form => [`decoded: ${detail}`, ...more]),
    ...asQuery(reencodings, text),
    ...asQuery(usuallyNormalized, text),
    ...respelledFields(text),
    ...respelledValues(text),
    ...asQuery(reorderings, text),
    ...halfRespelledFields(text),
    ...fieldsWithMixedPluses(text),
    ...otherJoints(text),
    ...asQuery(rarelyNormalized, text),
    ...rarely('alone', recodedFields(text)),
    ...rarely('alone', sortedFields(text)),
  ]
  const isRare = ([, , rare]: Form): boolean => rare !== undefined
  yield* distinct(
    [text],
    {},
    forms.filter((each) => !isRare(each)),
    forms.filter(isRare),
  )
}
