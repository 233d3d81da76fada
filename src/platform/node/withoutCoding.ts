import { gunzipSync } from 'node:zlib'
import { inspect } from '../../core/untrusted.ts'

/** More than any body should be, so that a small one cannot fill the memory. */
const maxOutputLength = 16 * 1024 * 1024

/** A body without gzip, which shows in its first bytes. Undefined if it has none, or is damaged. */
export const withoutCoding = (body: Uint8Array): Uint8Array | undefined =>
  body[0] === 0x1f && body[1] === 0x8b ? inspect(() => gunzipSync(body, { maxOutputLength }), undefined) : undefined
