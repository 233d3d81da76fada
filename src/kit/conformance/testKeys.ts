/**
 * The test key pairs in a case: the case names a pair, and the port gets its PEM.
 */
import * as t from 'io-ts'
import { text } from './codecs.ts'
import { within } from './content.ts'
import type { Vector } from './Vector.ts'

/** A key pair, in PEM. */
export interface KeyPems {
  readonly publicKey: string
  readonly privateKey: string
}

/** Test key pairs by name. */
export type TestKeys = Readonly<Record<string, KeyPems>>

export const keysCodec: t.Type<Record<string, KeyPems>, unknown, unknown> = t.record(
  t.string,
  t.type({ publicKey: text, privateKey: text }),
)

const opsWithKeyNames: ReadonlyArray<string> = ['sign', 'verify', 'rsaVerify', 'request']

/** The case, with the PEM in place of each key's name. */
export const resolveKeys = <V extends Vector>(vector: V, keys: TestKeys): V => {
  const pemOf = (member: string, name: string): string => {
    const key = keys[name]
    if (key === undefined) throw new Error(`${vector.id}: there is no key ${name}`)
    return member === 'key' ? key.publicKey : key.privateKey
  }
  /** Puts the PEM in place of a key's name, at any depth: `within` calls `resolve` again for each inner value. */
  const resolve = (value: unknown, member = ''): unknown =>
    (member === 'key' || member === 'privateKey') && typeof value === 'string'
      ? pemOf(member, value)
      : within(value, resolve)
  return opsWithKeyNames.includes(vector.op) ? { ...vector, input: resolve(vector.input) } : vector
}
