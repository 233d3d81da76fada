/**
 * What languages print round a value that may be missing, or that has another type than its format asks for. All are templates for
 * `fillHole`.
 */
import type { Template } from './template.ts'

/** Round a value that may be missing, in Rust, Swift and Java. */
export const optionalWraps: ReadonlyArray<Template> = [
  'Some("…")',
  'Some(…)',
  'Optional("…")',
  'Optional(…)',
  'Optional[…]',
]

/** All of them. The first two are quotation marks. */
export const wraps: ReadonlyArray<Template> = [
  '"…"',
  "'…'",
  ...optionalWraps,
  "b'…'",
  '%!s(int64=…)',
  '%!d(string=…)',
  'urn:uuid:…',
  '…/1',
]
