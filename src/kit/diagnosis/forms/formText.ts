/**
 * A form (application/x-www-form-urlencoded) in other texts of the same fields: with other escapes, other lists and values, or
 * in another order.
 */
import { halfRespelledFields, respelledFields } from './components.ts'
import { distinct } from './distinct.ts'
import { respelledValues } from './fieldValues.ts'
import { decodings, reencodings, reorderings } from './percent.ts'
import type { Form } from './Respelling.ts'

/** At least one name with its value, and nothing that begins another kind of text. */
const form = /^[^\s=&{}<>"]+=[^&\r\n]*(?:&[^&\r\n]*)*$/

const maxLength = 16_384

export const isForm = (text: string): boolean => text.length <= maxLength && form.test(text)

/** What is done to the query of a target, done to a form. */
const asQuery = (forms: (target: string) => Iterable<Form>, text: string): ReadonlyArray<Form> =>
  Array.from(forms(`?${text}`), ([detail, target, rare]) => [detail, target.slice(1), rare])

/** The same fields as another library writes them. The rare forms come last. */
export function* respelledForms(text: string): Generator<Form> {
  if (!isForm(text)) return
  const forms = [
    ...asQuery(decodings, text).map(([detail, ...more]): Form => [`decoded: ${detail}`, ...more]),
    ...asQuery(reencodings, text),
    ...respelledFields(text),
    ...respelledValues(text),
    ...asQuery(reorderings, text),
    ...halfRespelledFields(text),
  ]
  const isRare = ([, , rare]: Form): boolean => rare !== undefined
  yield* distinct(
    [text],
    {},
    forms.filter((each) => !isRare(each)),
    forms.filter(isRare),
  )
}
