/**
 * A request, its public keys and the settings as the fragment of a link: a browser never sends a fragment to a server.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import type { Rule } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'
import { inspect } from '../../core/untrusted.ts'
import { evidenceOf, type Header } from '../../effects/evidenceHeaders.ts'
import type { KnownKey } from '../../kit/diagnosis/Case.ts'
import { counted, number } from '../../kit/diagnosis/numerals.ts'
import { withoutAtEnd } from '../../kit/diagnosis/Received.ts'
import { isSecret, withoutUser } from '../../kit/diagnosis/secrets.ts'
import type { Filled, Inspection } from './Inspection.ts'
import { pem } from './keyPair.ts'

/** Programs that carry links cut longer ones off, or refuse them. */
export const maxInLink = 32_000

/** The version of the format. */
const opening = '#1.'

const textRule: Rule<string> = { expected: 'text', is: (json) => typeof json === 'string' }
const numberRule: Rule<number> = { expected: 'a number', is: (json) => typeof json === 'number' }
const linesRule: Rule<ReadonlyArray<string>> = {
  expected: 'lines',
  is: (json): json is ReadonlyArray<string> => Array.isArray(json) && json.every(textRule.is),
}

/**
 * The members of a link; the body is text, or Base64 where it is none, and so is `claimed` always. `bodyMissing` says how many bytes
 * the body has that the link leaves out.
 */
const membersOf = Settings.read({
  method: Settings.required(textRule),
  target: Settings.required(textRule),
  authorization: Settings.required(linesRule),
  text: Settings.optional(textRule),
  base64: Settings.optional(textRule),
  claimed: Settings.optional(textRule),
  bodyMissing: Settings.optional(textRule),
  host: Settings.optional(textRule),
  url: Settings.optional(textRule),
  headers: Settings.optional(linesRule),
  paths: Settings.optional(linesRule),
  appKeys: Settings.required(textRule),
  otherKeys: Settings.required(textRule),
  now: Settings.required(numberRule),
  maxAge: Settings.required(numberRule),
  maxSkew: Settings.required(numberRule),
  authType: Settings.required(textRule),
})

/** The fragment, or why there is none. Keys are written anew from their public numbers. */
export const fragmentOf = (given: Inspection, withoutBody = false): E.Either<string, string> => {
  // The signed text holds the body as well.
  const { claimed: _, ...shared } = given
  const inspection: Inspection = withoutBody ? { ...shared, body: Bytes.empty } : given
  return writtenFragment(inspection, withoutBody ? { bodyMissing: counted(given.body.length, 'byte') } : {})
}

const writtenFragment = (
  inspection: Inspection,
  addition: { readonly bodyMissing?: string },
): E.Either<string, string> => {
  // First, so that a large body costs nothing.
  const size = inspection.body.length + (inspection.claimed?.length ?? 0)
  if (size > maxInLink) return tooLong(size)
  if (isSecret(inspection)) return E.left('the request seems to hold a token, a password or a private key')
  const { body, url, headers, appKeys, otherKeys, claimed, settings, ...otherMembers } = inspection
  const bodyText = Bytes.toText(body)
  // JSON leaves out what is undefined.
  const members = {
    ...otherMembers,
    ...addition,
    ...settings,
    ...(E.isRight(bodyText) ? { text: bodyText.right } : { base64: Base64.encode(body) }),
    claimed: claimed && Base64.encode(claimed),
    url: url && withoutUser(url),
    headers:
      headers &&
      evidenceOf(headers, settings.authType).map(([headerName, headerValue]) => `${headerName}: ${headerValue}`),
    appKeys: keyText(appKeys),
    otherKeys: keyText(otherKeys),
  }
  const json = Bytes.ofText(JSON.stringify(members))
  if (E.isLeft(json)) return E.left('the request holds half of a surrogate pair, which has no UTF-8')
  const fragment = opening + withoutAtEnd(Base64.encode(json.right).replaceAll('+', '-').replaceAll('/', '_'), '=')
  return fragment.length > maxInLink ? tooLong(fragment.length) : E.right(fragment)
}

const tooLong = (length: number): E.Either<string, never> =>
  E.left(
    `it would have at least ${number(length)} characters, and many programs cut links of more than ${number(maxInLink)}`,
  )

const keyText = (keys: ReadonlyArray<KnownKey>): string =>
  keys.map(({ appId, key }) => `${appId === undefined ? '' : `${appId}:\n`}${pem('PUBLIC KEY', key.spki)}`).join('')

/** What a fragment holds; undefined if it is none of this page's links. */
export const linked = (fragment: string): E.Either<string, Filled> | undefined => {
  if (!/^#[0-9]+\./.test(fragment)) return undefined
  // Before it is decoded: a long one would keep the tab busy.
  if (fragment.length > maxInLink)
    return E.left(`This link is longer than any that the page makes: it has more than ${number(maxInLink)} characters.`)
  const members = fragment.startsWith(opening) ? membersIn(fragment.slice(opening.length)) : undefined
  if (members === undefined || E.isLeft(members))
    return E.left('This link is damaged, or another version of the page made it.')
  const {
    text: bodyText = '',
    base64,
    claimed,
    headers,
    appKeys: appKey,
    now,
    maxAge,
    maxSkew,
    authType,
    ...otherMembers
  } = members.right
  const body = base64 === undefined ? Bytes.ofText(bodyText) : Base64.decode(base64)
  const settings = { now: String(now), maxAge: String(maxAge), maxSkew: String(maxSkew), authType }
  return E.right({
    ...otherMembers,
    headers: headers?.map(headerIn),
    ...(claimed === undefined ? {} : { claimed: E.getOrElse(() => Bytes.empty)(Base64.decode(claimed)) }),
    appKey,
    settings,
    body: E.isRight(body) ? body.right : Bytes.empty,
  })
}

const headerIn = (headerText: string): Header => {
  const [headerName = '', headerValue = ''] = headerText.split(/: (.*)/s)
  return [headerName, headerValue]
}

const membersIn = (fragment: string): ReturnType<typeof membersOf> => {
  const base64 = fragment.replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Base64.decode(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='))
  const json = E.isRight(bytes) ? Bytes.toText(bytes.right) : bytes
  return membersOf(E.isRight(json) ? inspect((): unknown => JSON.parse(json.right), undefined) : undefined)
}
