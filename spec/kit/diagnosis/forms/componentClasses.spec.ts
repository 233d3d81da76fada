/**
 * Mistakes in the components of a target or a form, by classes that callers report: each form of a class is told exactly, by
 * the id of its part and in the words of its class.
 */
import fc from 'fast-check'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { findingOn, type Wire } from './changes.ts'

/** Where a text stands that a program encodes. */
const places: Readonly<Record<string, (encoded: string) => Wire>> = {
  'a segment of a path': (encoded) => ({ target: `/v1/files/${encoded}` }),
  'a value of a query': (encoded) => ({ target: `/v1/files?page=2&name=${encoded}` }),
  'a value of a form': (encoded) => ({ body: `page=2&name=${encoded}` }),
}

const idIn = (place: string): string => (place === 'a value of a form' ? 'form-reencoded' : 'target-reencoded')

const same = (text: string): string => text
const inLowerCase = (text: string): string =>
  encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())

const checkTold = (place: string, sent: Wire, signed: Wire, words: RegExp): void => {
  const found = findingOn(sent, signed)
  const shown = `${JSON.stringify(signed)} signed, ${JSON.stringify(sent)} sent: ${found.id}, ${found.what}`
  assert.is(found.id, idIn(place), shown)
  assert.match(found.what, words, shown)
}

const classes = byTurns(2, suite('classes of mistakes in components'))

const accented = fc
  .array(fc.constantFrom('é', 'ã', 'ü', 'Å', 'ề', '한', 'が', '灯', 'n', '7', '.'), { maxLength: 5 })
  .map((letters) => `x${letters.join('')}íz`)

classes('for all letters with accents: composed on one side and decomposed on the other, escaped or not', () =>
  forAll(
    [
      accented,
      fc.constantFrom(...Object.keys(places)),
      fc.constantFrom(encodeURIComponent, inLowerCase),
      fc.boolean(),
      fc.boolean(),
    ],
    { numRuns: 5 },
    (text, place, encode, isComposed, isEscaped) => {
      const wire = places[place] as (encoded: string) => Wire
      const [signed, sent] = isComposed ? (['NFC', 'NFD'] as const) : (['NFD', 'NFC'] as const)
      const write = isEscaped ? encode : same
      const words = isComposed
        ? / composed \(NFC\), but they were sent decomposed/
        : / decomposed \(NFD\), but they were sent composed/
      checkTold(place, wire(encode(text.normalize(sent))), wire(write(text.normalize(signed))), words)
    },
  ),
)

const encoders: ReadonlyArray<(text: string) => string> = [
  encodeURIComponent,
  inLowerCase,
  (text) => new URLSearchParams([['', text]]).toString().slice(1),
]

const marked = fc
  .array(fc.constantFrom('a', '7', ' ', '+', '/', '[', ']', '@', ':', 'é'), { maxLength: 4 })
  .map((letters) => `x${letters.join('')}&`)

/** The query or the form of one text. */
const asQuery = (text: string): Wire => ({ target: `/v1/files?${text}` })
const asForm = (text: string): Wire => ({ body: text })

const carriers = [
  [asQuery, 'a value of a query'],
  [asForm, 'a value of a form'],
] as const

classes('for all fields and encoders: the names alone, or the values alone, escaped twice on one side', () =>
  forAll(
    [marked, marked, fc.constantFrom(...encoders), fc.constantFrom(...carriers), fc.boolean(), fc.boolean()],
    { numRuns: 5 },
    (name, value, encode, [wire, place], isOfNames, isSigned) => {
      const fieldOf = (ofName: string, ofValue: string): string => `page=2&${ofName}=${ofValue}`
      const once = fieldOf(encode(name), encode(value))
      const twice = isOfNames
        ? fieldOf(encode(encode(name)), encode(value))
        : fieldOf(encode(name), encode(encode(value)))
      const part = isOfNames ? 'names' : 'values'
      if (isSigned)
        checkTold(place, wire(once), wire(twice), new RegExp(`escaped ${part} of the .* twice before signing`))
      else
        checkTold(place, wire(twice), wire(once), new RegExp(`Some ${part} of the .* were escaped again after signing`))
    },
  ),
)

classes(
  'for all values with an escape in them: decoded once too often, by way of a form or not, and encoded again',
  () =>
    forAll(
      [marked, fc.constantFrom(...encoders), fc.constantFrom(...carriers), fc.boolean()],
      { numRuns: 5 },
      (value, encode, [wire, place], isForm) => {
        const written = `${value}1+2%41`
        const tooOften = decodeURIComponent(
          (isForm ? written.replaceAll('+', ' ') : written).replace(/%(?!41)/g, '%25'),
        )
        const textOf = (text: string): string => `page=2&message=${encode(text)}`
        checkTold(
          place,
          wire(textOf(written)),
          wire(textOf(tooOften)),
          /values of the .* were decoded twice, but encoded only once/,
        )
      },
    ),
)

classes('for all empty parameters: the equals sign escaped as part of the name, of some or of all', () =>
  forAll(
    [
      fc.array(fc.tuple(fc.constantFrom('', '7', 'a%20b'), fc.boolean()), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('%3D=', '%3D', '%3d='),
      fc.constantFrom(...carriers),
    ],
    { numRuns: 5 },
    (values, written, [wire, place]) => {
      const fields = [...values, ['', true] as const]
      const sent = fields.map(([value], i) => `f${i}=${value}`).join('&')
      const signed = fields
        .map(([value, isWithin], i) => `f${i}${value === '' && isWithin ? written : `=${value}`}`)
        .join('&')
      checkTold(place, wire(sent), wire(signed), /has no value\. The caller escaped the equals sign after its name/)
    },
  ),
)

const capitalOrMark = fc.constantFrom('A', 'J', '-', '.', '_', '~')

classes('for all few capitals and marks: any of them signed in needless escapes, which a URL library decoded', () =>
  forAll(
    [fc.array(fc.tuple(capitalOrMark, fc.boolean()), { minLength: 1, maxLength: 5 }), capitalOrMark, fc.boolean()],
    { numRuns: 5 },
    (characters, last, isInQuery) => {
      const write = (spell: (c: string) => string): string => {
        const text = characters.map(([c, isEscaped]) => `x${isEscaped ? spell(c) : c}`).join('') + spell(last)
        return isInQuery ? `/v1/files?name=${text}` : `/v1/files/${text}?page=a`
      }
      const needless = (c: string): string => `%${c.charCodeAt(0).toString(16).toUpperCase()}`
      checkTold(
        'a segment of a path',
        { target: write(same) },
        { target: write(needless) },
        /%[2-7].* where . was sent/,
      )
    },
  ),
)
