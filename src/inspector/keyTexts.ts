/**
 * Keys as a person pastes them: PEM blocks or JWKs, as many as there are, each with `app id:` before it or without.
 */
import * as E from 'fp-ts/lib/Either.js'
import { isAppId } from '../core/AppId.ts'
import { message } from '../core/KeyError.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import * as PublicKey from '../core/PublicKey.ts'

export interface GivenKey {
  readonly appId?: string
  readonly input: KeyInput
  readonly key: PublicKey.PublicKey
}

/** A text that is no list of keys, in words for the person who pasted it; nothing of the text is repeated. */
export type KeysUnreadable = string

const pem = /-----BEGIN [^-]*-----[\s\S]*?-----END [^-]*-----/
const named = /^\s*(?:([^\s:{}]+)\s*:\s*)?/
const certificate = 'this is a certificate; take the key out of it: openssl x509 -in FILE -pubkey -noout'

/** The public keys in a text, in their order; none in a blank one. */
export const readKeys = (text: string): E.Either<KeysUnreadable, ReadonlyArray<GivenKey>> => {
  const found: Array<GivenKey> = []
  for (let at = 0; text.slice(at).trim() !== ''; ) {
    const opening = named.exec(text.slice(at))
    const appId = opening?.[1]
    const from = at + (opening?.[0].length ?? 0)
    const entry = entryAt(text, from)
    const where = `line ${text.slice(0, from).split('\n').length}`
    if (entry === undefined)
      return E.left(`${where}: a public key belongs here, as PEM or JWK, after "app id:" or alone`)
    if (appId !== undefined && !isAppId(appId))
      return E.left(`${where}: the name before the colon is no app id, 1 to 128 of 0-9 A-Z a-z . _ ~ -`)
    for (const input of entry.inputs) {
      const key = PublicKey.parse(input)
      if (E.isLeft(key)) return E.left(`${where}: ${message(key.left)}`)
      if (key.right._tag === 'Certificate') return E.left(`${where}: ${certificate}`)
      found.push({ input, key: key.right, ...(appId === undefined ? {} : { appId }) })
    }
    at = entry.to
  }
  return E.right(found)
}

interface Entry {
  readonly inputs: ReadonlyArray<KeyInput>
  readonly to: number
}

const entryAt = (text: string, from: number): Entry | undefined => {
  if (text[from] === '{') return jsonAt(text, from)
  if (!text.startsWith('-----BEGIN', from)) return undefined
  const block = pem.exec(text.slice(from))
  // Half of a block is a key all the same: its reader says what is missing.
  const to = block === null ? text.length : from + block[0].length
  return { inputs: [text.slice(from, to)], to }
}

/** A JWK, or a set of them (RFC 7517 §5), which may be followed by more. */
const jsonAt = (text: string, from: number): Entry | undefined => {
  const to = closingBrace(text, from)
  if (to === undefined) return undefined
  try {
    const value = JSON.parse(text.slice(from, to))
    return { inputs: Array.isArray(value.keys) ? value.keys : [value], to }
  } catch {
    return undefined
  }
}

/** Behind the brace that closes the one at `from`; braces within strings do not count. */
const closingBrace = (text: string, from: number): number | undefined => {
  let depth = 0
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth++
    if (token === '}' && --depth === 0) return from + index + 1
  }
  return undefined
}

/** The one private key in a text, as the platform's reader takes it. */
export const privateKeyInput = (text: string): E.Either<KeysUnreadable, KeyInput> => {
  const trimmed = text.trim()
  if (trimmed === '') return E.left('a private key belongs here: paste one, or make a key pair')
  if (!trimmed.startsWith('{')) return E.right(trimmed)
  try {
    return E.right(JSON.parse(trimmed))
  } catch {
    return E.left('this begins like a JWK, and is no JSON')
  }
}
