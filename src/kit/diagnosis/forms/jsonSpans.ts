/**
 * The places of objects and members in a JSON text. A form that changes a member cuts it out of the text or puts another in, and all
 * white space around it stays.
 */

import { jsonToken } from './jsonText.ts'

/** From the first character to the one after the last, as arguments of `slice`. */
type Span = readonly [from: number, to: number]

export interface ObjectSpan {
  /** From after its opening brace to its closing one. */
  readonly inner: Span
  /** How many objects and arrays contain it. */
  readonly depth: number
  readonly members: ReadonlyArray<{ readonly name: Span; readonly whole: Span; readonly value: Span }>
}

/** An object or array whose end the reader has not met. */
interface Open {
  readonly isObject: boolean
  readonly from: number
  readonly members: Array<ObjectSpan['members'][number]>
  name?: Span | undefined
  valueFrom?: number | undefined
}

/** The objects of a valid JSON text, the outer ones first. */
export const objectsIn = (json: string): ReadonlyArray<ObjectSpan> => {
  const objects: Array<ObjectSpan> = []
  const open: Array<Open> = []
  let end = 0
  const close = (): void => {
    const top = open.at(-1)
    if (top?.name === undefined) return
    const { name: nameSpan, valueFrom = end } = top
    top.members.push({ name: nameSpan, whole: [nameSpan[0], end], value: [valueFrom, end] })
    top.name = undefined
    top.valueFrom = undefined
  }
  for (const { 0: lexeme, index } of json.matchAll(jsonToken)) {
    const top = open.at(-1)
    // In an object a name comes first, then a colon, then the value.
    if (lexeme === ',' || lexeme === '}') close()
    else if (top?.isObject && top.name === undefined) top.name = [index, index + lexeme.length]
    else if (top?.isObject && lexeme !== ':') top.valueFrom ??= index
    if (lexeme === '{' || lexeme === '[') open.push({ isObject: lexeme === '{', from: index + 1, members: [] })
    if (lexeme === '}' || lexeme === ']') {
      const { isObject, from: start, members } = open.pop() as Open
      if (isObject) objects.push({ inner: [start, index], depth: open.length, members })
    }
    end = index + lexeme.length
  }
  return objects.toSorted((a, b) => a.depth - b.depth || a.inner[0] - b.inner[0])
}

/** The text of each member of an object. */
export const membersIn = (json: string, { members }: ObjectSpan): ReadonlyArray<string> =>
  members.map(({ whole: memberSpan }) => json.slice(...memberSpan))

/**
 * The JSON text with these members in place of those of one of its objects. The white space before, between and after the object's own
 * members stays.
 */
export const withMembers = (json: string, object: ObjectSpan, memberTexts: ReadonlyArray<string>): string => {
  const { inner, members } = object
  const [start, stop] = inner
  const gaps = members.slice(1).map(({ whole: memberSpan }, i) => json.slice(members[i]?.whole[1], memberSpan[0]))
  const lead = json.slice(start, members[0]?.whole[0] ?? stop)
  const tail = json.slice(members.at(-1)?.whole[1] ?? stop, stop)
  const written = memberTexts.map((memberText, i) => (i === 0 ? lead : (gaps[i - 1] ?? gaps[0] ?? ',')) + memberText)
  return json.slice(0, start) + (memberTexts.length === 0 ? '' : written.join('') + tail) + json.slice(stop)
}
