/** Texts that a careless map takes for one: read as numbers, in any case, cut short, by a weak hash, or joined to another. */

/** As nonces, app ids and tokens. */
export const lookalikes: ReadonlyArray<readonly [string, string]> = [
  // Read as numbers.
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
  // In any case, or without hyphens.
  ['nonce', 'NONCE'],
  ['a-b', 'ab'],
  ['a', 'a-'],
  // Names that every object has, or words for nothing.
  ['constructor', 'prototype'],
  ['toString', 'valueOf'],
  ['hasOwnProperty', 'length'],
  ['null', 'undefined'],
  ['true', 'false'],
  ['NaN', 'nan'],
  // Cut short.
  ...[8, 16, 31, 32, 63, 64, 127].flatMap((length): ReadonlyArray<readonly [string, string]> => {
    const same = '7f'.repeat(64).slice(0, length)
    return [
      [`${same}a`, `${same}b`],
      [`a${same}`, `b${same}`],
    ]
  }),
  // The same sum, or the same hash: times 31, times 33, CRC-32.
  ['ab', 'ba'],
  ['Aa', 'BB'],
  ['Ab', 'BA'],
  ['plumless', 'buckeroo'],
]

/** An app id and a nonce, twice: the same when they are joined in either order, with a hyphen or without. */
export const joined: ReadonlyArray<readonly [appId: string, nonce: string, otherAppId: string, otherNonce: string]> = [
  ['app', '1x', 'app1', 'x'],
  ['app', '1-x', 'app-1', 'x'],
  ['app', 'x1', '1app', 'x'],
  ['app', 'x-1', '1-app', 'x'],
]
