/** Which values a known text may hold: a search leaves out all others, so it tries few texts. */
import type * as Bytes from '../../../core/Bytes.ts'
import type { Draft } from '../Draft.ts'
import { latin1 } from '../Received.ts'
import { type Space, slots, type Value } from './values.ts'

/**
 * The values that the text may hold: no other value can have led to it. A layout that writes the whole text anew, and so hides its
 * parts, never comes with a mistake in another slot.
 */
export const possibleValues = (space: Space, digested: Draft['digested'], text: Bytes.Bytes): Space => {
  const signedText = latin1(text)
  const digestKey = JSON.stringify(digested)
  return space.map((levels, i) =>
    levels.map((level, mistakes) => {
      const isPossible = ([key, { bytes }]: readonly [string, Value]): boolean => {
        if (slots[i] === 'digested') return key === digestKey
        if (slots[i] === 'layout' || mistakes === 0) return true
        return bytes.length <= text.length && signedText.includes(latin1(bytes))
      }
      return new Map([...level].filter(isPossible))
    }),
  )
}

/** The longest digest that programs print, with the words that they print beside it. */
const longestDigest = 160

/** Whether a text may be a digest, which does not show what it was made of: it is short, and of one line or two. */
export const mayBeDigest = (text: Bytes.Bytes): boolean =>
  text.length <= longestDigest && text.filter((byte) => byte === lineFeed).length < 2

const lineFeed = 0x0a
