/**
 * Headers that a verifier accepts only under a policy: with blanks around commas (`ows`), or with values in double quotes
 * (`quoted-values`). And headers that are nearly such a header, which no verifier accepts.
 */
import * as Gen from '../Gen.ts'
import { constants, type LabelledGens, validAndInvalid } from '../Labelled.ts'
import {
  type ChangeItem,
  canonical,
  changingKeys,
  changingLines,
  changingText,
  type HeaderWriter,
  itemKeys,
} from './HeaderWriter.ts'

const { constant } = Gen

// ---- Blanks

/** The policy `ows` accepts spaces and tabs around a comma. Only some languages take the others for blanks. */
const gaps = ['', ' ', '\t', '  ', ' \t', '\t \t', '\n', '\r\n ', '\v', '\f', '\u00a0', '\u3000']
const gapsAroundCommas: ReadonlyArray<HeaderWriter> = gaps.flatMap((gapBefore) =>
  gaps
    .filter((after) => gapBefore + after !== '' && (gapBefore === '' || after === '' || gapBefore === after))
    .map((after) => changingText((text) => text.replaceAll(',', `${gapBefore},${after}`))),
)
const spacedOut: ReadonlyArray<Gen.Gen<HeaderWriter>> = [
  ...constants(gapsAroundCommas),
  // These have several blanks: headers with one blank come among the neighbours of a whole header.
  ...[' ', '\t'].flatMap((blank) =>
    constants([
      changingText((text) => text.replaceAll('=', `${blank}=`)),
      changingText((text) => text.replaceAll(/=(?=[^,=])/g, `=${blank}`)),
      changingText((text) => text.replaceAll(',', `${blank},${blank},`)),
      changingText((text) => `${text}${blank},`),
    ]),
  ),
]

// ---- Quotes

const quotings: ReadonlyArray<(itemValue: string) => string> = [
  (itemValue) => `"${itemValue}"`,
  () => '""',
  () => '"',
  (itemValue) => `"${itemValue}`,
  (itemValue) => `${itemValue}"`,
  (itemValue) => `""${itemValue}""`,
  (itemValue) => `"${itemValue}""`,
  (itemValue) => `"${itemValue}"x`,
  (itemValue) => `x"${itemValue}"`,
  (itemValue) => `" ${itemValue}"`,
  (itemValue) => `"${itemValue} "`,
  (itemValue) => `"${itemValue},"`,
  (itemValue) => `\\"${itemValue}\\"`,
  (itemValue) => `'${itemValue}'`,
  (itemValue) => `\u201c${itemValue}\u201d`,
]
const quoted: ReadonlyArray<Gen.Gen<HeaderWriter>> = [
  ...quotings.flatMap((quote) => {
    const quoteItem: ChangeItem = (key, itemValue) => [key, quote(itemValue)]
    return [changingKeys(itemKeys, quoteItem), ...itemKeys.map((key) => changingKeys([key], quoteItem))]
  }),
  changingKeys(itemKeys, (key, itemValue) => [`"${key}"`, itemValue]),
  constant(changingText((text) => `"${text}"`)),
  // Both policies at once.
  changingKeys(itemKeys, (key, itemValue) => [key, `"${itemValue}"`]).map((write) =>
    changingLines(write, (headerLine) => [headerLine.replaceAll(',', ' ,\t')]),
  ),
]
// ---- Both

/** A verifier without the policy refuses each of these. */
export const lenientWriters: LabelledGens<HeaderWriter> = [
  ...validAndInvalid('a space or a tab round a comma needs the policy ows', canonical, { 'spaced out': spacedOut }),
  ...validAndInvalid('a value in double quotes needs the policy quoted-values', canonical, { quoted }),
]
