/**
 * Looks up members of JSON by paths, as programs name them: `member({ Request: { url: '/' } }, 'request.url')` is `'/'`.
 */

/**
 * An own member, under the first of these names that the object has, or under the same name with a capital at its head, as .NET writes
 * it. A dot goes into an object: `request.body`. So a name that has a dot of its own, such as the `http.request.method` of a span,
 * cannot be asked for.
 */
export const member = (object: unknown, ...paths: ReadonlyArray<string>): unknown => {
  for (const path of paths) {
    let inner: unknown = object
    for (const key of path.split('.')) inner = ownMember(inner, key) ?? ownMember(inner, withCapital(key))
    if (inner !== undefined && inner !== null) return inner
  }
  return undefined
}

const ownMember = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, key)
    ? (object as Record<string, unknown>)[key]
    : undefined

const withCapital = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1)

/** The first of these members that is a text. */
export const textIn = (object: unknown, ...paths: ReadonlyArray<string>): string | undefined => {
  for (const path of paths) {
    const memberText = member(object, path)
    if (typeof memberText === 'string') return memberText
  }
  return undefined
}
