/** The form of every answer that refuses: status, headers, and the JSON text `{"error":{"code","message"}}`. */

/** A server's answer. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer that no cache keeps. */
export const answer = (
  status: number,
  { code, message }: { readonly code: string; readonly message: string },
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=UTF-8', 'Cache-Control': 'no-store', ...headers },
  body: JSON.stringify({ error: { code, message } }),
})

/** The answer to a caller where the embedding program is at fault: that is not the caller's to know. */
export const internal: HttpAnswer = /* @__PURE__ */ answer(500, { code: 'internal', message: 'internal error' })
