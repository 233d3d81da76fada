/** A path without its dot segments, as RFC 3986 §5.2.4 resolves them: `/v1/../v2/./a` is `/v2/a`. */
export const withoutDots = (path: string): string => {
  const segments: Array<string> = []
  for (const written of path.split('/').slice(1)) {
    // Servlet containers remove the parameters of a segment first.
    const segment = written === '..;' ? '..' : written
    if (segment === '..') segments.pop()
    else if (segment !== '.') segments.push(segment)
  }
  // RFC 3986 §5.2.4: a dot segment at the end leaves a slash.
  if (endsInDots.test(path)) segments.push('')
  return `/${segments.join('/')}`
}

/** Many libraries remove the slash that such an end leaves. */
export const endsInDots: RegExp = /\/\.{1,2}$/
