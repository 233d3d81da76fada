/**
 * Pairs of texts that a careless map or comparison confuses: it reads them as numbers, ignores case, cuts them, uses a weak hash, or
 * joins them to another text. Both texts of a pair are valid. So a guard that confuses them refuses the second, or accepts a token that
 * it does not know.
 */

/** Pairs that differ in one character, which stands before or after a common part of each length. */
const differingAt = (...lengths: ReadonlyArray<number>): ReadonlyArray<readonly [string, string]> =>
  lengths.flatMap((length): ReadonlyArray<readonly [string, string]> => {
    const same = '7f'.repeat(length).slice(0, length)
    return [
      [`${same}a`, `${same}b`],
      [`a${same}`, `b${same}`],
    ]
  })

/** Pairs for nonces, app ids and tokens. */
export const lookalikes: ReadonlyArray<readonly [string, string]> = [
  // The same number.
  ['1', '01'],
  ['1000', '1e3'],
  ['0e1', '0e2'],
  ['0', '00'],
  ['0', '-0'],
  ['16', '0x10'],
  ['9007199254740992', '9007199254740993'],
  ['18446744073709551616', '18446744073709551617'],
  ['0', '4294967296'],
  ['1e999', 'Infinity'],
  ['10', '1e1'],
  ['100', '1E2'],
  ['1', '1-0'],
  ['12', '12abc'],
  ['8', '010'],
  ['5', '0b101'],
  ['-1', '4294967295'],
  ['2', '18446744073709551618'],
  ['255', '-001'],
  ['2024-01-02', '2024-1-2'],
  // PHP reads their MD5, SHA-1 or SHA-256 as a number: 0 times a power of ten.
  ['240610708', 'QNKCDZO'],
  ['aaroZmOk', 'aaK1STfY'],
  ['34250003024812', 'TyNOQHUS'],
  // The same without case, or without hyphens.
  ['nonce', 'NONCE'],
  ['a-b', 'ab'],
  ['a', 'a-'],
  ['-b', 'b'],
  ['a-b', 'a--b'],
  ['a-b', 'a'],
  ['a-b', 'c-b'],
  ['a-b', 'b-a'],
  // The same as Base64 or as hexadecimal digits, or without the characters that are not digits.
  ['YWI', 'YWJ'],
  ['ab', '0ab'],
  ['ab', 'abz'],
  ['x1', 'y1'],
  // Names that every object of JavaScript has, or words for no value.
  ['constructor', 'prototype'],
  ['toString', 'valueOf'],
  ['hasOwnProperty', 'length'],
  ['null', 'undefined'],
  ['true', 'false'],
  ['NaN', 'nan'],
  // The same after a cut.
  ...differingAt(8, 16, 31, 32, 63, 64, 127),
  // The same sum of characters, or the same hash: times 31, times 33, Adler-32, CRC-32, FNV-1, FNV-1a.
  ['ab', 'ba'],
  ['Aa', 'BB'],
  ['Ab', 'BA'],
  ['bcb', 'cac'],
  ['playwright', 'snush'],
  ['plumless', 'buckeroo'],
  ['n73zx', 'napad'],
  ['costarring', 'liquid'],
  // Murmur3, one-at-a-time (Perl), Lua, phash2 (Erlang).
  ['n-19437', 'n-48013'],
  ['n-14300', 'n-18064'],
  ['n-1004', 'n-1173'],
  ['n-4560', 'n-18083'],
  // Times 33 with exclusive or, times 65599, two halves (.NET), PJW.
  ['HLnWAAEQ', 'yOOHLli1'],
  ['gt6Ww7Wv', 'kpoart7K'],
  ['OtRFxLvG', 'iHMxxbfP'],
  ['Vk3ECYVS', 'YjCECZAs'],
  // Murmur2, xxHash, lookup3 (Jenkins), Fx (Rust), CRC-32C; Murmur3 is OCaml's as well.
  ['n-33895', 'n-110385'],
  ['n-20591', 'n-103186'],
  ['n-80840', 'n-172304'],
  ['n-107', 'n-180'],
  ['ZRGkTRK', 'p7d0bq3'],
  // The first and the last eight hexadecimal digits of MD5, SHA-1 and SHA-256.
  ['n-126996', 'n-175631'],
  ['n-34171', 'n-80432'],
  ['n-30395', 'n-89333'],
  ['n-9113', 'n-131034'],
  ['n-48716', 'n-52500'],
  ['n-55967', 'n-95532'],
]

/** Texts that some language takes for no value, for false or for a number. */
export const falsyTexts: ReadonlyArray<string> = [
  '0',
  '00',
  '-0',
  '0.0',
  '0e0',
  '1e3',
  '0x10',
  '1',
  '-',
  '.',
  'null',
  'None',
  'nil',
  'undefined',
  'NaN',
  'false',
  'true',
  'Infinity',
  'inf',
  '__proto__',
  'constructor',
  'toString',
  'length',
  'Array',
  'Object',
]

/**
 * Pairs for nonces only: a column or a type for identifiers makes them equal, such as UUIDs, ULIDs, and numbers in Base32 or
 * hexadecimal digits.
 */
export const alikeNonces: ReadonlyArray<readonly [string, string]> = [
  ['0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d', '0A1B2C3D-4E5F-6A7B-8C9D-0E1F2A3B4C5D'],
  ['1a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d', '1a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d'],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01arz3ndektsv4rrffq69g5fav'],
  ['11ARZ3NDEKTSV4RRFFQ69G5FAV', 'I1ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['d41d8cd98f00b204e9800998ecf8427e', 'D41D8CD98F00B204E9800998ECF8427E'],
  ['MFRGG', 'mfrgg'],
]

/** Pairs for app ids only. */
export const alikeAppIds: ReadonlyArray<readonly [string, string]> = [
  ['a.b', 'a-b'],
  ['a_b', 'a-b'],
  ['a.b', 'axb'],
  ['a~', 'a'],
  ['.a', 'a'],
  ['a.', 'a'],
  ['~a', 'a'],
  ['1.0', '1'],
  ['1.50', '1.5'],
  ['.5', '0.5'],
  ['a.b', 'a'],
  ['a.b', 'c.b'],
  ['__proto__', 'prototype'],
]

/** Pairs for auth types only: the first text as a pattern matches the second, or one folds to the other. */
export const alikeAuthTypes: ReadonlyArray<readonly [string, string]> = [
  ['A.B', 'AxB'],
  ['A*', 'AA'],
  ['A|B', 'A'],
  ['A+', 'AA'],
  ['^A', 'A'],
  ['aS-1', 'a\u017f-1'],
  ['as-1', 'a\u017f-1'],
  ['aK-1', 'a\u212a-1'],
  ['aI-1', 'a\u0130-1'],
  ['ai-1', 'a\u0131-1'],
]

/** Pairs for tokens only: with and without padding, in the alphabet of URLs, with a space for a plus, and the same bytes in Base64. */
export const alikeTokens: ReadonlyArray<readonly [string, string]> = [
  ['abc', 'abc='],
  ['abcd=', 'abcd=='],
  ['abc=', 'abc'],
  ['a+b', 'a-b'],
  ['a/b', 'a_b'],
  ['a+b', 'ab'],
  ['YWI=', 'YWJ='],
  ['YQ==', 'YR=='],
  ['YWI=', 'YWI'],
  ['a.b', 'axb'],
  ['a.b', 'a'],
  ['a.b.c', 'a.b.d'],
  ['a~b', 'a~c'],
  ['a/b/../c', 'a/c'],
  ['1.0', '1'],
]

/** Pairs for tokens only: they differ only beyond the length of a column or a buffer. */
export const alikeLongTokens: ReadonlyArray<readonly [string, string]> = differingAt(255, 256, 1024, 4096, 8184)

/** Two triples of a nonce, an app and the number of its key. */
export interface Joined {
  readonly one: readonly [appId: string, nonce: string, key: number]
  readonly other: readonly [appId: string, nonce: string, key: number]
}
/**
 * Triples that become the same text when they are joined, in any order, with or without a hyphen. The keys of an app are counted from 0
 * or from 1.
 */
export const alikeWhenJoined: ReadonlyArray<Joined> = (
  [
    [1, 0, 1],
    [0, 1, 1],
    [1, 1, 2],
  ] as const
).flatMap(
  ([prefix, key, suffix]): ReadonlyArray<Joined> => [
    { one: ['app', `${prefix}x`, key], other: [`app${suffix}`, 'x', 0] },
    { one: ['app', `${prefix}-x`, key], other: [`app-${suffix}`, 'x', 0] },
    { one: ['app', `x${prefix}`, key], other: [`${suffix}app`, 'x', 0] },
    { one: ['app', `x-${prefix}`, key], other: [`${suffix}-app`, 'x', 0] },
  ],
)
