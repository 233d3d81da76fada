/**
 * The words for characters of one kind that the sent body has and the signed one lacks, or has as another character:
 *
 *     signed "a  cat", sent "a 🐟 cat"            without its characters beyond U+FFFF
 *     signed "a cat", sent "a\u00a0cat"           a space for each no-break space
 */
import type { Telling } from './Telling.ts'

interface Kind {
  readonly matches: RegExp
  /** What may be in the place of such a character, if it is not left out. */
  readonly marks: ReadonlyArray<string>
  readonly without: Telling
  readonly withMark?: (mark: string) => Telling
}

const keepText = 'Make the text of the body once. Then sign and send exactly this text.'
const keepEmoji = 'Sign and send the same text, with these characters. In MySQL, use utf8mb4.'
const ofThreeBytes =
  'Programs do this that hold at most three bytes or one UTF-16 unit for a character, as utf8 of MySQL does.'

const kinds: ReadonlyArray<Kind> = [
  {
    matches: /[\u{10000}-\u{10ffff}]/gu,
    marks: ['?', '????', '??'],
    without: {
      detail: 'without characters beyond U+FFFF',
      what: `The caller signed the body without its characters beyond U+FFFF, such as emoji, but sent it with them. ${ofThreeBytes}`,
      remedy: keepEmoji,
    },
    withMark: (mark) => ({
      detail: `${mark} for each character beyond U+FFFF`,
      what: `The caller signed ${mark} in place of each character beyond U+FFFF, such as an emoji, but sent the characters. ${ofThreeBytes}`,
      remedy: keepEmoji,
    }),
  },
  {
    matches: /[\ufe00-\ufe0f]/g,
    marks: [],
    without: {
      detail: 'without variation selectors',
      what: 'The caller signed the body without its variation selectors, but sent it with them. Such a character, U+FE0F, comes after a sign that is shown as an emoji.',
      remedy: keepText,
    },
  },
  {
    matches: /[\u00ad\u200b-\u200d\u2060]/g,
    marks: [],
    without: {
      detail: 'without characters that have no width',
      what: 'The caller signed the body without its characters that have no width, such as U+200B, but sent it with them.',
      remedy: keepText,
    },
  },
  {
    matches: /[\u00a0\u202f]/g,
    marks: [' '],
    without: {
      detail: 'without no-break spaces',
      what: 'The caller signed the body without its no-break spaces, but sent it with them.',
      remedy: keepText,
    },
    withMark: () => ({
      detail: 'a space for each no-break space',
      what: 'The caller signed a space in place of each no-break space, but sent the no-break spaces.',
      remedy: keepText,
    }),
  },
]

/** Whether the text has letters beyond ASCII that are of none of these kinds. Without such letters, it may as well be in ASCII. */
const hasOtherLetters = (text: string): boolean =>
  /[^\0-\u007f]/.test(kinds.reduce((rest, { matches }) => rest.replace(matches, ''), text))

/** Undefined unless the bodies differ in characters of one kind alone, and in all of them. */
export const lostCharacters = (signed: string, sent: string): Telling | undefined => {
  if (signed === sent || /^[\0-\u007f]*$/.test(sent)) return undefined
  for (const { matches, marks, without, withMark } of kinds) {
    const pieces = sent.split(matches)
    if (pieces.length === 1) continue
    if (pieces.join('') === signed) return without
    const mark = marks.find((each) => pieces.join(each) === signed)
    if (mark !== undefined && (mark === ' ' || hasOtherLetters(sent))) return withMark?.(mark)
  }
  return undefined
}
