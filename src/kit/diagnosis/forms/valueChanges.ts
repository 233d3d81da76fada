/**
 * What programs make of one value of JSON, or of one name: a string in lower case, a fraction without its digits, null as an empty string. A
 * *unit* is one such value or name. `changedValues.ts` makes each change at all units, at those of one depth, and at each unit alone.
 *
 *     strings in lower case      "Red fox"     "red fox"
 *     fractions cut off          19.99         19
 *     null as {}                 null          {}
 */
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { rewritable } from '../Draft.ts'
import { withoutAtEnd } from '../Received.ts'
import { base64Url, inUrlAlphabet } from './base64Url.ts'
import { utf8 } from './charsets.ts'
import { encoders } from './encoders.ts'
import { entityWriters, readEntities } from './htmlEntities.ts'
import { isNumber, unicodeEscape } from './jsonText.ts'
import { capitalized, seldomNamings, usualNamings, wordsOf } from './namings.ts'
import { pythonText } from './pythonText.ts'
import { escapeUnits } from './wholeEscapes.ts'
import { decodeBase64 } from './wrappedBody.ts'

/** The kinds of units. A scalar is a string, a number, `true`, `false` or `null`; `[]` and `{}` are empty. */
export type UnitKind = 'name' | 'scalar' | 'empty'

export interface ValueChange {
  readonly detail: string
  readonly kind: UnitKind
  /** The text in place of the unit's own. Undefined: the unit stays as it is. */
  readonly write: (literal: string) => string | undefined
}

type Write = ValueChange['write']

const onStrings =
  (change: (plain: string) => string | undefined): Write =>
  (literal) => {
    if (!literal.startsWith('"')) return undefined
    const changed = change(JSON.parse(literal) as string)
    return changed === undefined ? undefined : JSON.stringify(changed)
  }

const onNumbers =
  (change: (number: number, literal: string) => string | undefined): Write =>
  (literal) =>
    isNumber(literal) ? change(Number(literal), literal) : undefined

const isFraction = (literal: string): boolean => /^-?\d+\.\d+$/.test(literal)
const isWhole = (literal: string): boolean => /^-?\d+$/.test(literal)

const onFractions = (change: (number: number) => string): Write =>
  onNumbers((number, literal) => (isFraction(literal) ? change(number) : undefined))

const replaceWords =
  (replacements: Readonly<Record<string, string>>): Write =>
  (literal) =>
    Object.hasOwn(replacements, literal) ? replacements[literal] : undefined

const scalarChanges = (rows: Readonly<Record<string, Write>>): ReadonlyArray<ValueChange> =>
  Object.entries(rows).map(([detail, write]) => ({ detail, kind: 'scalar', write }))

const quote = (text: string): string => `"${text}"`

// ---- Strings

/** A variation selector is a mark, and no accent. */
const withoutAccents = (plain: string): string => plain.normalize('NFD').replace(/(?![\ufe00-\ufe0f])\p{Mn}/gu, '')

/** The signs of typography, and what iconv and other programs write for them in ASCII. */
const asciiSigns: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
}

const withAsciiSigns = (plain: string): string => plain.replace(/[“”„«»‘’‚–—…\u00a0]/g, (c) => asciiSigns[c] ?? c)

/** Languages that have no such letters write escapes. JSON then escapes the backslash. */
const withWrittenEscapes = (plain: string): string => plain.replace(/[\u0080-\uffff]/g, unicodeEscape)

/** A word of an enumeration: `IMAGE_TO_IMAGE`. */
const isEnumeration = (plain: string): boolean => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(plain)

const enumerationWords: Readonly<Record<string, (plain: string) => string>> = Object.fromEntries(
  [...usualNamings, ...seldomNamings].map(([naming, join]) => [
    `words of enumerations as ${naming}`,
    (plain: string) => (isEnumeration(plain) ? join(wordsOf(plain)) : plain),
  ]),
)

const beyondUcs2 = /[\u{10000}-\u{10ffff}]/gu

/** MySQL with `utf8` of three bytes ends a string before its first letter of four bytes. */
const beforeEmoji = (plain: string): string => plain.replace(/[\u{10000}-\u{10ffff}].*$/su, '')

const stringTexts: Readonly<Record<string, (plain: string) => string>> = {
  'strings in lower case': (plain) => plain.toLowerCase(),
  'strings in upper case': (plain) => plain.toUpperCase(),
  'strings with a capital letter first': capitalized,
  'strings with each word capitalized': (plain) => plain.replace(/(?<![\p{L}\p{N}])\p{Ll}/gu, (c) => c.toUpperCase()),
  'strings without white space at both ends': (plain) => plain.trim(),
  'strings with each run of white space as one space': (plain) => plain.replace(/\s+/g, ' '),
  'strings with a space for each line end': (plain) => plain.replace(/\r?\n/g, ' '),
  'strings without their line ends': (plain) => plain.replace(/\r?\n/g, ''),
  'strings with <br> for each line end': (plain) => plain.replace(/\r?\n/g, '<br>'),
  'strings with <br /> before each line end (nl2br of PHP)': (plain) => plain.replace(/\r?\n/g, '<br />$&'),
  'strings without spaces': (plain) => plain.replaceAll(' ', ''),
  'strings without tags': (plain) => plain.replace(/<[^<>]*>/g, ''),
  'strings with each backslash doubled': (plain) => plain.replaceAll('\\', '\\\\'),
  'strings without backslashes': (plain) => plain.replaceAll('\\', ''),
  'strings with / for each backslash': (plain) => plain.replaceAll('\\', '/'),
  'strings with a backslash before quotation marks (addslashes of PHP)': (plain) => plain.replace(/[\\'"]/g, '\\$&'),
  "strings with each ' doubled (SQL)": (plain) => plain.replaceAll("'", "''"),
  'strings with typographic quotation marks': (plain) =>
    plain
      .replace(/(?<=\S)['"](?!\w)|(?<=\w)'(?=\w)/g, (c) => (c === "'" ? '’' : '”'))
      .replace(/['"]/g, (c) => (c === "'" ? '‘' : '“')),
  'strings with a typographic apostrophe': (plain) => plain.replaceAll("'", '’'),
  'strings backwards': (plain) => [...plain].toReversed().join(''),
  'strings in Unicode NFC': (plain) => plain.normalize('NFC'),
  'strings in Unicode NFD': (plain) => plain.normalize('NFD'),
  'strings in Unicode NFKC': (plain) => plain.normalize('NFKC'),
  'strings in Unicode NFKD': (plain) => plain.normalize('NFKD'),
  'strings without variation selectors': (plain) => plain.replace(/[\ufe00-\ufe0f]/g, ''),
  'strings without characters that have no width': (plain) => plain.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, ''),
  'strings with a space for each no-break space': (plain) => plain.replace(/[\u00a0\u202f]/g, ' '),
  'strings with a no-break space for each space': (plain) => plain.replaceAll(' ', '\u00a0'),
  'strings with straight quotation marks': (plain) => plain.replace(/[“”„‘’‚]/g, (c) => asciiSigns[c] ?? c),
  'strings with signs of ASCII for those of typography': withAsciiSigns,
  'strings with \\u and four digits for each letter beyond ASCII': withWrittenEscapes,
  'strings without entities': readEntities,
  ...enumerationWords,
  'strings without accents': withoutAccents,
  'strings without emoji': (plain) => plain.replace(beyondUcs2, ''),
  'strings with ? for each emoji': (plain) => plain.replace(beyondUcs2, '?'),
  'strings with ???? for each emoji (MySQL)': (plain) => plain.replace(beyondUcs2, '????'),
  'strings up to the first emoji (MySQL)': beforeEmoji,
  'strings in quotation marks': (plain) => `"${plain}"`,
  'strings as repr of Python writes them': pythonText,
  'strings as JSON once more': (plain) => JSON.stringify(plain),
  'strings with a space behind them': (plain) => `${plain} `,
  'strings in Optional("…") of Swift': (plain) => `Optional("${plain}")`,
}

/** Strings that programs write into logs and documents in place of the real ones. */
const placeholders = ['', 'string', '***', '******', '[FILTERED]', '[REDACTED]', 'REDACTED', '%s', '?']

/** Base64, hexadecimal digits and hashes of the UTF-8 of a string. */
const encodedStrings = (hash: Hash): Readonly<Record<string, (plain: string) => string>> => ({
  'strings in Base64': (plain) => Base64.encode(utf8(plain)),
  'strings in Base64url': (plain) => base64Url(utf8(plain)),
  'strings in hexadecimal digits': (plain) => Bytes.toHex(utf8(plain)),
  ...Object.fromEntries(
    (['md5', 'sha1', 'sha256'] as const).map((hashName) => [
      `strings as their ${hashName}`,
      (plain: string) => Bytes.toHex(hash(hashName, utf8(plain))),
    ]),
  ),
})

const stringChanges = (hash: Hash): ReadonlyArray<ValueChange> =>
  Object.entries({
    ...stringTexts,
    ...Object.fromEntries(placeholders.map((text) => [`strings as ${JSON.stringify(text)}`, () => text])),
    ...encodedStrings(hash),
    ...Object.fromEntries(entityWriters.map(([name, write]) => [`strings with entities of ${name}`, write])),
    ...Object.fromEntries(
      encoders.filter(({ isUsual }) => isUsual).map(({ name, encode }) => [`strings by ${name}`, encode]),
    ),
    'strings by escape (JavaScript)': escapeUnits,
  }).map(([detail, change]) => ({ detail, kind: 'scalar', write: onStrings(change) }))

// ---- Strings of hexadecimal digits and of decimal digits

const uuid = /^\{?([0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12})\}?$/

const onUuids = (change: (digits: string) => string): Write =>
  onStrings((plain) => {
    const digits = uuid.exec(plain)?.[1]
    return digits === undefined ? undefined : change(digits)
  })

/** Hexadecimal digits, perhaps in groups: a digest, a UUID, a MAC address, a colour. */
const isHexadecimal = (plain: string): boolean => /^#?(?:0[xX])?[0-9A-Fa-f]{2,}(?:[:. -][0-9A-Fa-f]{2,})*$/.test(plain)

const onHex = (change: (plain: string) => string): Write =>
  onStrings((plain) => (isHexadecimal(plain) ? change(plain) : undefined))

const bytesOfHex = (digits: string): Bytes.Bytes =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const withHyphens = (digits: string): string =>
  digits.replaceAll('-', '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const digitChanges: ReadonlyArray<ValueChange> = scalarChanges({
  'hexadecimal digits in lower case': onHex((plain) => plain.toLowerCase()),
  'hexadecimal digits in upper case': onHex((plain) => plain.toUpperCase()),
  'hexadecimal digits with 0x in front': onHex((plain) => `0x${plain}`),
  'hexadecimal digits without 0x': onHex((plain) => plain.replace(/^0x/i, '')),
  'hexadecimal digits as Base64': onStrings((plain) =>
    /^(?:[0-9A-Fa-f]{2}){8,}$/.test(plain) ? Base64.encode(bytesOfHex(plain)) : undefined,
  ),
  'hexadecimal digits without signs between them': onHex((plain) => plain.replace(/[:. -]/g, '')),
  'hexadecimal digits with - for :': onHex((plain) => plain.replaceAll(':', '-')),
  'hexadecimal digits with : for -': onHex((plain) => plain.replaceAll('-', ':')),
  'UUIDs with hyphens': onUuids(withHyphens),
  'UUIDs with hyphens, in lower case': onUuids((digits) => withHyphens(digits).toLowerCase()),
  'UUIDs without hyphens, in lower case': onUuids((digits) => digits.replaceAll('-', '').toLowerCase()),
  'UUIDs in braces': onUuids((digits) => `{${digits}}`),
  'UUIDs in braces, in lower case': onUuids((digits) => `{${digits.toLowerCase()}}`),
  'UUIDs behind urn:uuid:': onUuids((digits) => `urn:uuid:${digits.toLowerCase()}`),
  'UUIDs in upper case': onUuids((digits) => digits.toUpperCase()),
  'UUIDs in lower case': onUuids((digits) => digits.toLowerCase()),
  'strings of digits as doubles': (literal) =>
    /^"-?\d{16,}"$/.test(literal) ? String(Number(literal.slice(1, -1))) : undefined,
  'strings of digits without zeros in front': onStrings((plain) =>
    /^0+\d+$/.test(plain) ? plain.replace(/^0+/, '') : undefined,
  ),
})

// ---- Base64

/** Text of Base64 or Base64url that no word looks like: it is long, or has padding or a sign. */
const isBase64 = (plain: string): boolean =>
  /^[\w+/-]{8,}={0,2}$/.test(plain) && (plain.length >= leastBase64 || /[+/=]/.test(plain))

const leastBase64 = 24

const onBase64 = (change: (plain: string) => string | undefined): Write =>
  onStrings((plain) => (isBase64(plain) ? change(plain) : undefined))

const withPadding = (base64: string): string => base64 + '='.repeat((4 - (base64.length % 4)) % 4)

const inStandardAlphabet = (plain: string): string => plain.replaceAll('-', '+').replaceAll('_', '/')

const decodedText = (plain: string): string | undefined => {
  const bytes = decodeBase64(plain)
  return bytes === undefined ? undefined : rewritable(bytes)
}

/** MIME ends a line after 76 characters. */
const inLines = (plain: string, lineEnd: string): string => plain.replace(/.{76}/g, `$&${lineEnd}`)

const base64Changes: ReadonlyArray<ValueChange> = scalarChanges({
  // Base64 without the two signs of its alphabet is the same in Base64url but for its padding.
  'Base64 without its padding': onBase64((plain) => withoutAtEnd(plain, '=')),
  'Base64 as Base64url': onBase64((plain) => withoutAtEnd(inUrlAlphabet(plain), '=')),
  'Base64 as Base64url, with its padding': onBase64(inUrlAlphabet),
  'Base64url as Base64': onBase64((plain) => withPadding(inStandardAlphabet(plain))),
  'Base64 with its padding': onBase64(withPadding),
  'Base64 in lines': onBase64((plain) => inLines(plain, '\n')),
  'Base64 in lines, with a line end after the last': onBase64((plain) => `${inLines(plain, '\n')}\n`),
  'Base64 in lines that end in CR LF': onBase64((plain) => inLines(plain, '\r\n')),
  "Base64 as bytes of Python (b'…')": onBase64((plain) => `b'${plain}'`),
  'Base64 behind data:image/png;base64,': onBase64((plain) => `data:image/png;base64,${plain}`),
  'Base64 behind data:image/jpeg;base64,': onBase64((plain) => `data:image/jpeg;base64,${plain}`),
  'Base64 without the beginning of its data URL': onStrings((plain) => plain.replace(/^data:[^,\s]{0,80};base64,/, '')),
  'Base64 decoded': onBase64(decodedText),
})

// ---- Numbers

const withThousands = (number: number): string => {
  const fixed = withoutAtEnd(Math.abs(number).toFixed(12), '0')
  const [whole = '', fraction = ''] = fixed.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${number < 0 ? '-' : ''}${grouped}${fraction === '' ? '' : `.${fraction}`}`
}

/** The exponent of C has at least two digits: 7.500000e+00. */
const inExponentForm = (number: number, digits: number): string =>
  number.toExponential(digits).replace(/e([+-])(\d)$/, 'e$10$2')

/** BigDecimal of Ruby writes 0.75e1 for 7.5. */
const asBigDecimal = (number: number): string => {
  const [mantissa = '', power = '0'] = Math.abs(number).toExponential().split('e')
  return `${number < 0 ? '-' : ''}0.${mantissa.replace('.', '')}e${Number(power) + 1}`
}

/** The double beside a positive one: 0.1 + 0.2 is the next larger one of 0.3. */
const neighbour = (number: number, step: bigint): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, number)
  view.setBigUint64(0, view.getBigUint64(0) + step)
  return view.getFloat64(0)
}

const largest32 = 2_147_483_647

/** A counter of so many bits has no negative numbers: -1 is its largest one. */
const asUnsigned =
  (bits: 32 | 64): Write =>
  (literal) =>
    /^-\d{1,19}$/.test(literal) ? String(BigInt.asUintN(bits, BigInt(literal))) : undefined

const wrap32 = (literal: string): string => String(Number(BigInt.asIntN(32, BigInt(literal))))

/** No program has longer integers. */
const maxDigits = 40

const isInteger = (literal: string): boolean => isWhole(literal) && literal.length <= maxDigits

const withDigits = (count: number): Readonly<Record<string, Write>> => ({
  [`numbers rounded to ${count} digits behind the point`]: onNumbers((number) => String(Number(number.toFixed(count)))),
  [`numbers with ${count} digits behind the point`]: onNumbers((number) => number.toFixed(count)),
  [`fractions with ${count} digits behind the point`]: onFractions((number) => number.toFixed(count)),
  [`fractions with ${count} digits behind the point, in quotes`]: onFractions((number) => quote(number.toFixed(count))),
  [`numbers with ${count} digits behind the point, in quotes`]: onNumbers((number) => quote(number.toFixed(count))),
})

const onIntegers = (write: (literal: string) => string): Write =>
  onNumbers((_, literal) => (isInteger(literal) ? write(literal) : undefined))

const numberChanges: ReadonlyArray<ValueChange> = scalarChanges({
  'fractions cut off': onFractions((number) => String(Math.trunc(number))),
  'fractions rounded to whole numbers': onFractions((number) => String(Math.round(number))),
  'fractions as the next larger double': onFractions((number) => String(neighbour(number, 1n))),
  'fractions as the next smaller double': onFractions((number) => String(neighbour(number, -1n))),
  'fractions rounded downwards': onFractions((number) => String(Math.floor(number))),
  ...withDigits(1),
  ...withDigits(2),
  ...withDigits(3),
  ...withDigits(4),
  ...withDigits(6),
  'numbers in hundredths': onNumbers((number) => String(Math.round(number * 100))),
  'fractions in hundredths': onFractions((number) => String(Math.round(number * 100))),
  'numbers in hundredths, in quotes': onNumbers((number) => quote(String(Math.round(number * 100)))),
  'fractions in quotes': onNumbers((_, literal) => (isFraction(literal) ? quote(literal) : undefined)),
  'fractions in quotes, in their shortest form': onFractions((number) => quote(String(number))),
  'numbers in quotes, in their shortest form': onNumbers((number) => quote(String(number))),
  'numbers with commas for thousands, in quotes': onNumbers((number) => quote(withThousands(number))),
  'numbers with commas for thousands': onNumbers((number) => withThousands(number)),
  'decimal commas, in quotes': onFractions((number) => quote(String(number).replace('.', ','))),
  'integers of 32 bits that overflow': onIntegers(wrap32),
  'negative integers as unsigned ones of 32 bits': asUnsigned(32),
  'negative integers as unsigned ones of 64 bits': asUnsigned(64),
  'integers no larger than those of 32 bits': onIntegers((literal) =>
    String(Math.max(-largest32 - 1, Math.min(largest32, Number(literal)))),
  ),
  'numbers as %e of C writes them': onNumbers((number) => inExponentForm(number, 6)),
  'fractions as %e of C writes them': onFractions((number) => inExponentForm(number, 6)),
  'fractions as BigDecimal of Ruby, in quotes': onFractions((number) => quote(asBigDecimal(number))),
  'fractions as Decimal of Python': onNumbers((_, literal) =>
    isFraction(literal) ? `Decimal('${literal}')` : undefined,
  ),
  'integers as NumberLong of MongoDB': onIntegers((literal) => `NumberLong(${literal})`),
  'integers as NumberInt of MongoDB': onIntegers((literal) => `NumberInt(${literal})`),
  'integers with n behind them (BigInt of JavaScript)': onIntegers((literal) => `${literal}n`),
  'integers with n behind them, in quotes': onIntegers((literal) => quote(`${literal}n`)),
  'integers of more than 9 digits in quotes': onNumbers((_, literal) =>
    isInteger(literal) && literal.length > 9 ? quote(literal) : undefined,
  ),
  'numbers as extended JSON of MongoDB': onNumbers((number, literal) =>
    isInteger(literal)
      ? `{"${Math.abs(number) > largest32 ? '$numberLong' : '$numberInt'}":"${literal}"}`
      : `{"$numberDouble":"${literal}"}`,
  ),
  'numbers as 0': onNumbers(() => '0'),
  'numbers as null': onNumbers(() => 'null'),
})

// ---- Truth values, null, and values that are empty

/** The words of programs for true and false. Bare words stand without quotation marks. */
const truthWords: ReadonlyArray<readonly [yes: string, no: string]> = [
  ['"true"', '"false"'],
  ['"True"', '"False"'],
  ['"TRUE"', '"FALSE"'],
  ['True', 'False'],
  ['TRUE', 'FALSE'],
  ['1', '0'],
  ['"1"', '"0"'],
  ['"1"', '""'],
  ['"yes"', '"no"'],
  ['"Yes"', '"No"'],
  ['"Y"', '"N"'],
  ['"y"', '"n"'],
  ['"t"', '"f"'],
  ['"on"', '"off"'],
  ['1', 'null'],
  ['1', '""'],
]

const nullWords: ReadonlyArray<string> = [
  '""',
  '"null"',
  '"NULL"',
  '"None"',
  '"nil"',
  '"undefined"',
  '"N/A"',
  '"-"',
  '"\\\\N"',
  'None',
  'nil',
  'NULL',
  'undefined',
  '<nil>',
  '',
  'false',
  '0',
  '"0"',
  '{}',
  '[]',
]

const emptyWords: Readonly<Record<string, ReadonlyArray<string>>> = {
  '[]': ['{}', '""', 'null', '[""]', '[null]', '"[]"'],
  '{}': ['[]', '""', 'null', '"{}"'],
}

const wordChanges: ReadonlyArray<ValueChange> = [
  ...scalarChanges({
    ...Object.fromEntries(
      truthWords.map(([yes, no]) => [`true and false as ${yes} and ${no}`, replaceWords({ true: yes, false: no })]),
    ),
    ...Object.fromEntries(
      nullWords.map((word) => [`null as ${word === '' ? 'nothing' : word}`, replaceWords({ null: word })]),
    ),
    'empty strings as null': replaceWords({ '""': 'null' }),
    'empty strings as {}': replaceWords({ '""': '{}' }),
    'empty strings as []': replaceWords({ '""': '[]' }),
  }),
  ...Object.entries(emptyWords).flatMap(([empty, words]) =>
    words.map(
      (word): ValueChange => ({ detail: `${empty} as ${word}`, kind: 'empty', write: replaceWords({ [empty]: word }) }),
    ),
  ),
]

// ---- Values of every type

const inQuotes = (literal: string, words: Readonly<Record<string, string>>): string | undefined =>
  isNumber(literal) ? quote(literal) : replaceWords(words)(literal)

const changesOfAnyValue: ReadonlyArray<ValueChange> = scalarChanges({
  'every value as str of Python writes it': (literal) =>
    inQuotes(literal, { true: '"True"', false: '"False"', null: '"None"' }),
  'every value as ToString of .NET writes it': (literal) =>
    inQuotes(literal, { true: '"True"', false: '"False"', null: '""' }),
  'every value as to_s of Ruby writes it': (literal) =>
    inQuotes(literal, { true: '"true"', false: '"false"', null: '""' }),
  'every value but null as a string': (literal) => inQuotes(literal, { true: '"true"', false: '"false"' }),
  'every value as Swift puts an optional into a text': (literal) =>
    literal.startsWith('"') ? `"Optional(${literal})"` : literal === 'null' ? 'nil' : `Optional(${literal})`,
  'sample values of Swagger': (literal) => {
    if (isNumber(literal)) return '0'
    return literal.startsWith('"') ? '"string"' : replaceWords({ false: 'true' })(literal)
  },
  'values with their types (DynamoDB)': (literal) => {
    if (isNumber(literal)) return `{"N":"${literal}"}`
    return literal.startsWith('"') ? `{"S":${literal}}` : literal === 'null' ? '{"NULL":true}' : `{"BOOL":${literal}}`
  },
})

// ---- Names

const nameTexts: Readonly<Record<string, (name: string) => string>> = {
  ...Object.fromEntries(
    [...usualNamings, ...seldomNamings].map(([detail, join]) => [
      `names as ${detail}`,
      (name: string) => join(wordsOf(name)),
    ]),
  ),
  'names in upper case': (name) => name.toUpperCase(),
  'names in lower case': (name) => name.toLowerCase(),
  'names with a capital letter first': capitalized,
  'names with a small letter first': (name) => name.slice(0, 1).toLowerCase() + name.slice(1),
  'names without underscores': (name) => name.replaceAll('_', ''),
  ...Object.fromEntries(
    ['@', '_', '$', ':', '-', 'x_'].map((mark) => [`names with ${mark} in front`, (name: string) => mark + name]),
  ),
  'names without a mark in front': (name) => name.replace(/^[@_$:-]/, ''),
  'names with a space behind them': (name) => `${name} `,
  'names with a space in front': (name) => ` ${name}`,
}

const nameChanges: ReadonlyArray<ValueChange> = Object.entries(nameTexts).map(([detail, change]) => ({
  detail,
  kind: 'name',
  write: onStrings(change),
}))

/** All changes of units. */
export const valueChanges = (hash: Hash): ReadonlyArray<ValueChange> => [
  ...numberChanges,
  ...wordChanges,
  ...changesOfAnyValue,
  ...digitChanges,
  ...base64Changes,
  ...nameChanges,
  ...stringChanges(hash),
]
