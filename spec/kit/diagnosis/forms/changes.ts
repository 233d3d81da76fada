/** What single mistakes of the catalogue sign in place of a request's target or body, as texts: for laws about forms. */
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import type { Finding, Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { onlyFinding, reportOnText, rightDraft, textToSign } from '../../../support/signedText.ts'

export interface Wire {
  readonly target?: string
  readonly body?: string | Uint8Array
}

const bytesOf = (body: string | Uint8Array): Uint8Array => new Uint8Array(Buffer.from(body as string))

/** The targets, or the bodies in Latin-1, that these mistakes sign in place of what was sent. */
export const signedBy = (ids: ReadonlyArray<string>, part: 'target' | 'body', sent: Wire): ReadonlySet<string> => {
  const right = rightDraft(sent)
  const texts = new Set<string>()
  for (const mistake of catalogue.filter(({ id }) => ids.includes(id)))
    for (const { signed } of mistake.variations(right, hash)) {
      if (signed._tag !== 'Draft') continue
      const { target, body } = signed.change
      if (part === 'target' && target !== undefined) texts.add(target)
      if (part === 'body' && body !== undefined) texts.add(Buffer.from(body).toString('latin1'))
    }
  return texts
}

/** A body as it stands among those. */
export const inLatin1 = (body: string | Uint8Array): string => Buffer.from(body as string).toString('latin1')

/** The report on a request in which another target or body was signed. The budget of most specs is enough for one mistake. */
export const reportOn = (sent: Wire, signed: Wire, budget?: number): Report => {
  const { target = '/v1/jobs', body = '' } = { ...sent, ...signed }
  return reportOnText(Buffer.concat([Buffer.from(textToSign({ target })), bytesOf(body)]), sent, budget)
}

/** The one finding of an exact report on such a request. */
export const findingOn = (sent: Wire, signed: Wire): Finding => onlyFinding(reportOn(sent, signed))
