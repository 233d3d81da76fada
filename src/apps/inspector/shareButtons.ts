/**
 * Passes a result on: as Markdown, or as a link that opens it again. Nothing is sent; the clipboard gets it.
 */
import * as E from 'fp-ts/lib/Either.js'
import { copyButton } from './copyButton.ts'
import { el } from './element.ts'
import { fragmentOf } from './link.ts'
import { type Finished, ticket } from './ticket.ts'

/** None without a secure context, which has no clipboard. */
export const shareButtons = (finished: Finished): ReadonlyArray<HTMLElement> => {
  const markdown = copyButton('Copy as Markdown', () => ticket(finished))
  if (markdown === undefined) return []
  const fragment = fragmentOf(finished.inspection)
  const link = E.isRight(fragment)
    ? copyButton('Copy a link', () => location.href.replace(/#.*$/s, '') + fragment.right)
    : el('span', { class: 'says' }, `No link: ${fragment.left}.`)
  return [markdown, link].filter((part) => part !== undefined)
}
