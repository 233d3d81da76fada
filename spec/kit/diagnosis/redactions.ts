/**
 * What must not leave a report. A secret, or a value of a body that is left out, is planted in a request, and the caller makes each
 * mistake of the catalogue in some of its forms. Then no output of any kind has the value, in either language.
 */
import { randomBytes } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { maskedTexts, reportText } from '../../../src/apps/cli/reportText.ts'
import { fragmentOf } from '../../../src/apps/inspector/link.ts'
import type { AuthType } from '../../../src/core/AuthType.ts'
import type { Timestamp } from '../../../src/core/Timestamp.ts'
import type { Case } from '../../../src/kit/diagnosis/Case.ts'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { reportInChinese, say as sayChinese } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { english } from '../../../src/kit/diagnosis/chinese/Words.ts'
import { type Draft, draftOf, message, type View } from '../../../src/kit/diagnosis/Draft.ts'
import { differenceOf } from '../../../src/kit/diagnosis/difference.ts'
import { finding, inWordsOf } from '../../../src/kit/diagnosis/finding.ts'
import { headlineOf } from '../../../src/kit/diagnosis/headline.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { limitsOf } from '../../../src/kit/diagnosis/redaction.ts'
import { tellingOf } from '../../../src/kit/diagnosis/tellingOf.ts'
import { ticket } from '../../../src/kit/diagnosis/ticket.ts'
import { hash, line, now } from '../../support/planting.ts'
import { assert } from '../../support/suite.ts'

export const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))
const plain = (text: unknown): string => String(text)
const colours = { bold: plain, dim: plain, green: plain, red: plain, yellow: plain }
const settings = { authType: 'SVC-SHA256-RSA' as AuthType, maxAge: 300, maxSkew: 60 }
export const refusal = {
  outcome: 'reject',
  reason: 'signature_invalid',
  message: 'the signature is not valid',
} as const

/** A request, without its header. */
export type Sent = Pick<View, 'method' | 'target' | 'body' | 'host' | 'url'> & {
  readonly headers?: ReadonlyArray<readonly [string, string]>
}

export type Request = Sent & Pick<Case, 'authorization'> & { readonly now: number; readonly settings: typeof settings }

export const requestOf = (sent: Sent, authorization: ReadonlyArray<string>): Request => ({
  ...sent,
  authorization,
  now,
  settings,
})

/** Every output of this report, but for those of the library itself. */
export const outputsOf = (request: Request, found: Report): ReadonlyArray<string> => {
  const limits = limitsOf(request, found)
  const free = limits.withoutSecrets(found)
  const circumstances = { keys: 1 }
  const languages = [english, { say: sayChinese, inLanguage: reportInChinese }]
  const { settings: _, ...others } = request
  const inspection = {
    ...others,
    appKeys: [],
    otherKeys: [],
    now: now as Timestamp,
    settings,
  }
  const link = fragmentOf(inspection)
  return [
    ...languages.flatMap((words) => [
      JSON.stringify(words.inLanguage(free), (_, value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value,
      ),
      reportText(
        {
          report: words.inLanguage(free),
          verdict: refusal,
          notes: [],
          code: undefined,
          sent: { method: 'POST', contentType: undefined },
          keys: 1,
          budgetMs: 10,
          limits,
          masked: maskedTexts(found, limits),
          say: words.say,
        },
        200,
      )(colours),
      ticket({ inspection: request, judgement: refusal, diagnosed: { report: free, circumstances } }, words),
      ticket({ inspection: request, judgement: refusal, diagnosed: { report: found, circumstances } }, words),
    ]),
    E.isRight(link) ? Buffer.from(link.right.slice(3), 'base64url').toString() : '',
  ]
}

/** The report that names this mistake as the cause, as a search words it. */
export const reportOn = (right: Draft, signed: Draft, id: string, detail: string): Report => {
  const telling = tellingOf({ id, detail }, signed, right, true)
  const general = finding(telling?.id ?? id, detail, 'digest')
  const signedBytes = message(signed, hash)
  const expected = message(right, hash)
  const difference = differenceOf(signedBytes, expected, right)
  return {
    outcome: 'reject',
    reason: 'signature_invalid',
    message: 'the signature is not valid',
    recovered: true,
    exact: true,
    headline: headlineOf(signed, right, difference),
    findings: [telling === undefined ? general : inWordsOf(general, telling)],
    alternatives: [],
    signed: { bytes: signedBytes, hash: 'sha256', digest: 'd1' },
    expected: { bytes: expected, hash: 'sha256', digest: 'd2' },
    ...(difference === undefined ? {} : { difference }),
    tried: 1,
    complete: true,
  }
}

export interface SignedForm {
  readonly id: string
  readonly detail: string
  readonly signed: Draft
}

/** The first forms of each mistake. */
export const formsOf = (right: Draft, most: number): ReadonlyArray<SignedForm> => {
  const forms: Array<SignedForm> = []
  for (const { id, variations } of catalogue) {
    let count = 0
    for (const { detail, signed } of variations(right, hash)) {
      if (++count > most) break
      if (signed._tag === 'Draft') forms.push({ id, detail, signed: { ...right, ...signed.change } })
    }
  }
  return forms
}

export const draftWith = (sent: Sent): Draft =>
  draftOf({ timestamp: String(now), nonce: 'n-1', appId: 'app-1', ...sent })

export const token = (): string => randomBytes(9).toString('hex')

/** Each place that the rules call secret, with a value there. */
export const places: Readonly<Record<string, (secret: string) => Sent>> = {
  'a parameter': (secret) => ({
    method: 'POST',
    target: `/v1/jobs?b=2&access_token=${secret}&a=1`,
    body: utf8('{"a":1}'),
  }),
  'the path': (secret) => ({ method: 'GET', target: `/v1/token=${secret}/jobs`, body: utf8('') }),
  'a member of JSON': (secret) => ({
    method: 'POST',
    target: '/v1/jobs',
    body: utf8(`{"id":7, "client_secret": "${secret}","t":"a b"}`),
  }),
  'a field of a form': (secret) => ({ method: 'POST', target: '/v1/jobs', body: utf8(`b=x+y&password=${secret}&a=1`) }),
  'a private key': (secret) => ({
    method: 'POST',
    target: '/v1/jobs',
    body: utf8(`{"k":"-----BEGIN PRIVATE KEY-----\\n${secret}\\n-----END PRIVATE KEY-----"}`),
  }),
  'a JWK': (secret) => ({ method: 'POST', target: '/v1/jobs', body: utf8(`{"kty":"RSA","d":"${secret}"}`) }),
  'a scheme and its token': (secret) => ({ method: 'PUT', target: '/v1/jobs', body: utf8(`note=Bearer ${secret}`) }),
  'another header': (secret) => ({
    method: 'POST',
    target: '/v1/jobs',
    body: utf8('{"a":1}'),
    headers: [['x-original-uri', `/v1/jobs?api_key=${secret}`]],
    url: `https://h/v1/jobs?api_key=${secret}`,
  }),
  'the user of the URL': (secret) => ({
    method: 'POST',
    target: '/v1/jobs',
    body: utf8('{"a":1}'),
    url: `//me:${secret}@h/v1/jobs`,
  }),
}

export const kindsOfBody: Readonly<Record<string, (value: string) => string>> = {
  JSON: (value) => `{"id": "${value}", "note": "Jane ${value} Miller", "n": [1.50, "${value}\\u00e9"], "z": null}`,
  'a form': (value) => `name=Jane+${value}&id=${value}&note=a%20b+${value}&z=`,
  text: (value) => `${value}\r\nJane ${value} Miller\n`,
}

/** A part of the forms: each of `every`, from one on. */
export interface Slice {
  readonly first: number
  readonly every: number
  /** The forms of each mistake. */
  readonly most: number
}

const sliceOf = (right: Draft, { first, every, most }: Slice): ReadonlyArray<SignedForm> =>
  formsOf(right, most).filter((_, i) => i % every === first)

/** No output has a secret of this place, whatever the mistake. */
export const hidesSecretOf = (sentWith: (secret: string) => Sent, slice: Slice): void => {
  const secret = token()
  const sent = sentWith(secret)
  const right = draftWith(sent)
  const request = requestOf(sent, [line('AAAA')])
  for (const { id, detail, signed } of sliceOf(right, slice))
    for (const output of outputsOf(request, reportOn(right, signed, id, detail)))
      assert.not(output.includes(secret), `${id} (${detail}):\n${output}`)
}

export const ticketWithout = (request: Request, report: Report): string =>
  ticket({
    inspection: request,
    judgement: refusal,
    diagnosed: { report, circumstances: { keys: 1 } },
    withoutBody: true,
  })

/** A ticket without the body has no value of it, whatever the mistake. */
export const hidesBodyOf = (bodyWith: (value: string) => string, slice: Slice): void => {
  const value = token()
  const sent: Sent = { method: 'POST', target: '/v1/jobs', body: utf8(bodyWith(value)) }
  const right = draftWith(sent)
  const request = requestOf(sent, [line('AAAA')])
  for (const { id, detail, signed } of sliceOf(right, slice)) {
    const text = ticketWithout(request, reportOn(right, signed, id, detail))
    // Six characters of a value and more are no chance.
    for (let start = 0; start + 6 <= value.length; start++)
      assert.not(text.includes(value.slice(start, start + 6)), `${id} (${detail}):\n${text}`)
    assert.not(text.includes('Jane'), `${id} (${detail}):\n${text}`)
  }
}
