/**
 * A request, its public keys and the settings as the fragment of a link: a browser never sends a fragment to a server.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import type { Filled } from './Filled.ts'
import type { Inspection } from './Inspection.ts'
import { pem } from './keyPair.ts'
import type { GivenKey } from './keyTexts.ts'
import { isSecret, withoutUser } from './secrets.ts'
import { number } from './words.ts'

/** Programs that carry links cut longer ones off, or refuse them. */
export const mostInLink = 32_000

/** The version of the format. */
const opening = '#1.'

/** The members of a link; the body is text, or Base64 where it is none. */
interface Members {
  readonly method: string
  readonly target: string
  readonly authorization: ReadonlyArray<string>
  readonly text?: string
  readonly base64?: string
  readonly host?: string
  readonly url?: string
  readonly paths?: ReadonlyArray<string>
  readonly appKeys: string
  readonly otherKeys: string
  readonly now: number
  readonly maxAge: number
  readonly maxSkew: number
  readonly authType: string
}

/** The fragment, or why there is none. Keys are written anew from their public numbers. */
export const fragmentOf = (inspection: Inspection): E.Either<string, string> => {
  // First, so that a large body costs nothing.
  if (inspection.body.length > mostInLink) return tooLong(inspection.body.length)
  if (isSecret(inspection)) return E.left('the request seems to hold a token, a password or a private key')
  const { method, target, authorization, body, host, url, paths, appKeys, otherKeys, now, settings } = inspection
  const text = Bytes.toText(body)
  const members: Members = {
    method,
    target,
    authorization,
    ...(E.isRight(text) ? { text: text.right } : { base64: Base64.encode(body) }),
    ...(host === undefined ? {} : { host }),
    ...(url === undefined ? {} : { url: withoutUser(url) }),
    ...(paths === undefined ? {} : { paths }),
    appKeys: keyText(appKeys),
    otherKeys: keyText(otherKeys),
    now,
    ...settings,
  }
  const json = Bytes.ofText(JSON.stringify(members))
  if (E.isLeft(json)) return E.left('the request holds half of a surrogate pair, which has no UTF-8')
  const fragment = `${opening}${Base64.encode(json.right).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
  return fragment.length > mostInLink ? tooLong(fragment.length) : E.right(fragment)
}

const tooLong = (length: number): E.Either<string, never> =>
  E.left(
    `it would have at least ${number(length)} characters, and programs cut links of more than ${number(mostInLink)}`,
  )

const keyText = (keys: ReadonlyArray<GivenKey>): string =>
  keys.map(({ appId, key }) => `${appId === undefined ? '' : `${appId}:\n`}${pem('PUBLIC KEY', key.spki)}`).join('')

/** What a fragment holds; undefined if it is none of this page's links. */
export const linked = (fragment: string): E.Either<string, Filled> | undefined => {
  if (!/^#[0-9]+\./.test(fragment)) return undefined
  const members = fragment.startsWith(opening) ? membersIn(fragment.slice(opening.length)) : undefined
  if (members === undefined) return E.left('This link is damaged, or another version of the page made it.')
  const {
    method,
    target,
    authorization,
    host,
    url,
    paths,
    appKeys: appKey,
    otherKeys,
    now,
    maxAge,
    maxSkew,
    authType,
  } = members
  const body = E.getOrElse((): Bytes.Bytes => Bytes.empty)(bodyOf(members))
  const [arrived, age, skew] = [now, maxAge, maxSkew].map(String) as [string, string, string]
  const settings = { now: arrived, maxAge: age, maxSkew: skew, authType }
  const known = paths === undefined ? {} : { paths }
  return E.right({ method, target, authorization, host, url, ...known, body, appKey, otherKeys, settings })
}

const bodyOf = ({ text, base64 }: Members): E.Either<unknown, Bytes.Bytes> =>
  base64 === undefined ? Bytes.ofText(text ?? '') : Base64.decode(base64)

const membersIn = (text: string): Members | undefined => {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Base64.decode(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='))
  if (E.isLeft(bytes)) return undefined
  const json = Bytes.toText(bytes.right)
  if (E.isLeft(json)) return undefined
  try {
    const value: unknown = JSON.parse(json.right)
    return isMembers(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isMembers = (value: unknown): value is Members => {
  if (typeof value !== 'object' || value === null) return false
  const members = value as Record<string, unknown>
  const are = (type: string, ...names: ReadonlyArray<string>): boolean =>
    names.every((name) => typeof members[name] === type)
  const mayBe = (...names: ReadonlyArray<string>): boolean =>
    names.every((name) => members[name] === undefined || are('string', name))
  const isLines = (value: unknown): boolean => Array.isArray(value) && value.every((line) => typeof line === 'string')
  return (
    are('string', 'method', 'target', 'appKeys', 'otherKeys', 'authType') &&
    are('number', 'now', 'maxAge', 'maxSkew') &&
    mayBe('text', 'base64', 'host', 'url') &&
    isLines(members.authorization) &&
    (members.paths === undefined || isLines(members.paths))
  )
}
