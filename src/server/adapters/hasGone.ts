/** What tells of its caller: a request or stream of Node, or a Request of the web standard. */
interface Source {
  readonly aborted?: unknown
  readonly readableAborted?: unknown
  readonly stream?: { readonly aborted?: unknown; readonly destroyed?: unknown } | null
  readonly signal?: { readonly aborted?: unknown } | null
}

/**
 * Whether the caller has hung up, or reset its stream. Ask this before the server is blamed: Node ends a reset HTTP/2
 * stream like a complete one, so its body looks as if something in front had read it, which is the operator's mistake.
 */
export const hasGone = (source: unknown): boolean => {
  const { aborted, readableAborted, stream, signal } = (source ?? {}) as Source
  return [aborted, readableAborted, stream?.aborted, stream?.destroyed, signal?.aborted].includes(true)
}
