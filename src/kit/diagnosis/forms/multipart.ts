/**
 * Reads a multipart form, as a library writes it. A part with a file name is a file, which may hold any bytes. So the text given here
 * has one character for each byte of the body.
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

/** The sections between the boundaries. Undefined if the text is no such form. */
const splitAtBoundaries = (formText: string): ReadonlyArray<string> | undefined => {
  const boundary = /^--([^\r\n]{1,200})\r\n/.exec(formText.slice(0, 256))?.[1]
  if (boundary === undefined) return undefined
  // A file may hold anything but its boundary after a line end.
  const [opening = '', ...sections] = formText.split(`\r\n--${boundary}`)
  const allSections = [opening.slice(2 + boundary.length), ...sections]
  const isEnded = /^--(?:\r\n)?$/.test(allSections.at(-1) as string)
  return isEnded && allSections.length <= maxParts ? allSections.slice(0, -1) : undefined
}

/** A parameter of Content-Disposition. .NET writes it without quotation marks. */
const parameterIn = (head: string, parameter: string): string | undefined => {
  const match = new RegExp(`;\\s*${parameter}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(head)
  return match?.[1] ?? match?.[2]
}

/** The parts in order. Undefined if the text is no such form. */
export const multipartParts = (formText: string): ReadonlyArray<MultipartPart> | undefined => {
  const parsedParts = splitAtBoundaries(formText)?.map((section): MultipartPart | undefined => {
    const end = section.indexOf('\r\n\r\n')
    const head = section.slice(2, Math.max(end, 2))
    const name = parameterIn(head, 'name')
    const filename = parameterIn(head, 'filename')
    if (end < 0 || name === undefined) return undefined
    return { name, ...(filename === undefined ? {} : { filename }), head, content: section.slice(end + 4) }
  })
  const parts = parsedParts?.filter((part) => part !== undefined)
  return parts?.length === parsedParts?.length ? parts : undefined
}

/** The names and contents of all parts, for a form without files. Undefined if the text is no such form. */
export const multipartFields = (text: string): ReadonlyArray<readonly [name: string, value: string]> | undefined =>
  multipartParts(text)?.map(({ name: partName, content }) => [partName, content] as const)
