/**
 * How the whole string to sign was written before it was signed, in words. Example: the form `utf-16le` says that the caller signed the
 * string to sign in UTF-16LE, and how its language makes UTF-8.
 */

import type { Layout } from './Draft.ts'
import type { Telling } from './Telling.ts'

const inUtf8 =
  'Turn the string to sign into UTF-8 bytes, as Encoding.UTF8.GetBytes in .NET, getBytes(StandardCharsets.UTF_8) in Java and TEncoding.UTF8.GetBytes in Delphi do.'

const asItIs = 'Give the UTF-8 bytes of the string to sign to the signing function, and encode only the signature.'

const inLowerCase: Telling = {
  what: 'The caller turned the whole string to sign into lower case before it signed it.',
  remedy: 'Sign the string to sign as it is: leave out ToLowerInvariant, toLowerCase or strtolower.',
}

const inUpperCase: Telling = {
  what: 'The caller turned the whole string to sign into upper case before it signed it.',
  remedy: 'Sign the string to sign as it is: leave out ToUpperInvariant, toUpperCase or strtoupper.',
}

/** Names of forms begin so, and each has its own words. */
const tellings: ReadonlyArray<readonly [begin: string, telling: Telling]> = [
  [
    'half of its utf-16le',
    {
      what: 'The caller signed the first half of the UTF-16LE of the string to sign: as many bytes as the text has characters.',
      remedy:
        'Copy no memory of a string: each character has two bytes, and Length(s) of Delphi counts characters. Sign the UTF-8 bytes, as TEncoding.UTF8.GetBytes gives them.',
    },
  ],
  [
    'utf-16le, with',
    {
      what: 'The caller signed the string to sign in UTF-16LE with a byte order mark, and not in UTF-8.',
      remedy: inUtf8,
    },
  ],
  [
    'utf-16be, with',
    {
      what: 'The caller signed the string to sign in UTF-16BE with a byte order mark, and not in UTF-8.',
      remedy: inUtf8,
    },
  ],
  ['utf-16le', { what: 'The caller signed the string to sign in UTF-16LE, and not in UTF-8.', remedy: inUtf8 }],
  ['utf-16be', { what: 'The caller signed the string to sign in UTF-16BE, and not in UTF-8.', remedy: inUtf8 }],
  ['in lower case', inLowerCase],
  ['in upper case', inUpperCase],
  [
    'a byte order mark in front',
    {
      what: 'The caller signed a byte order mark in front of the string to sign.',
      remedy: 'Sign UTF-8 without a byte order mark, as new UTF8Encoding(false) of .NET writes it.',
    },
  ],
  [
    'a NUL behind it',
    {
      what: 'The caller signed the string to sign with the NUL that ends it in memory.',
      remedy: 'Give the signing function the length of the text without its NUL.',
    },
  ],
]

/** What `detail`, the form of the mistake, says. Undefined for a form that does not write the whole text anew. */
export const encodedText = (detail: string, { whole }: Layout): Telling | undefined => {
  const named = tellings.find(([begin]) => detail.startsWith(begin))
  if (named !== undefined) return named[1]
  return whole === undefined
    ? undefined
    : { what: `The caller signed the string to sign encoded as a whole: ${detail}.`, remedy: asItIs }
}
