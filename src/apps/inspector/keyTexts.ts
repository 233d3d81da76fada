/**
 * Keys as people paste them: PEM blocks or JWKs, each perhaps behind its `app id:`.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../core/AppId.ts'
import { message } from '../../core/KeyError.ts'
import * as PublicKey from '../../core/PublicKey.ts'
import type { KnownKey } from '../../kit/diagnosis/Case.ts'

const certificate = 'this is a certificate; take the key out of it: openssl x509 -in FILE -pubkey -noout'

/** The public keys in a text, in order; none in a blank text. Or why it is no list of keys, without repeating any of it. */
export const readKeys = (text: string): E.Either<string, ReadonlyArray<KnownKey>> => {
  const found: Array<KnownKey> = []
  for (let at = 0; text.slice(at).trim() !== ''; ) {
    const opening = /^\s*(?:([^\s:{}]+)\s*:\s*)?/.exec(text.slice(at))
    const appId = opening?.[1]
    const from = at + (opening?.[0].length ?? 0)
    const to = endOf(text, from)
    const where = `line ${text.slice(0, from).split('\n').length}`
    if (to === undefined) return E.left(`${where}: a public key belongs here, as PEM or JWK, after "app id:" or alone`)
    if (appId !== undefined && !AppId.isAppId(appId))
      return E.left(`${where}: the name before the colon is no app id, ${AppId.rule.expected}`)
    const keys = PublicKey.parseAll(text.slice(from, to))
    if (E.isLeft(keys)) return E.left(`${where}: ${message(keys.left)}`)
    for (const key of keys.right) {
      if (key._tag === 'Certificate') return E.left(`${where}: ${certificate}`)
      found.push({ appId, key })
    }
    at = to
  }
  return E.right(found)
}

/** The offset behind the key that begins at `from`; undefined if none does. */
const endOf = (text: string, from: number): number | undefined => {
  // A JWK or a JWK set, before the rest of the text.
  if (text[from] === '{') return closingBrace(text, from)
  if (!text.startsWith('-----BEGIN', from)) return undefined
  const block = /-----BEGIN [^-]*-----[\s\S]*?-----END [^-]*-----/.exec(text.slice(from))
  // For half of a block, the key parser says what is missing.
  return block === null ? text.length : from + block[0].length
}

/** The offset behind the brace that closes the one at `from`. */
const closingBrace = (text: string, from: number): number | undefined => {
  let depth = 0
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth++
    if (token === '}' && --depth === 0) return from + index + 1
  }
  return undefined
}

/** The text of a private key, for the platform's key reader. */
export const privateKeyInput = (text: string): E.Either<string, string> =>
  text.trim() === '' ? E.left('a private key belongs here: paste one, or make a key pair') : E.right(text)
