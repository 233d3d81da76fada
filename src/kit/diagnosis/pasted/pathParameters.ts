/**
 * The path of a URL in which a program fills in parameters when it sends the request, as Postman, Bruno and Insomnia do.
 *
 *     withPathParameters('https://h.example/v1/jobs/:id', [['id', '7']])    https://h.example/v1/jobs/7
 */

/** A segment of a path that is a parameter: `:id`. */
const parameterSegment = /(?<=\/):([^/?#]{1,128})(?=[/?#]|$)/g

/** Undefined if a value is missing, or has characters that programs escape in different ways. */
export const withPathParameters = (
  url: string,
  parameters: ReadonlyArray<readonly [name: string, value: string]>,
): string | undefined => {
  const pathEnd = url.search(/[?#]|$/)
  const values = new Map(parameters)
  const path = url.slice(0, pathEnd).replace(parameterSegment, (segment, name: string) => values.get(name) ?? segment)
  const filledIn = [...url.slice(0, pathEnd).matchAll(parameterSegment)].map(([, name = '']) => values.get(name) ?? '')
  return filledIn.every((value) => /^[\w.~-]+$/.test(value)) ? path + url.slice(pathEnd) : undefined
}
