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
    { numRuns: 6 },
    (text, place, encode, isComposed, isEscaped) => {
      const wire = places[place] as (encoded: string) => Wire
      const [signed, sent] = isComposed ? (['NFC', 'NFD'] as const) : (['NFD', 'NFC'] as const)
      const write = isEscaped ? encode : same
      const words = isComposed
        ? / composed \(NFC\), and they were sent decomposed/
        : / decomposed \(NFD\), and they were sent composed/
      checkTold(place, wire(encode(text.normalize(sent))), wire(write(text.normalize(signed))), words)
    },
  ),
)
