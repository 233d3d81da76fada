/**
 * Recognisable secrets, and a check that a text shows none of them.
 */
import * as assert from 'uvu/assert'
import type { KeyInput } from '../../src/core/KeyInput.ts'
import { shown } from '../support/shown.ts'

/** The canary: part of every token, passphrase and body of these specs. */
export const canary = 'S3CRET'

const window = 20

/** Every 20-character substring of a key's Base64, or of a JWK's members. */
const pieces = (key: KeyInput): ReadonlySet<string> => {
  const texts = typeof key === 'string' ? [key.replace(/-----[^-]+-----/g, '')] : Object.values(key ?? {}).map(String)
  const found = new Set<string>()
  for (const text of texts.map((each) => each.replace(/\s/g, ''))) {
    for (let i = 0; i + window <= text.length; i++) found.add(text.slice(i, i + window))
  }
  return found
}

/** Asserts that the text contains neither the canary nor part of a key, ignoring line breaks. */
export const keepsSecret = (text: string, ...keys: ReadonlyArray<KeyInput>): void => {
  assert.not.match(text, canary)
  const flat = text.replace(/\\n|\s/g, '')
  for (const key of keys) {
    const known = pieces(key)
    for (let i = 0; i + window <= flat.length; i++) {
      if (known.has(flat.slice(i, i + window))) assert.unreachable(`a piece of a key is shown: ${text.slice(0, 200)}`)
    }
  }
}

/** A value printed in every usual way, with its stack. */
export const everythingOf = (value: unknown): string =>
  `${shown(value)}\n${value instanceof Error ? `${value.stack}\n${shown({ ...value })}` : ''}`

/** The rejection of a promise, or the value it resolves to. */
export const endOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error) => error)
