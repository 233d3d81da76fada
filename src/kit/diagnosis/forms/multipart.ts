/**
 * The parts of a multipart form, as a library writes it. A part with a file name is a file, which may hold any bytes; so a body
 * is read here as one character for each byte.
 */

export interface MultipartPart {
  readonly name: string
  /** Present if the part is a file. */
  readonly filename?: string
  /** The lines of the part's headers. */
  readonly head: string
  readonly content: string
}

/** More parts are not read. */
const maxParts = 64

/** What stands between the boundaries; undefined if the text is no such form. */
const piecesOf = (text: string): ReadonlyArray<string> | undefined => {
  const boundary = /^--([^\r\n]{1,200})\r\n/.exec(text.slice(0, 256))?.[1]
  if (boundary === undefined) return undefined
  // A file may hold anything, but not its boundary behind a line end.
  const [first = '', ...more] = text.split(`\r\n--${boundary}`)
  const pieces = [first.slice(2 + boundary.length), ...more]
  const isEnded = /^--(?:\r\n)?$/.test(pieces.at(-1) as string)
  return isEnded && pieces.length <= maxParts ? pieces.slice(0, -1) : undefined
}

/** In quotation marks or, as .NET writes it, without. */
const parameterIn = (head: string, name: string): string | undefined => {
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(head)
  return found?.[1] ?? found?.[2]
}

/** In order; undefined if the text is no such form. */
export const multipartParts = (text: string): ReadonlyArray<MultipartPart> | undefined => {
  const parts = piecesOf(text)?.map((piece): MultipartPart | undefined => {
    const end = piece.indexOf('\r\n\r\n')
    const head = piece.slice(2, Math.max(end, 2))
    const name = parameterIn(head, 'name')
    const filename = parameterIn(head, 'filename')
    if (end < 0 || name === undefined) return undefined
    return { name, ...(filename === undefined ? {} : { filename }), head, content: piece.slice(end + 4) }
  })
  const found = parts?.filter((part) => part !== undefined)
  return found?.length === parts?.length ? found : undefined
}

/** The names and contents of all parts, for a form that is text; undefined if the text is no such form. */
export const multipartFields = (text: string): ReadonlyArray<readonly [name: string, value: string]> | undefined =>
  multipartParts(text)?.map(({ name, content }) => [name, content] as const)
