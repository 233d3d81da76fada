/**
 * HTML by template. Every value is escaped unless `html` made it.
 */
import { visibleLines } from './visible.ts'

/** Markup that `html` made. */
export interface Html {
  readonly markup: string
}

type Content = string | number | Html | ReadonlyArray<Html | undefined> | undefined

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand between tags and in a quoted attribute, in HTML and in XML. */
export const escaped = (text: string): string => visibleLines(text).replace(/[&<>"']/g, (c) => entities[c] as string)

const markupOf = (content: Content): string => {
  if (content === undefined) return ''
  if (typeof content === 'string') return escaped(content)
  if (typeof content === 'number') return String(content)
  return 'markup' in content ? content.markup : content.map(markupOf).join('')
}

/** Values belong between tags or into quoted attributes; a text is escaped for both. */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<Content>): Html => ({
  markup: strings.reduce((markup, literal, i) => markup + markupOf(values[i - 1]) + literal),
})

/** Markup with something between its pieces. */
export const joined = (pieces: ReadonlyArray<Html>, between: string): Html => ({
  markup: pieces.map(({ markup }) => markup).join(escaped(between)),
})
