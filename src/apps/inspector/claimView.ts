/**
 * What the caller's own text proves, above the diagnosis: the verdict, and both texts where they differ and the search has not
 * met the signed one.
 */
import type { Claim } from '../../kit/diagnosis/claimedText.ts'
import { type ClaimVerdict, claimWords } from '../../kit/diagnosis/claimWords.ts'
import { utf8 } from '../../kit/diagnosis/forms/charsets.ts'
import { capital, counted } from '../../kit/diagnosis/numerals.ts'
import { bytesView, inline } from './bytesView.ts'
import { differences } from './differences.ts'
import { el } from './element.ts'
import { say } from './language.ts'

const kinds: Readonly<Record<ClaimVerdict, string>> = {
  proven: 'good',
  'as it arrived': 'good',
  'not signed': 'warn',
  'changed on the way': 'warn',
  'not known': 'plain',
}

/** As the page calls it. */
const textName = 'the text that you gave'

export const claimView = (claim: Claim, isRecovered: boolean): ReadonlyArray<HTMLElement> => {
  const { verdict, headline, message } = claimWords(claim, textName)
  return [
    el(
      'div.titled',
      el('h3', say("The caller's own text")),
      el('span', { class: `tag ${kinds[verdict]}` }, capital(say(verdict))),
    ),
    el('p.headline', inline(utf8(say(`${capital(headline)}.`)))),
    el('p.explains', inline(utf8(say(message)))),
    ...(isRecovered ? [] : sidesOf(claim)),
  ]
}

/** The same for screen readers. */
export const claimInWords = (claim: Claim): string => {
  const { verdict, headline } = claimWords(claim, textName)
  return `${say(`The caller's own text: ${verdict}.`)} ${say(`${capital(headline)}.`)}`
}

const sidesOf = (claim: Claim): ReadonlyArray<HTMLElement> => {
  if (claim._tag !== 'Signed' || claim.difference === undefined) return []
  const { text, expected } = claim
  const stretches = differences(text, expected)
  const side = (title: string, bytes: Uint8Array, part: 'signed' | 'expected'): HTMLElement =>
    el(
      'figure',
      el('h4', say(title)),
      bytesView(
        bytes,
        title,
        stretches.map((stretch) => stretch[part]),
      ),
      el('figcaption', say(counted(bytes.length, 'byte'))),
    )
  return [
    el(
      'div.sides',
      side('What the caller signed', text, 'signed'),
      side('What a verifier expects', expected, 'expected'),
    ),
  ]
}
