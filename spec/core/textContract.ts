/**
 * What every text of the protocol promises: `parse` takes what its rule says, at each length and each character, and nothing else.
 * The numbers and the characters stand here once more: a rule that is changed by mistake is noticed.
 */
import * as E from 'fp-ts/lib/Either.js'
import { assert, suite } from '../support/suite.ts'

export interface TextToTest {
  readonly name: string
  readonly parse: (text: string) => E.Either<unknown, unknown>
  /** Tells whether a character may be in it. */
  readonly of: RegExp
  readonly lengths: readonly [least: number, most: number]
  /** May stand at its end as well. */
  readonly padding?: string
  /** What it begins with. */
  readonly start?: string
  /** What is taken, and what it becomes, if that is another. */
  readonly taken?: ReadonlyArray<string>
  readonly become?: (text: string) => string
  readonly refused?: { readonly [why: string]: ReadonlyArray<string> }
}

/** Characters up to here are tried: beyond ASCII there are letters that fold to ASCII, digits, blanks and invisible ones. */
const lastCharacter = 0x2100

export const keepsItsRule = (of: TextToTest): void => {
  const {
    name,
    parse,
    lengths,
    start = '',
    padding = '',
    taken = [],
    become = (text: string) => text,
    refused = {},
  } = of
  const [least, most] = lengths
  const takes = (text: string): void =>
    assert.equal(parse(text), E.right(become(text)), JSON.stringify(text.slice(0, 200)))
  const refuses = (text: string): void => assert.ok(E.isLeft(parse(text)), JSON.stringify(text.slice(0, 200)))
  const spec = suite(`${name}.parse`)

  spec(`takes ${least} to ${most} characters`, () => {
    for (const length of [least, least + 1, most - 1, most])
      if (length >= least && length <= most) takes(start.padEnd(length, '1'))
    for (const length of [0, least - 1, most + 1, 2 * most])
      if (length >= 0) refuses(start.slice(0, length).padEnd(length, '1'))
  })

  spec('takes its characters first, last and between, and no other', () => {
    const filler = '1'.repeat(Math.max(0, least - 3))
    for (let code = 0; code < lastCharacter; code++) {
      const one = String.fromCharCode(code)
      for (const text of [`${one}a${filler}1`, `a${one}${filler}1`, `a1${filler}${one}`])
        if (of.of.test(one) || (one === padding && text.endsWith(one))) takes(start + text)
        else refuses(start + text)
    }
  })

  spec('refuses characters of two units, and halves of them', () => {
    for (const one of ['\u{1d7d8}', '\ud800', '\udc00', '\uff11', '\ufeff', '\uff21'])
      for (const text of [`${one}a1`, `a${one}1`, `a1${one}`]) refuses(start + text)
  })

  if (taken.length > 0) spec('takes what people write', () => taken.forEach(takes))
  for (const [why, texts] of Object.entries(refused)) spec(`refuses ${why}`, () => texts.forEach(refuses))
}
