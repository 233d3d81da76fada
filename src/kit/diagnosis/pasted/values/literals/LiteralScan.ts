/**
 * The scan that literalTree.ts makes of a text: where it is, what it has found, and how a reader adds a literal. A reader is a function
 * `read…`. It reads what begins at the offset, moves the offset on, and answers true. If nothing of its kind begins there, it answers
 * false and changes nothing that another reader looks at.
 */
import type { Group, Text } from './Literal.ts'

/** Where the scan is, and what it has found so far. */
export interface LiteralScan {
  readonly source: string
  /** The root, and the groups whose closing bracket the scan has not met, each inside of the one before. */
  readonly stack: Array<{ readonly group: Group; readonly closer: string }>
  offset: number
  /** The name before a separator, whose value comes next. */
  key: string | undefined
  /** The last separator was `=>`, which Perl, PHP and Ruby write. */
  isArrow: boolean
  /** No comma since the last text: Python joins texts that follow one another. */
  isAdjacent: boolean
  /** The text is YAML: it has lists and names in lines of their own. */
  readonly isYaml: boolean
  /** For each quotation mark: up to here, the mark was searched in vain, each time to the end of its line. */
  readonly unclosedInLine: Map<string, number>
  /** Up to here, JSON without escapes was searched in vain. */
  unclosedJson: number
  /** The ends of these quotation marks and elements were searched in vain, to the end of the text. */
  readonly unclosed: Set<string>
  /** The last run of characters in which `readTarget` has looked for a target. `lastQuestionMark` is -1 if it has none. */
  run: { readonly from: number; readonly to: number; readonly lastQuestionMark: number }
  /** The last bracket or line end for which `readNames` has looked, and from where on. */
  listEnd: { readonly from: number; readonly at: number }
}

export const scanOf = (source: string, root: Group): LiteralScan => ({
  source,
  stack: [{ group: root, closer: '' }],
  offset: 0,
  key: undefined,
  isArrow: false,
  isAdjacent: false,
  isYaml: /^[ ]{0,64}(?:- )?[\w-]{1,64}:[ \t]{0,8}\r?$/m.test(source) && /^ {0,64}- \S/m.test(source),
  unclosedInLine: new Map(),
  unclosedJson: -1,
  unclosed: new Set(),
  run: { from: 0, to: 0, lastQuestionMark: -1 },
  listEnd: { from: 0, at: -1 },
})

export const innermostGroup = (scan: LiteralScan): Group => (scan.stack.at(-1) as { group: Group }).group

/** Puts a value into the innermost group, under the name that came before it. */
export const addItem = (scan: LiteralScan, literal: Text | Group): void => {
  innermostGroup(scan).items.push({ key: scan.key, value: literal })
  scan.key = undefined
}

/** Whether the end of a text in quotes is left out, and whether each byte of it is shown. */
export type QuotedKind = 'cut' | 'exact' | 'perhaps for the eye'

/** Adds a text in quotes that ends at this offset, and goes on after it. */
export const addQuoted = (scan: LiteralScan, to: number, readings: Text['readings'], kind: QuotedKind): void => {
  const quoted: Text = { _tag: 'Text', readings, isQuoted: true, from: scan.offset, to }
  if (kind === 'cut') addItem(scan, { ...quoted, isCut: true })
  else addItem(scan, kind === 'exact' ? { ...quoted, isExact: true } : quoted)
  scan.offset = to
}

export const isWordCharacter = (c: string | undefined): boolean => c !== undefined && /[\w$]/.test(c)

export const isHeadersName = (key: string | undefined): boolean =>
  key !== undefined && /^(?:[\w-]{1,64}\.){0,4}headers?$/i.test(key)
