/**
 * What the text of a signature means: the bytes, and the repairs that lead to them.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import { decode } from './forms/percent.ts'

export interface Repair {
  /** Of the catalogue. */
  readonly id: string
  readonly detail: string
}

export interface Meaning {
  readonly bytes: Bytes.Bytes
  readonly repairs: ReadonlyArray<Repair>
}

interface Step extends Repair {
  /** The repaired text; the same text, or undefined, if there is nothing to repair. */
  readonly mend: (text: string) => string | undefined
}

/** With the padding that it needs. */
const padded = (text: string): string => {
  let end = text.length
  while (text[end - 1] === '=') end--
  return text.slice(0, end) + '='.repeat((4 - (end % 4)) % 4)
}

const steps: ReadonlyArray<Step> = [
  {
    id: 'signature-printed',
    detail: "b'…' (Python)",
    mend: (text) => /^b(['"])(.*)\1$/s.exec(text)?.[2],
  },
  {
    id: 'signature-printed',
    detail: 'a label in front of it',
    mend: (text) => /^[A-Za-z][0-9A-Za-z-]{0,15}= ?([0-9A-Za-z+/_-]{85,}={0,2})$/.exec(text)?.[1],
  },
  {
    id: 'signature-percent-encoded',
    detail: 'as a URL value',
    mend: (text) => (/%[0-9A-Fa-f]{2}/.test(text) ? decode(text) : undefined),
  },
  {
    id: 'signature-wrapped',
    detail: 'broken into lines',
    // `\\n`: the line feed was escaped on the way.
    mend: (text) => text.replace(/\\r|\\n|[\r\n\t]/g, ''),
  },
  { id: 'signature-wrapped', detail: 'line feeds as spaces', mend: (text) => text.replaceAll(' ', '') },
  { id: 'signature-plus-as-space', detail: 'form-decoded', mend: (text) => text.replaceAll(' ', '+') },
  {
    id: 'signature-base64url',
    detail: 'the URL alphabet',
    // Usually without padding, which is no further mistake.
    mend: (text) => (/[-_]/.test(text) ? padded(text.replaceAll('-', '+').replaceAll('_', '/')) : undefined),
  },
  { id: 'signature-unpadded', detail: 'without =', mend: (text) => (/=/.test(text) ? undefined : padded(text)) },
  {
    id: 'signature-hex',
    detail: 'hexadecimal digits',
    mend: (text) => {
      // openssl prints the name of its input before the digits.
      const digits = text.replace(/^[0-9A-Za-z()-]{0,64}= ?/, '')
      return digits === '' ? undefined : O.toUndefined(O.map(Base64.encode)(Bytes.ofHex(digits)))
    },
  },
  {
    id: 'signature-double-base64',
    detail: 'twice',
    mend: (text) => {
      const inner = Base64.decode(text)
      const once = E.isLeft(inner) ? inner : Bytes.toText(inner.right)
      // The inner text must be printable ASCII, perhaps in lines.
      return E.isRight(once) && /^[\x20-\x7e\s]+$/.test(once.right) ? once.right : undefined
    },
  },
]

const most = 3

/** A signature of the largest key, in hexadecimal digits and then in Base64. */
const mostCharacters = 8192

/**
 * What `text` may mean, the fewest repairs first. Hexadecimal digits are Base64 of another length, too, so `fits` decides by the
 * length of the keys.
 */
export const meanings = (text: string, fits: (length: number) => boolean): ReadonlyArray<Meaning> => {
  if (text.length > mostCharacters) return []
  const found: Array<Meaning> = []
  const seen = new Set([text])
  let round: ReadonlyArray<readonly [string, ReadonlyArray<Repair>]> = [[text, []]]
  for (let depth = 0; depth <= most; depth++) {
    for (const [candidate, repairs] of round) {
      const bytes = Base64.decode(candidate)
      if (E.isRight(bytes) && fits(bytes.right.length)) found.push({ bytes: bytes.right, repairs })
    }
    round = round.flatMap(([candidate, repairs]) =>
      steps.flatMap(({ id, detail, mend }) => {
        const mended = mend(candidate)
        if (mended === undefined || seen.has(mended)) return []
        seen.add(mended)
        return [[mended, [...repairs, { id, detail }]] as const]
      }),
    )
  }
  return found
}
