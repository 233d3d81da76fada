/**
 * The verdict in a box, told by words and a sign and not by colour alone.
 */

import type { Judgement } from './dryVerify.ts'
import { type Child, code, el } from './element.ts'
import { capital } from './words.ts'

export const verdictView = (judgement: Judgement): HTMLElement => {
  switch (judgement.outcome) {
    case 'accept':
      return banner(
        'good',
        '✓',
        'Accepted',
        el('p', 'The signature is right; the request was signed by ', code(judgement.appId), '.'),
        judgement.fingerprint === undefined
          ? undefined
          : el('p.meta', `Key sha256:${judgement.fingerprint.slice(0, 8)}`),
      )
    case 'reject':
      return banner('bad', '✗', 'Refused', el('p', code(judgement.reason), ` – ${judgement.message}.`))
    case 'none':
      return banner('warn', '?', 'No verdict', el('p', `${capital(judgement.why)}.`))
  }
}

const banner = (kind: string, sign: string, title: string, ...rest: ReadonlyArray<Child>): HTMLElement =>
  el(
    'div',
    { class: `verdict ${kind}` },
    el('span.sign', { 'aria-hidden': 'true' }, sign),
    el('div', el('h3', title), ...rest),
  )

/** The same for screen readers. */
export const verdictInWords = (judgement: Judgement): string => {
  switch (judgement.outcome) {
    case 'accept':
      return `Accepted. The request was signed by ${judgement.appId}.`
    case 'reject':
      return `Refused: ${judgement.reason.replaceAll('_', ' ')}. ${judgement.message}.`
    case 'none':
      return `No verdict: ${judgement.why}.`
  }
}
