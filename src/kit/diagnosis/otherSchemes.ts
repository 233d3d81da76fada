/**
 * Headers of other signature schemes, by their auth type: a caller has signed with the library of another service. The names and the marks
 * of such a header say nothing more.
 *
 *     AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…
 */
import type { Telling } from './Telling.ts'

const schemeNames: ReadonlyArray<readonly [authType: RegExp, name: string]> = [
  [/^aws4-/i, 'AWS Signature Version 4'],
  [/^aws$/i, 'AWS Signature Version 2'],
  [/^goog4-/i, 'Google Cloud Storage (V4)'],
  [/^tc3-/i, 'Tencent Cloud (TC3)'],
  [/^sdk-hmac-/i, 'Huawei Cloud'],
  [/^acs3-/i, 'Alibaba Cloud (ACS3)'],
  [/^acs$/i, 'Alibaba Cloud'],
  [/^oss$|^oss4-/i, 'Alibaba Cloud OSS'],
  [/^wechatpay2-/i, 'WeChat Pay'],
  [/^alipay-/i, 'Alipay'],
  [/^oauth$/i, 'OAuth 1.0'],
  [/^signature$/i, 'HTTP Signatures'],
  [/^hawk$/i, 'Hawk'],
  [/^eg1-/i, 'Akamai EdgeGrid'],
  [/^sharedkey(?:lite)?$/i, 'Azure Shared Key'],
  [/^hmac(?:auth|-sha\d+)?$/i, 'an HMAC scheme'],
]

/** The scheme with this auth type. */
export const schemeOfAuthType = (authType: string): string | undefined =>
  schemeNames.find(([pattern]) => pattern.test(authType))?.[1]

/** Whole auth types of schemes, in lower case. `Credential.isSchemeName` knows more by their form. */
const wholeNames: ReadonlySet<string> = new Set([
  'acs',
  'alipay-sha256withrsa',
  'aws',
  'bearer',
  'hawk',
  'hmac-sha256',
  'hmacauth',
  'oss',
  'rsa-sha256',
  'sharedkey',
  'sharedkeylite',
])

/** Whether the word is the whole auth type of a scheme. Of `aws4-…` only the beginning is known, and the rest may be a secret. */
export const isKnownScheme = (word: string): boolean => wholeNames.has(word.toLowerCase())

export const otherSchemeTelling = (schemeName: string, authType: string): Telling => ({
  what: `The header has the form of another scheme: ${schemeName}.`,
  remedy: `Write the header as ${authType} app_id=…,nonce_str=…,timestamp=…,signature=… and sign the text of this service.`,
})

export const basicTelling = (authType: string): Telling => ({
  what: 'The header has a user name and a password (Basic), not the items of a signed request.',
  remedy: `Send ${authType} app_id=…,nonce_str=…,timestamp=…,signature=… in this header. If the program sends it, an option of the HTTP client replaces it: curl -u, auth= of requests, a netrc file, or a user name in the URL.`,
})
