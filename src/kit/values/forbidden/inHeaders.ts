/**
 * The forbidden normalizations of a method and of the values in a header: timestamp, nonce, app id, signature and token.
 */
import { around, type Normalization, normalization, pieces, replacing, wholes } from '../Normalization.ts'
import { forAny, spaceForPlus } from './inAnyPart.ts'
import { type ChangeText, cutAfter, replace } from './textChanges.ts'

// ---- A method, a timestamp

export const forMethods: ReadonlyArray<Normalization> = [
  ...forAny,
  ...cutAfter(3, 7, 8, 16),
  normalization('HEAD changed to GET', replace(/^HEAD$/, 'GET'), wholes('HEAD')),
  normalization(
    'PUT, PATCH, DELETE and QUERY changed to POST',
    replace(/^(?:PUT|PATCH|DELETE|QUERY)$/, 'POST'),
    wholes('PUT', 'PATCH', 'DELETE', 'QUERY'),
  ),
  normalization('only letters kept', replace(/[^A-Za-z]/g), pieces('1', '-', '!', '_')),
]

export const usualTime = '1700000000'
export const forTimestamps: ReadonlyArray<Normalization> = [
  ...forAny,
  normalization(
    'zeros or a sign before it',
    () => usualTime,
    wholes('01700000000', '0001700000000', '+1700000000', '+01700000000'),
  ),
  normalization(
    'a fraction',
    () => usualTime,
    wholes('1700000000.0', '1700000000.', '1700000000.9', '1700000000,5', '1700000000.000000'),
  ),
  normalization('an exponent', () => usualTime, wholes('1.7e9', '17E8', '1700000000e0', '1.7E+9', '17000000000e-1')),
  normalization(
    'another base',
    () => usualTime,
    wholes('0x6553f100', '0x6553F100', '6553f100', '0o14524770400', '014524770400'),
  ),
  normalization(
    'in groups',
    () => usualTime,
    wholes('1_700_000_000', '1,700,000,000', '1 700 000 000', "1'700'000'000", '1.700.000.000'),
  ),
  normalization(
    'a unit',
    () => usualTime,
    wholes('1700000000s', '1700000000n', '1700000000L', '1700000000f', '1700000000 s', '1700000000Z'),
  ),
  normalization(
    'a finer unit',
    () => usualTime,
    wholes('1700000000000', '1700000000000000', '1700000000000000000', '1700000000999'),
  ),
  normalization(
    'a date',
    () => usualTime,
    wholes('2023-11-14T22:13:20Z', '20231114T221320Z', 'Tue, 14 Nov 2023 22:13:20 GMT', '@1700000000'),
  ),
  normalization(
    'cut to 32 or 64 bits',
    () => usualTime,
    wholes('5994967296', '18446744075409551616', '-2594967296', '36893488149119103232'),
  ),
  normalization(
    'text after it',
    () => usualTime,
    wholes('1700000000abc', '1700000000;0', '1700000000-', '1700000000:00', '1700000000/1'),
  ),
  normalization(
    'rounded',
    (text) => (/^17\d{8}$/.test(text) ? String(60 * Math.floor(Number(text) / 60)) : text),
    wholes('1700000000'),
  ),
  normalization(
    'other digits',
    () => usualTime,
    wholes('\uff11700000000', '\u06617\u06600000000', '170000000O', 'l700000000'),
  ),
]

// ---- A nonce, an app id, a token, a signature

const readAsNumber: ChangeText = (text) => (/^-?\d+$/.test(text) ? String(BigInt(text)) : text)

/** For nonces and app ids. */
export const forNames: ReadonlyArray<Normalization> = [
  ...forAny,
  ...cutAfter(16, 20, 32, 36, 50, 63, 64, 100, 127, 128),
  replacing('read as a number', readAsNumber, around(['0', ''], ['00', ''], ['-0', ''])),
  replacing('- replaced by _', replace(/-/g, '_'), pieces('-')),
  normalization('only letters and digits kept', replace(/[^0-9A-Za-z]/g), pieces('-', '.', '_', '!', '/')),
  normalization('hyphens dropped', replace(/-/g), pieces('-')),
  normalization('the text from a sign on dropped', replace(/[@/:.].*/gs), pieces('@x', '/x', ':x', '.x')),
]
/**
 * For a signature only normalizations that drop a trigger: every character of a signature counts, so a replacement would also change
 * the signature around the trigger.
 */
export const forSignatures: ReadonlyArray<Normalization> = forNames.filter(({ isReplacing }) => !isReplacing)

/** `spaceForPlus` is left out: a valid token has no space, so no known token has a space in place of a plus. */
export const forTokens: ReadonlyArray<Normalization> = [
  ...forNames.filter((row) => row !== spaceForPlus),
  normalization('padding dropped', replace(/=+$/g), around(['', '='], ['', '=='])),
  normalization('in the alphabet of URLs', (text) => text.replaceAll('+', '-').replaceAll('/', '_'), pieces('+', '/')),
  normalization('the word before it dropped', replace(/^bearer */i), around(['Bearer ', ''], ['bearer  ', ''])),
]
