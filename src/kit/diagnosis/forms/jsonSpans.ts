/** Where the objects of a JSON text and their members stand, so that a text can be changed and keeps its style. */
import { token } from './jsonText.ts'

/** From the first character to the one behind the last. */
type Span = readonly [from: number, to: number]

export interface ObjectSpan {
  /** Behind its brace, and at the closing one. */
  readonly inner: Span
  /** How many objects and arrays are round it. */
  readonly depth: number
  readonly members: ReadonlyArray<{ readonly name: Span; readonly whole: Span; readonly value: Span }>
}

interface Open {
  readonly isObject: boolean
  readonly from: number
  readonly members: Array<ObjectSpan['members'][number]>
  name?: Span | undefined
  valueFrom?: number | undefined
}

/** The objects of a valid JSON text, the outer ones first. */
export const objectsIn = (json: string): ReadonlyArray<ObjectSpan> => {
  const found: Array<ObjectSpan> = []
  const open: Array<Open> = []
  let end = 0
  const close = (): void => {
    const top = open.at(-1)
    if (top?.name === undefined) return
    const { name, valueFrom = end } = top
    top.members.push({ name, whole: [name[0], end], value: [valueFrom, end] })
    top.name = undefined
    top.valueFrom = undefined
  }
  for (const { 0: text, index } of json.matchAll(token)) {
    const top = open.at(-1)
    if (text === ',' || text === '}') close()
    else if (top?.isObject && top.name === undefined) top.name = [index, index + text.length]
    else if (top?.isObject && text !== ':') top.valueFrom ??= index
    if (text === '{' || text === '[') open.push({ isObject: text === '{', from: index + 1, members: [] })
    if (text === '}' || text === ']') {
      const { isObject, from, members } = open.pop() as Open
      if (isObject) found.push({ inner: [from, index], depth: open.length, members })
    }
    end = index + text.length
  }
  return found.toSorted((a, b) => a.depth - b.depth || a.inner[0] - b.inner[0])
}

/** The members of an object as they stand there. */
export const membersIn = (json: string, { members }: ObjectSpan): ReadonlyArray<string> =>
  members.map(({ whole }) => json.slice(...whole))

/** The text with these members in one of its objects, in the style of those that stand there. */
export const withMembers = (json: string, object: ObjectSpan, texts: ReadonlyArray<string>): string => {
  const { inner, members } = object
  const [from, to] = inner
  const gaps = members.slice(1).map(({ whole }, i) => json.slice(members[i]?.whole[1], whole[0]))
  const lead = json.slice(from, members[0]?.whole[0])
  const rest = json.slice(members.at(-1)?.whole[1], to)
  const written = texts.map((text, i) => (i === 0 ? lead : (gaps[i - 1] ?? gaps[0] ?? ',')) + text)
  return json.slice(0, from) + (texts.length === 0 ? '' : written.join('') + rest) + json.slice(to)
}
