/**
 * The words for a mistake that was found, by the text that was recovered. The catalogue says what a mistake is in general; the
 * text shows which characters differ, whatever form of the mistake led to it.
 */
import { type Draft, rewritable } from './Draft.ts'
import { jsonDifference } from './jsonDifference.ts'
import type { Telling } from './Telling.ts'
import { escapeDifference, targetDifference } from './targetDifference.ts'

const redirected: Readonly<Record<string, Telling>> = {
  'HEAD GET': {
    what: 'The caller signed HEAD, and GET arrived: a CDN or a proxy turned one into the other.',
    remedy: 'Let the CDN pass HEAD as it is, or send GET.',
  },
  'POST GET': {
    what: 'The caller signed POST, and GET arrived: a redirect turned one into the other, or the client was told no method.',
    remedy: 'Call the address to which the redirect leads, with the method that is signed.',
  },
}

/** What the text says of a mistake in one part, if it says more than the catalogue; `isAlone`: no other changes that part. */
export const tellingOf = (id: string, signed: Draft, right: Draft, isAlone: boolean): Telling | undefined => {
  if (!isAlone) return undefined
  switch (id) {
    case 'method-other':
      return redirected[`${signed.method} ${right.method}`]
    case 'target-other':
      return targetDifference(signed.target, right.target)
    case 'target-decoded':
    case 'target-reencoded':
      return escapeDifference(signed.target, right.target)
    case 'body-reserialized':
      return jsonDifference(rewritable(signed.body) ?? '', rewritable(right.body) ?? '')
    default:
      return undefined
  }
}
