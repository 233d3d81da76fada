/**
 * A strict markup reader: each element must be closed, each attribute quoted, each character allowed. It
 * knows only what the reports use, so injected markup is an error or an extra element.
 */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** The names of the enclosing elements, outermost first. */
  readonly path: ReadonlyArray<string>
  /** Its own text, without that of child elements. */
  text: string
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

const decoded = (text: string): string => {
  if (/&(?!(amp|lt|gt|quot|#\d+);)/.test(text)) throw new Error(`a bare ampersand: ${JSON.stringify(text)}`)
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_, code?: string, name?: string) =>
    code === undefined ? (named[name ?? ''] as string) : String.fromCodePoint(Number(code)),
  )
}

const attributesOf = (source: string, bare: boolean): Record<string, string> => {
  const attributes: Record<string, string> = {}
  const pattern = bare ? /\s+([\w-]+)(?:="([^"<]*)")?/gy : /\s+([\w-]+)="([^"<]*)"/gy
  let end = 0
  for (let found = pattern.exec(source); found !== null; found = pattern.exec(source)) {
    const [, name = '', value = ''] = found
    if (name in attributes) throw new Error(`the attribute ${name} twice`)
    attributes[name] = decoded(value)
    end = pattern.lastIndex
  }
  if (end !== source.length) throw new Error(`no attribute: ${JSON.stringify(source.slice(end))}`)
  return attributes
}

const forbidden = /[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u

/** The elements of a document, in order. `voids` have no end tag, as in HTML. */
export const elementsOf = (
  source: string,
  { voids = [] }: { voids?: ReadonlyArray<string> } = {},
): ReadonlyArray<Element> => {
  if (forbidden.test(source)) throw new Error('a character that XML 1.0 does not know')
  const found: Array<Element> = []
  const open: Array<Element> = []
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n|^<!doctype html>\n/, '')
  let at = 0
  while (at < body.length) {
    const tag = body.indexOf('<', at)
    const text = body.slice(at, tag < 0 ? body.length : tag)
    const inside = open.at(-1)
    if (inside !== undefined) inside.text += inside.name === 'style' ? text : decoded(text)
    else if (text.trim() !== '') throw new Error(`text outside of everything: ${JSON.stringify(text)}`)
    if (tag < 0) break
    const end = body.indexOf('>', tag)
    const content = body.slice(tag + 1, end)
    const [, close, name = '', attributes = '', empty] =
      /^(\/?)([a-z][a-z0-9]*)((?:\s[\s\S]*?)?)(\/?)$/.exec(content) ?? []
    if (name === '') throw new Error(`no tag: ${JSON.stringify(content.slice(0, 80))}`)
    if (close === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> ends something else`)
    } else {
      const element = {
        name,
        attributes: attributesOf(attributes, voids.length > 0),
        path: open.map((one) => one.name),
        text: '',
      }
      found.push(element)
      if (empty !== '/' && !voids.includes(name)) open.push(element)
    }
    at = end + 1
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)?.name}> does not end`)
  return found
}

export const htmlElements = (source: string): ReadonlyArray<Element> => elementsOf(source, { voids: ['meta', 'br'] })
