/**
 * The text to sign as the output of `printf`, to which a shell script gave the text as its format. `%3D` is no conversion, and the output ends
 * there; `%2F` is one of a number that is missing, and becomes `0.000000`; `%%` becomes `%`.
 *
 *     GET␊/v1/jobs?text=a%3Db␊1700000000␊n-1␊    →    GET␊/v1/jobs?text=a
 */
import type { Bytes } from '../../../core/Bytes.ts'
import { type Draft, rewritable, standard, textOf } from '../Draft.ts'
import type { Telling } from '../Telling.ts'
import { utf8 } from './charsets.ts'
import type { Form } from './Respelling.ts'
import { printfUntilInvalid } from './shellFormat.ts'

const cutAtPercent = 'up to its first percent sign'
const printed = 'as the format of printf in a shell'

/** The output of printf, and the text up to its first percent sign, as of a function that prints nothing for any escape. */
export function* wholeFormat(draft: Draft): Generator<Form<Bytes>> {
  const text = draft.layout === standard ? (rewritable(textOf(draft)) ?? '') : ''
  const firstPercent = text.indexOf('%')
  // If only the body has percent signs, other mistakes change it in the same way.
  if (firstPercent < 0 || firstPercent >= text.length - (rewritable(draft.body) ?? '').length) return
  const cut = text.slice(0, firstPercent)
  const output = printfUntilInvalid(text)
  yield [`the whole text ${printed}`, utf8(output), 'late']
  if (cut !== output) yield [`the whole text ${cutAtPercent}`, utf8(cut), 'late']
}

/** The words for such a form, by its detail. */
export const wholeFormatTelling = (detail: string): Telling | undefined => {
  if (detail !== `the whole text ${printed}` && detail !== `the whole text ${cutAtPercent}`) return undefined
  return {
    what:
      detail === `the whole text ${printed}`
        ? 'The caller signed what printf of a shell writes if the whole text to sign is its format. In a format, a percent sign begins a conversion, and the output ends at the first one that is not valid.'
        : 'The caller signed the text only up to its first percent sign. Probably the whole text to sign was the format of printf or a similar function, where a percent sign begins a conversion.',
    remedy: 'Give the text to printf as an argument, not as the format: printf \'%s\' "$text".',
  }
}
