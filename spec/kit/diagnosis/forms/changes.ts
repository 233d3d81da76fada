/** What single mistakes of the catalogue sign in place of a request's target or body, as texts: for laws about forms. */
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { type Draft, draftOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import type { Finding, Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert } from '../../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

export interface Wire {
  readonly target?: string
  readonly body?: string | Uint8Array
}

const bytesOf = (body: string | Uint8Array): Uint8Array => new Uint8Array(Buffer.from(body as string))

const rightDraft = ({ target = '/v1/jobs', body = '' }: Wire): Draft =>
  draftOf({ method: 'POST', target, timestamp: String(now), nonce: 'n-1', body: bytesOf(body), appId: 'app-1' })

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
export const reportOn = (sent: Wire, signed: Wire, budget = 200_000_000): Report => {
  const { target = '/v1/jobs', body = '' } = sent
  const whole = { ...sent, ...signed }
  const head = `POST\n${whole.target ?? target}\n${now}\nn-1\n`
  const text = Buffer.concat([Buffer.from(head), bytesOf(whole.body ?? body)])
  const authorization = [line(signatureOf(text))]
  return diagnose({ method: 'POST', target, authorization, body: bytesOf(body), keys, now }, hash, budget)
}

/** The one finding of an exact report on such a request. */
export const findingOn = (sent: Wire, signed: Wire): Finding => {
  const { exact, findings, alternatives } = reportOn(sent, signed)
  const [found, ...more] = findings
  assert.ok(found !== undefined && more.length === 0 && exact, JSON.stringify([signed, findings, alternatives]))
  return found
}
