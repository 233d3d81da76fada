/** A wrapper of a key, for whoever counts, delays or watches its checks: `CheckQueue` and the cache of looked-up keys. */
import type { Checked, VerificationKey } from '../effects/KeyRing.ts'

/** The same key; `check` runs each of its checks, of a body of so many bytes: 0 if it came in parts. */
export const aroundChecks = (
  key: VerificationKey,
  check: (run: () => Checked, client: string | undefined, bodyLength: number) => Checked,
): VerificationKey => {
  const { begin } = key
  return {
    ...key,
    verify: (message, signature, client) =>
      check(() => key.verify(message, signature, client), client, message.body.length),
    ...(begin && {
      begin: (head, client) => {
        const { update, end } = begin(head, client)
        return { update, end: (signature) => check(() => end(signature), client, 0) }
      },
    }),
  }
}
