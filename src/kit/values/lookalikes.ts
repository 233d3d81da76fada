/** Texts that a careless map takes for one: read as numbers, in any case, cut short, by a weak hash, or joined to another. */

/** Two texts each; a comma is between pairs. */
const pairs = (all: string): ReadonlyArray<readonly [string, string]> =>
  all.split(', ').map((pair) => pair.split(' ') as [string, string])

/** As nonces, app ids and tokens. */
export const lookalikes: ReadonlyArray<readonly [string, string]> = [
  // Read as numbers.
  ...pairs('1 01, 1000 1e3, 0e1 0e2, 0 00, 0 -0, 16 0x10, 9007199254740992 9007199254740993'),
  ...pairs('18446744073709551616 18446744073709551617, 0 4294967296, 1e999 Infinity, 10 1e1, 100 1E2, 1 1-0'),
  ...pairs('12 12abc, 8 010, 5 0b101, -1 4294967295, 2 18446744073709551618, 255 -001, 2024-01-02 2024-1-2'),
  // Their MD5, SHA-1 or SHA-256 is a number of PHP: 0 times a power of ten.
  ...pairs('240610708 QNKCDZO, aaroZmOk aaK1STfY, 34250003024812 TyNOQHUS'),
  // In any case, or without hyphens.
  ...pairs('nonce NONCE, a-b ab, a a-, -b b, a-b a--b, a-b a, a-b c-b, a-b b-a'),
  // Read as Base64 or as hexadecimal digits, or without what is no digit.
  ...pairs('YWI YWJ, ab 0ab, ab abz, x1 y1'),
  // Names that every object has, or words for nothing.
  ...pairs('constructor prototype, toString valueOf, hasOwnProperty length, null undefined, true false, NaN nan'),
  // Cut short.
  ...[8, 16, 31, 32, 63, 64, 127].flatMap((length): ReadonlyArray<readonly [string, string]> => {
    const same = '7f'.repeat(64).slice(0, length)
    return [
      [`${same}a`, `${same}b`],
      [`a${same}`, `b${same}`],
    ]
  }),
  // The same sum, or the same hash: times 31, times 33, Adler-32, CRC-32, FNV-1, FNV-1a.
  ...pairs('ab ba, Aa BB, Ab BA, bcb cac, playwright snush, plumless buckeroo, n73zx napad, costarring liquid'),
]

/** Texts that a language takes for nothing, for false or for a number. */
export const words: ReadonlyArray<string> = [
  ...['0', '00', '-0', '0.0', '0e0', '1e3', '0x10', '1', '-', '.', 'null', 'None', 'nil', 'undefined', 'NaN', 'false'],
  ...['true', 'Infinity', 'inf', '__proto__', 'constructor', 'toString', 'length', 'Array', 'Object'],
]

/** As app ids alone. */
export const ofAppsAlone: ReadonlyArray<readonly [string, string]> = [
  ...pairs('a.b a-b, a_b a-b, a.b axb, a~ a, .a a, a. a, ~a a, 1.0 1, 1.50 1.5, .5 0.5, a.b a, a.b c.b'),
  ...pairs('__proto__ prototype'),
]

/** As auth types alone: as a pattern, the first matches the other; or one folds to the other. */
export const ofTypesAlone: ReadonlyArray<readonly [string, string]> = pairs(
  'A.B AxB, A* AA, A|B A, A+ AA, ^A A, aS-1 a\u017f-1, as-1 a\u017f-1, aK-1 a\u212a-1, aI-1 a\u0130-1, ai-1 a\u0131-1',
)

/** As tokens alone: with padding or without, in the alphabet of URLs, one space for a plus, the same bytes in Base64. */
export const ofTokensAlone: ReadonlyArray<readonly [string, string]> = [
  ...pairs('abc abc=, abcd= abcd==, abc= abc, a+b a-b, a/b a_b, a+b ab, YWI= YWJ=, YQ== YR==, YWI= YWI, a.b axb'),
  ...pairs('a.b a, a.b.c a.b.d, a~b a~c, a/b/../c a/c, 1.0 1'),
]

/** A nonce, an app and which of its keys, twice. */
export interface Joined {
  readonly one: readonly [appId: string, nonce: string, key: number]
  readonly other: readonly [appId: string, nonce: string, key: number]
}
/** The same when they are joined in any order, with a hyphen or without; the keys of an app are counted from 0 or from 1. */
export const joined: ReadonlyArray<Joined> = [
  { one: ['app', '1x', 0], other: ['app1', 'x', 0] },
  { one: ['app', '1-x', 0], other: ['app-1', 'x', 0] },
  { one: ['app', 'x1', 0], other: ['1app', 'x', 0] },
  { one: ['app', 'x-1', 0], other: ['1-app', 'x', 0] },
  ...[0, 1].flatMap((first): ReadonlyArray<Joined> => {
    const second = first + 1
    return [
      { one: ['app', `${first}x`, 1], other: [`app${second}`, 'x', 0] },
      { one: ['app', `${first}-x`, 1], other: [`app-${second}`, 'x', 0] },
      { one: ['app', `x${first}`, 1], other: [`${second}app`, 'x', 0] },
      { one: ['app', `x-${first}`, 1], other: [`${second}-app`, 'x', 0] },
    ]
  }),
]
