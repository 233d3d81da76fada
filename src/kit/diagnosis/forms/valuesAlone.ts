/**
 * One value of a JSON body that was signed in place of all of it, as the text that a program reads from the body: for
 * `{"challenge":"3eZb","type":"x"}` it is `3eZb`. `partsAlone.ts` has the objects and lists, and the words for both.
 */
import { isJson } from './isJson.ts'
import { objectsIn } from './jsonSpans.ts'
import type { Form } from './Respelling.ts'

/** A longer text, deeper members and more values have too many forms. */
const maxLength = 65_536
const maxDepth = 2
const maxValues = 40

interface ValueText {
  readonly writing: string
  readonly text: string
}

/** The texts of a string or of a number. An empty text would match a body that was not signed at all. */
const textsOf = (literal: string): ReadonlyArray<ValueText> => {
  if (/^-?\d/.test(literal)) return [{ writing: '', text: literal }]
  const text = literal.startsWith('"') ? (JSON.parse(literal) as string) : ''
  return text === ''
    ? []
    : [
        { writing: '', text },
        { writing: ' in quotation marks', text: literal },
      ]
}

const end = ' alone was signed, not the whole body'

export function* valuesAlone(json: string): Generator<Form> {
  if (json.length > maxLength || !isJson(json)) return
  const members = objectsIn(json)
    .filter(({ depth }) => depth <= maxDepth)
    .flatMap((object) => object.members)
  const counts = new Map<string, number>()
  for (const { name, value } of members.slice(0, maxValues)) {
    const memberName = json.slice(...name)
    const count = (counts.get(memberName) ?? 0) + 1
    counts.set(memberName, count)
    const place = count === 1 ? memberName : `${memberName} (${count})`
    for (const { writing, text } of textsOf(json.slice(...value))) yield [`the value of ${place}${writing}${end}`, text]
  }
}
