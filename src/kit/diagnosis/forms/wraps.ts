/**
 * What languages print round a value that may be missing, or that has another type than its format asks for. All are templates for
 * `fillHole`.
 */

/** Round a value that may be missing, in Rust, Swift and Java. */
export const optionalWraps: ReadonlyArray<string> = [
  'Some("…")',
  'Some(…)',
  'Optional("…")',
  'Optional(…)',
  'Optional[…]',
]

/** All of them. The first two are quotation marks. */
export const wraps: ReadonlyArray<string> = [
  '"…"',
  "'…'",
  ...optionalWraps,
  "b'…'",
  '%!s(int64=…)',
  '%!d(string=…)',
  'urn:uuid:…',
  '…/1',
]
