/**
 * The reader of texts in quotation marks, for literalTree.ts. It answers three questions, one after the other:
 *
 *  1 Where does the text end? closingQuote.ts finds the mark that closes it.
 *
 *        {'a': 'it\'s'}            at the last mark
 *
 *  2 What does it mean? Languages differ in what a backslash and a line end do, so a text has several readings (`readingsOf`).
 *
 *        "a\nb"                    two lines, or, in Perl's single quotes, a backslash and an n
 *
 *  3 Does it go on with the text before it? Then both are one text of the tree (`isContinuation`).
 *
 *        'a\n' + 'b'               Node: a text of two lines
 *
 * Notations with rules of their own, such as three quotation marks, are in readQuotedNotations.ts.
 */
import { matchAt } from '../../matchAt.ts'
import { inBackslashes } from '../../wireText.ts'
import { endOfQuoted } from './closingQuote.ts'
import type { Text } from './Literal.ts'
import { addQuoted, innermostGroup, type LiteralScan, type QuotedKind } from './LiteralScan.ts'

export const readQuoted = (scan: LiteralScan): boolean => {
  const { source, offset: openingQuote } = scan
  const end = endOfQuoted(scan)
  if (end === undefined) return false
  const quote = source[openingQuote] as string
  const inside = source.slice(openingQuote + 1, end)
  const isYamlValue = scan.isYaml && scan.stack.length === 1
  const readings = readingsOf(inside, quote, scan.isArrow, isYamlValue)
  // Perl and PHP print a line end inside of single quotes as it is. Elsewhere it may have come from a program that wraps lines.
  const isExact = !inside.includes('\n') || (quote === "'" && scan.isArrow)
  const previousItem = innermostGroup(scan).items.at(-1)
  if (previousItem?.value._tag === 'Text' && isContinuation(scan, previousItem.value, end)) {
    previousItem.value = joinTexts(previousItem.value, { reading: readings[0], isExact, to: end + 1 })
    scan.offset = end + 1
  } else addQuoted(scan, end + 1, readings, kindOf(source, end, isExact))
  scan.isAdjacent = true
  return true
}

const kindOf = (source: string, end: number, isExact: boolean): QuotedKind => {
  // strace and Go's dumps write an ellipsis after a text that they have cut.
  if (source.startsWith('...', end + 1)) return 'cut'
  return isExact ? 'exact' : 'perhaps for the eye'
}

// ---- What a text means

/** What the inside of quotation marks may mean, the likeliest first. */
const readingsOf = (inside: string, quote: string, isAfterArrow: boolean, isYamlValue: boolean): Text['readings'] => {
  const hasOneMeaning = !/[\\\n]|''/.test(inside)
  if (hasOneMeaning) return [inside]
  const escaped = inBackslashes(inside)
  const singleQuoted = unescapeSingleQuoted(inside)
  const yamlDoubleQuoted = inBackslashes(foldLines(inside))
  const yamlSingleQuoted = foldLines(inside).replaceAll("''", "'")

  const candidates: Array<string> = []
  if (isYamlValue) candidates.push(quote === '"' ? yamlDoubleQuoted : yamlSingleQuoted)
  // Perl, PHP and Ruby write `=>`, and \n in their single quotes is a backslash and an n.
  const isOfPerl = quote === "'" && isAfterArrow
  if (isOfPerl) candidates.push(singleQuoted)
  candidates.push(escaped)
  if (inside.includes('\n')) candidates.push(yamlDoubleQuoted, yamlSingleQuoted)
  candidates.push(singleQuoted, inside)

  const [likeliest = inside, ...otherReadings] = new Set(candidates)
  return [likeliest, ...otherReadings]
}

/** In single quotes of PHP, Perl and Ruby a backslash escapes only a quotation mark and a backslash. */
const unescapeSingleQuoted = (inside: string): string => inside.replace(/\\([\\'])/g, '$1')

/** YAML folds the lines of a quoted text: a line end with the blanks around it is one space. */
const foldLines = (inside: string): string => inside.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, ' ')

// ---- Texts that go on

/** Whether the text from the offset to `end` goes on with the text before it: adjacent literals of Python, and what Node joins by `+`. */
const isContinuation = (scan: LiteralScan, previous: Text, end: number): boolean => {
  const { source, offset, isAdjacent, key } = scan
  if (!isAdjacent || key !== undefined) return false
  const between = source.slice(previous.to, offset).slice(0, 256)
  const isJoined = /^[ \t]*(?:\+\s*|\r?\n[ \t]*[bBuUrR]?)$/.test(between)
  if (!isJoined) return false
  // `'b' => …`, `'b' = …`, `'b': …`: a name begins the next item.
  const isName = /^[ \t]*(?:=>|=[ \t]|:[ \t])/.test(source.slice(end + 1, end + 9))
  if (isName) return false
  // Clojure writes the value of a name in the next line: `{"Accept" ⏎ "text/html"`.
  const { items, from: groupStart } = innermostGroup(scan)
  const isValueOfName = source[groupStart] === '{' && items.at(-1)?.key === undefined && !between.includes('+')
  return !isValueOfName
}

interface Continuation {
  readonly reading: string
  readonly isExact: boolean
  readonly to: number
}

/** A text with its continuation. It is exact only if both parts are. */
const joinTexts = ({ isExact, ...previous }: Text, continuation: Continuation): Text => {
  const joined: Text = { ...previous, readings: [previous.readings[0] + continuation.reading], to: continuation.to }
  return isExact === true && continuation.isExact ? { ...joined, isExact: true } : joined
}

const plus = /\+\s{1,128}(?=["'`])/y

/** Skips the `+` between two pieces of a text, as Node prints a text of several lines. */
export const readPlus = (scan: LiteralScan): boolean => {
  const plusMatch = scan.isAdjacent ? matchAt(plus, scan.source, scan.offset) : null
  if (plusMatch === null) return false
  scan.offset += plusMatch[0].length
  return true
}
