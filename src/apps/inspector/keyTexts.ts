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
export const readKeys = (pastedKeys: string): E.Either<string, ReadonlyArray<KnownKey>> => {
  const knownKeys: Array<KnownKey> = []
  for (let offset = 0; pastedKeys.slice(offset).trim() !== ''; ) {
    const opening = /^\s*(?:([^\s:{}]+)\s*:\s*)?/.exec(pastedKeys.slice(offset))
    const appId = opening?.[1]
    const keyStart = offset + (opening?.[0].length ?? 0)
    const keyEnd = endOf(pastedKeys, keyStart)
    const place = `line ${pastedKeys.slice(0, keyStart).split('\n').length}`
    if (keyEnd === undefined)
      return E.left(
        `${place}: paste a public key here, as PEM or JWK; you can write an app id and a colon before the key`,
      )
    if (appId !== undefined && !AppId.isAppId(appId))
      return E.left(`${place}: the name before the colon is no app id, ${AppId.rule.expected}`)
    const keys = PublicKey.parseAll(pastedKeys.slice(keyStart, keyEnd))
    if (E.isLeft(keys)) return E.left(`${place}: ${message(keys.left)}`)
    for (const key of keys.right) {
      if (key._tag === 'Certificate') return E.left(`${place}: ${certificate}`)
      knownKeys.push({ appId, key })
    }
    offset = keyEnd
  }
  return E.right(knownKeys)
}

/** The offset behind the key that begins at `start`; undefined if none does. */
const endOf = (pastedKeys: string, start: number): number | undefined => {
  // A JWK or a JWK set, before the rest of the text.
  if (pastedKeys[start] === '{') return closingBrace(pastedKeys, start)
  if (!pastedKeys.startsWith('-----BEGIN', start)) return undefined
  const opening = /-----BEGIN [^-]*-----/.exec(pastedKeys.slice(start))
  const inside = start + (opening === null ? pastedKeys.length : opening.index + opening[0].length)
  const closing = /-----END [^-]*-----/.exec(pastedKeys.slice(inside))
  // For half of a block, the key parser says what is missing.
  return closing === null ? pastedKeys.length : inside + closing.index + closing[0].length
}

/** The offset behind the brace that closes the one at `start`. */
const closingBrace = (pastedKeys: string, start: number): number | undefined => {
  let depth = 0
  for (const { 0: token, index } of pastedKeys.slice(start).matchAll(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[{}]/g)) {
    if (token === '{') depth++
    if (token === '}' && --depth === 0) return start + index + 1
  }
  return undefined
}

/** The text of a private key, for the platform's key reader. */
export const privateKeyInput = (pastedKey: string): E.Either<string, string> =>
  pastedKey.trim() === '' ? E.left('a private key belongs here: paste one, or make a key pair') : E.right(pastedKey)
