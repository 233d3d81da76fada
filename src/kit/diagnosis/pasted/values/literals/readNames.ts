/**
 * Readers of brackets and of names, for literalTree.ts. A bracket opens a group. A separator makes the literal before it the name of the
 * value after it.
 *
 *     headers: { Accept: '*\/*' }      [Accept] => *\/*       Accept:[text/html, text/plain]
 */

import { matchAt } from '../../matchAt.ts'
import type { Group, Text } from './Literal.ts'
import { addItem, innermostGroup, isHeadersName, type LiteralScan } from './LiteralScan.ts'
import { readBareValue } from './readBare.ts'

/** No request is nested deeper; further brackets hold nothing. */
const maxDepth = 64

export const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }

/** A list of bare words, in one line. */
const flatList = /\[([^[\]{}"'\n]*)\]/y

export const openBracket = (scan: LiteralScan, bracket: string): void => {
  if (bracket === '[' && (readPropertyName(scan) || readHeaderAssignments(scan) || readFlatList(scan))) return
  const { source, offset: bracketOffset } = scan
  const group: Group = { _tag: 'Group', items: [], from: bracketOffset, to: bracketOffset }
  const previousItem = innermostGroup(scan).items.at(-1)
  const isAfterName = scan.key === undefined && previousItem?.key !== undefined
  if (isAfterName && isTypeName(previousItem.value, source, bracketOffset)) {
    // In `client: Payload: {` the name of a logger stands before the name of the value.
    const secondName = previousItem.value._tag === 'Text' && /^(\w{1,64}):$/.exec(previousItem.value.readings[0])?.[1]
    if (secondName) innermostGroup(scan).items.splice(-1, 1, { key: secondName, value: group })
    else previousItem.value = group
  } else addItem(scan, group)
  if (scan.stack.length < maxDepth) scan.stack.push({ group, closer: closers[bracket] as string })
  scan.key = undefined
  scan.isAdjacent = false
  scan.offset++
}

/** A property of an object of PHP: `["uri":"A\\B":private]=>`, `["uri":protected]=>`, and `[uri:A\\B:private] =>` of print_r. */
const propertyName = /\["?(\w{1,128})"?(?::"?[\w\\@/]{1,256}"?)?:(?:private|protected)\][ \t]{0,8}=>[ \t]{0,8}/y

const readPropertyName = (scan: LiteralScan): boolean => {
  const nameMatch = matchAt(propertyName, scan.source, scan.offset)
  if (nameMatch === null) return false
  scan.key = nameMatch[1]
  scan.isArrow = true
  scan.isAdjacent = false
  scan.offset += nameMatch[0].length
  if (!/["'`[({\n]/.test(scan.source[scan.offset] ?? '\n')) readBareValue(scan)
  return true
}

/** `headers[host=h;accept=text/html]` and `Headers[Host=h Accept=text/html]`, in one line. */
const headerAssignments = /\[[\w-]{1,128}=/y

const endOfAssignments = /\](?=,|\s|$)|\n/g

/** No list is longer. */
const longestList = 65_536

/** What is in the brackets. An end is looked for once: a text such as `headers[a=b headers[a=b` has many beginnings. */
const assignmentsAt = (scan: LiteralScan, bracketOffset: number): string | undefined => {
  const { source } = scan
  if (matchAt(headerAssignments, source, bracketOffset) === null) return undefined
  if (bracketOffset < scan.listEnd.from || bracketOffset >= scan.listEnd.at) {
    endOfAssignments.lastIndex = bracketOffset
    scan.listEnd = { from: bracketOffset, at: endOfAssignments.exec(source)?.index ?? source.length }
  }
  const { at } = scan.listEnd
  return source[at] === ']' && at - bracketOffset <= longestList ? source.slice(bracketOffset + 1, at) : undefined
}

/** What stands between two of them: a semicolon or a blank, and the next name. */
const betweenAssignments = /[; ](?=[\w-]{1,128}=)/

/**
 * A list of headers after the word `headers`, without a separator between the two. The items of an Authorization header look like further
 * headers behind a blank, so the auth type is joined with its first item, and an item that ends in a comma with the next.
 */
const readHeaderAssignments = (scan: LiteralScan): boolean => {
  const bracketOffset = scan.offset
  const { items: siblings } = innermostGroup(scan)
  const word = siblings.at(-1)
  const isAfterWord =
    word?.value._tag === 'Text' && word.value.to === bracketOffset && /^headers$/i.test(word.value.readings[0])
  const inside = isAfterWord && word.key === undefined ? assignmentsAt(scan, bracketOffset) : undefined
  if (inside === undefined) return false
  const fields: Array<string> = []
  for (const field of inside.split(betweenAssignments)) {
    const previous = fields.at(-1) ?? ''
    const isOfPrevious = /^authorization=(?:[\w-]{1,64}|.*,)$/i.test(previous)
    if (isOfPrevious) fields[fields.length - 1] = `${previous} ${field}`
    else fields.push(field)
  }
  const to = bracketOffset + inside.length + 2
  const items = fields.map((field) => {
    const [, name = '', value = ''] = /^([\w-]{1,128})=(.*)$/.exec(field) ?? []
    const text: Text = { _tag: 'Text', readings: [value], isQuoted: true, from: bracketOffset, to }
    return { key: name, value: text }
  })
  siblings.pop()
  scan.key = word?.value._tag === 'Text' ? word.value.readings[0] : undefined
  addItem(scan, { _tag: 'Group', items, from: bracketOffset, to })
  scan.isAdjacent = false
  scan.offset = to
  return true
}

/**
 * A flat list after a name is a text, as in a map of Go: `Accept:[text/html, text/plain]`. But a list of header fields is a group, and
 * brackets before a separator hold a name, as in PHP: `[Accept] => `.
 */
const readFlatList = (scan: LiteralScan): boolean => {
  const { source, offset: bracketOffset, key } = scan
  const listMatch = key === undefined ? null : matchAt(flatList, source, bracketOffset)
  if (listMatch === null) return false
  const [list, inside = ''] = listMatch
  const isFieldList = isHeadersName(key) && /^[\w-]{1,128}:(?!\/\/)/.test(inside)
  const listEnd = bracketOffset + list.length
  if (isFieldList || matchAt(separator, source, listEnd) !== null) return false
  addItem(scan, { _tag: 'Text', readings: [inside, list], isQuoted: false, from: bracketOffset, to: listEnd })
  scan.offset = listEnd
  return true
}

/** `Headers {`, `URL(`, and `Array` in the line before: the name of a type and no value. */
const isTypeName = (previous: Text | Group, source: string, bracketOffset: number): boolean => {
  if (previous._tag === 'Group' || previous.isQuoted || bracketOffset - previous.to > 64) return false
  const between = source.slice(previous.to, bracketOffset)
  return /^[ \t]*<?$/.test(between) || (/^\s*$/.test(between) && /^(?:Array|\S+ Object)$/.test(previous.readings[0]))
}

/** Closes the innermost group with this bracket, and all groups inside of it. A bracket without a partner is skipped. */
export const closeBracket = (scan: LiteralScan, bracket: string): void => {
  scan.offset++
  const openGroup = scan.stack.findLastIndex(({ closer }) => closer === bracket)
  if (openGroup < 0) return
  for (const { group } of scan.stack.slice(openGroup)) group.to = scan.offset
  scan.stack.length = openGroup
  scan.key = undefined
  scan.isAdjacent = false
}

// ---- Names

const separator = /[ \t]{0,64}(?:=>|:(?!\/\/)|=(?![>=]))[ \t]{0,64}/y

/** The literal before the separator becomes the name of the value that follows. */
export const readSeparator = (scan: LiteralScan): boolean => {
  const { source, offset } = scan
  const separatorMatch = matchAt(separator, source, offset)
  if (separatorMatch === null) return false
  const { items: siblings } = innermostGroup(scan)
  const previousItem = siblings.at(-1)
  const candidateName = nameOf(previousItem?.value)
  // A name whose value is missing stays the name: a separator after it begins a symbol of Ruby.
  if (scan.key !== undefined || previousItem === undefined || candidateName === undefined) return false
  const isClose = /^[ \t\n]*$/.test(source.slice(previousItem.value.to, offset).slice(-16))
  // The hour of a time is no name.
  const isTime = /^\d{1,2}$/.test(candidateName) && /^:\d\d/.test(source.slice(offset, offset + 3))
  // Neither is the process of a log: `D/MyApi ( 4242): url=…`.
  const isProcess =
    previousItem.value._tag === 'Group' && /^\d+$/.test(candidateName) && separatorMatch[0].startsWith(':')
  if (!isClose || isTime || isProcess) return false
  siblings.pop()
  scan.key = candidateName
  scan.isArrow = separatorMatch[0].includes('=>')
  scan.isAdjacent = false
  scan.offset += separatorMatch[0].length
  const touchesName = offset === previousItem.value.to
  const isEmpty =
    touchesName && /^=[ \t]+$/.test(separatorMatch[0]) && matchAt(assignment, source, scan.offset) !== null
  if (isEmpty) addNothing(scan)
  else if (!/["'`[({\n]/.test(source[scan.offset] ?? '\n')) readBareValue(scan)
  return true
}

/** The next name of a line in which each name touches its value: `body= method=GET`. */
const assignment = /[A-Za-z_][\w.-]{0,63}=(?![=>])/y

/** The empty value of a name. */
const addNothing = (scan: LiteralScan): void => {
  const { offset } = scan
  addItem(scan, { _tag: 'Text', readings: [''], isQuoted: true, from: offset, to: offset })
}

/** The name that a literal may be: a short text, or a short text alone in brackets, as PHP has it in `[name] => `. */
const nameOf = (literal: Text | Group | undefined): string | undefined => {
  const inside = literal?._tag === 'Group' && literal.items.length === 1 ? literal.items[0]?.value : literal
  if (inside?._tag !== 'Text' || inside.readings[0].length > 256) return undefined
  const [name] = inside.readings
  // The hyphens of ` -- : ` are no name. In quotes they are: `{"--":1}`.
  return !inside.isQuoted && /^[-=>]{1,8}$/.test(name) ? undefined : name
}
