/** The fields of a multipart form, as a library writes it. */

/** In order; undefined if the text is no such form, or has a file among its fields. */
export const multipartFields = (text: string): ReadonlyArray<readonly [name: string, value: string]> | undefined => {
  const boundary = /^--([^\r\n]+)\r\n/.exec(text)?.[1]
  if (boundary === undefined) return undefined
  const parts = text.split(`--${boundary}`)
  if (parts.length < 3 || !/^--(?:\r\n)?$/.test(parts.at(-1) as string)) return undefined
  const fields: Array<readonly [string, string]> = []
  for (const part of parts.slice(1, -1)) {
    const [, head = '', value = ''] = /^\r\n([\s\S]*?)\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? []
    const name = /;\s*name="([^"]*)"/i.exec(head)?.[1]
    if (name === undefined) return undefined
    fields.push([name, value])
  }
  return fields
}
