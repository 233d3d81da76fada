/**
 * One object or list of a JSON body, signed in place of all of it, at any depth: as it is in the body, or as a program writes that has read it.
 *
 *     {"data":{"z":1,"a":[2]}}     {"z":1,"a":[2]}      the value of "data"
 *                                  {"a":[2],"z":1}      the value of "data", written anew
 *                                  [2]                  the value of "a"
 *
 * `valuesAlone.ts` has strings and numbers, and `changedBody.ts` the values of the outermost object as they are.
 */
import type { Telling } from '../Telling.ts'
import { formsOfMembers } from './formFields.ts'
import { isJson } from './isJson.ts'
import { jsonToken, treeOf, writerOf } from './jsonText.ts'
import type { Form } from './Respelling.ts'
import { usualStyles } from './serializers.ts'

/** A longer text, and more parts, have too many forms. */
const maxLength = 65_536
const maxParts = 40
/** At most so many parts are written anew. */
const maxAnew = 10
/** Programs take the member `data` of the outermost object and serialize that. Deeper parts are written anew in few styles. */
const deepStyles: ReadonlyArray<string> = ['spaced', 'pretty-2', 'sorted', 'php']

/** An object or a list within the outermost one. */
interface Part {
  /** How the words name it: `the value of "data"`, `item 2 of "stages"`. */
  readonly place: string
  readonly text: string
  /** How many objects and lists contain it. */
  readonly depth: number
}

/** An object or a list whose end the reader has not met. */
interface Open {
  readonly place: string
  readonly from: number
  readonly isList: boolean
  /** The name before the value that comes next, or the name of the list that holds it. */
  name: string
  items: number
}

const partsIn = (json: string): ReadonlyArray<Part> => {
  const open: Array<Open> = []
  const parts: Array<Part> = []
  for (const { 0: token, index } of json.matchAll(jsonToken)) {
    const holder = open.at(-1)
    if (token === '{' || token === '[') {
      const name = holder?.name ?? 'the list'
      const place = holder?.isList === true ? `item ${holder.items + 1} of ${name}` : `the value of ${name}`
      open.push({ place, from: index, isList: token === '[', name, items: 0 })
    } else if (token === '}' || token === ']') {
      const { place, from } = open.pop() as Open
      if (open.length > 0) parts.push({ place, text: json.slice(from, index + 1), depth: open.length })
    } else if (token === ',' && holder !== undefined) holder.items++
    // The last string before a value is its name.
    else if (holder?.isList === false && token.startsWith('"')) holder.name = token
  }
  return numberRepeated(parts.toSorted((a, b) => a.depth - b.depth))
}

/** The parts with a number after each place that is not the first of its name: `the value of "size" (2)`. */
const numberRepeated = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> => {
  const counts = new Map<string, number>()
  return parts.map((part) => {
    const count = (counts.get(part.place) ?? 0) + 1
    counts.set(part.place, count)
    return count === 1 ? part : { ...part, place: `${part.place} (${count})` }
  })
}

const end = ' alone was signed, not the whole body'
const anew = ', and it was written anew'

/** Whether a text has something in its brackets: `{}` is signed for other reasons. */
const holdsSomething = (text: string): boolean => /^[[{]\s*[^\s\]}]/.test(text)

/** The part in the styles of most callers, and as a form. */
function* writtenAnew({ place, text, depth }: Part, wanted?: string): Generator<Form> {
  const writer = writerOf(treeOf(text), { most: 4 * text.length + 1024, wanted })
  const written = new Set([text])
  const isOuter = depth === 1
  for (const [name, style] of usualStyles())
    if (isOuter || deepStyles.includes(name)) written.add(writer.write(style) ?? text)
  for (const [, form] of isOuter ? formsOfMembers(treeOf(text)) : []) written.add(form)
  written.delete(text)
  for (const [i, writing] of [...written].entries()) yield [`${place}${end}${anew} (${i + 1})`, writing]
}

/** The parts alone. `changedBody.ts` has those of the outermost object as they are. With `wanted`, at least those that are this text. */
export function* partsAlone(json: string, wanted?: string): Generator<Form> {
  if (json.length > maxLength || !/^\s*[[{]/.test(json) || !isJson(json)) return
  const parts = partsIn(json).filter(({ text }) => holdsSomething(text))
  const isOfOutermost = ({ depth, place }: Part): boolean => depth === 1 && !place.startsWith('item ')
  const further = parts.filter((part) => !isOfOutermost(part))
  for (const { place, text } of further.slice(0, maxParts)) yield [place + end, text]
  for (const part of parts.slice(0, maxAnew)) yield* writtenAnew(part, wanted)
}

const ofPart =
  /^(.*?)(?: \(\d+\))?(?: in quotation marks)? alone was signed, not the whole body(, and it was written anew \(\d+\))?$/s

/** Says which part was signed, by the detail of such a form, or of one of `valuesAlone.ts`. */
export const partTelling = (detail: string): Telling | undefined => {
  const [, place, isAnew] = ofPart.exec(detail) ?? []
  if (place === undefined) return undefined
  return {
    detail: isAnew === undefined ? `only ${place}` : `only ${place}, and it was written anew`,
    what:
      isAnew === undefined
        ? `The caller signed only ${place}, not the whole body.`
        : `The caller signed only ${place}, not the whole body. It wrote this part anew before signing.`,
    remedy: 'Sign all bytes of the body, exactly as they are sent.',
  }
}
