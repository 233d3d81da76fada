/**
 * A form that was signed with one mark more: as a loop writes it that puts an & after each field, as `location.search` gives a query,
 * or with the & of a loop that writes before each field. For `b=2&a=x+y`:
 *
 *     b=2&a=x+y&      ?b=2&a=x+y      a=x y&b=2&      which is sorted, without escapes, and has the & of a loop
 */
import type { Telling } from '../Telling.ts'
import { decodeForm } from './percent.ts'
import type { Form } from './Respelling.ts'

interface Mark {
  readonly detail: string
  readonly sentence: string
  readonly remedy: string
  readonly put: (formText: string) => string
}

const joinWithOne = 'Write one & between two fields, and none at the ends. Then sign and send this form.'

const marks: ReadonlyArray<Mark> = [
  {
    detail: 'a stray & at the end of the form',
    sentence: 'The caller signed a stray & at the end of the form. A loop that writes an & after each field does this.',
    remedy: joinWithOne,
    put: (formText) => `${formText}&`,
  },
  {
    detail: 'a stray & at the beginning of the form',
    sentence:
      'The caller signed a stray & at the beginning of the form. A loop that writes an & before each field does this.',
    remedy: joinWithOne,
    put: (formText) => `&${formText}`,
  },
  {
    detail: 'a question mark before the form',
    sentence:
      'The caller signed a question mark before the form. Only in a target does it stand before the parameters.',
    remedy:
      'Sign the body exactly as it is sent, without the question mark. In JavaScript, search of a URL begins with it.',
    put: (formText) => `?${formText}`,
  },
]

/** The form in the styles of those who write it by hand. */
const stylesOf = (formText: string): ReadonlyArray<readonly [details: ReadonlyArray<string>, text: string]> => {
  const sorted = formText.split('&').toSorted().join('&')
  return [
    [[], formText],
    [['without escapes'], decodeForm(formText)],
    [['sorted'], sorted],
    [['sorted', 'without escapes'], decodeForm(sorted)],
  ]
}

export function* markedForms(formText: string): Generator<Form> {
  for (const { detail, put } of marks)
    for (const [details, text] of stylesOf(formText)) yield [[detail, ...details].join(', '), put(text), 'alone']
}

/** The words for such a form, by its detail. */
export const markedTelling = (detail: string): Telling | undefined => {
  const mark = marks.find((candidate) => detail.startsWith(candidate.detail))
  if (mark === undefined) return undefined
  const styles = detail.slice(mark.detail.length + 2)
  const what =
    styles === '' ? mark.sentence : `${mark.sentence} It also signed the form ${styles.replace(', ', ' and ')}.`
  return { detail, what, remedy: mark.remedy }
}
