/**
 * How the whole string to sign was written before it was signed, in words. Example: the form `utf-16le` says that the caller signed the
 * string to sign in UTF-16LE, and how its language makes UTF-8.
 */

import type { Layout } from './Draft.ts'
import type { Telling } from './Telling.ts'

const inUtf8 =
  'Convert the string to sign to UTF-8 bytes: with Encoding.UTF8.GetBytes in .NET, getBytes(StandardCharsets.UTF_8) in Java, or TEncoding.UTF8.GetBytes in Delphi.'

const asItIs = 'Pass the UTF-8 bytes of the string to sign to the signing function. Encode only the signature.'

const inLowerCase: Telling = {
  what: 'The caller changed the whole string to sign to lower case before signing.',
  remedy: 'Sign the string to sign unchanged. Remove the call of ToLowerInvariant, toLowerCase or strtolower.',
}

const inUpperCase: Telling = {
  what: 'The caller changed the whole string to sign to upper case before signing.',
  remedy: 'Sign the string to sign unchanged. Remove the call of ToUpperInvariant, toUpperCase or strtoupper.',
}

/** Names of forms begin so, and each has its own words. */
const tellings: ReadonlyArray<readonly [begin: string, telling: Telling]> = [
  [
    'half of its utf-16le',
    {
      what: 'The caller signed only the first half of the string to sign in UTF-16LE. It took the number of characters as the number of bytes.',
      remedy:
        'Do not copy the memory of a string. There each character has two bytes, but Length(s) of Delphi counts characters. Sign the UTF-8 bytes from TEncoding.UTF8.GetBytes.',
    },
  ],
  [
    'utf-16le, with',
    {
      what: 'The caller signed the string to sign in UTF-16LE with a byte order mark. It must be in UTF-8.',
      remedy: inUtf8,
    },
  ],
  [
    'utf-16be, with',
    {
      what: 'The caller signed the string to sign in UTF-16BE with a byte order mark. It must be in UTF-8.',
      remedy: inUtf8,
    },
  ],
  ['utf-16le', { what: 'The caller signed the string to sign in UTF-16LE. It must be in UTF-8.', remedy: inUtf8 }],
  ['utf-16be', { what: 'The caller signed the string to sign in UTF-16BE. It must be in UTF-8.', remedy: inUtf8 }],
  ['in lower case', inLowerCase],
  ['in upper case', inUpperCase],
  [
    'a byte order mark in front, and CR LF',
    {
      what: 'The caller signed a byte order mark before the string to sign, and ended its lines with CR LF. A StreamWriter of .NET writes both.',
      remedy:
        'Join the parts with a line feed in a string, and sign the UTF-8 bytes of this string without a byte order mark.',
    },
  ],
  [
    'a byte order mark in front',
    {
      what: 'The caller signed a byte order mark before the string to sign.',
      remedy: 'Sign UTF-8 without a byte order mark. In .NET, use new UTF8Encoding(false).',
    },
  ],
  [
    'a NUL behind it',
    {
      what: 'The caller also signed the NUL byte at the end of the string to sign.',
      remedy: 'Pass the length of the text without its NUL byte to the signing function.',
    },
  ],
]

/** What `detail`, the form of the mistake, says. Undefined for a form that does not write the whole text anew. */
export const encodedText = (detail: string, { whole }: Layout): Telling | undefined => {
  const named = tellings.find(([begin]) => detail.startsWith(begin))
  if (named !== undefined) return named[1]
  return whole === undefined
    ? undefined
    : { what: `The caller encoded the whole string to sign before signing: ${detail}.`, remedy: asItIs }
}
