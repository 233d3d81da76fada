/**
 * Warns of a record of keys that lets nobody in: it is empty, or an app's list is. That is no error, for tokens may be all that a
 * service takes; but the caller is told `app_unknown`, and nobody would look at the record.
 */

import type { KeyRecord } from '../../effects/KeyRecord.ts'
import { warn } from '../../platform/common/warn.ts'

/** What is missing in the record, in words; `undefined` if each app has a key. */
export const missingIn = (keys: KeyRecord, hasTokens: boolean): string | undefined => {
  const names = Object.keys(keys)
  if (names.length === 0 && !hasTokens)
    return 'keys is empty, and there are no tokens, so every request is refused; perhaps the program did not wait until all keys were read'
  const name = names.find((name) => Array.isArray(keys[name]) && keys[name].length === 0)
  return (
    name &&
    `keys: ${name} has an empty list of keys, so its requests are refused as app_unknown; give a key, or leave the app out`
  )
}

export const warnOfMissingKeys = (keys: KeyRecord, hasTokens: boolean): void => {
  const words = missingIn(keys, hasTokens)
  if (words !== undefined) warn('keys', words)
}
