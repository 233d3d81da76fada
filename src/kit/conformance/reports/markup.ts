/**
 * HTML and XML by template, for the reports. The template escapes every value that it did not make itself, so that a port's text
 * cannot become markup.
 *
 *     html`<p>${'a < b'}</p>`.markup                   <p>a &lt; b</p>
 *     html`<ul>${[html`<li>1</li>`]}</ul>`.markup      <ul><li>1</li></ul>
 */
import { visibleLines } from './visible.ts'

/** Markup that `html` made. */
export interface Html {
  readonly markup: string
}

/** What may be put into a template. `undefined` leaves nothing, which is how an optional paragraph is left out. */
type Content = string | number | Html | ReadonlyArray<Html | undefined> | undefined

/** Values belong between tags or into quoted attributes; a string is escaped for both. */
export const html = (literals: TemplateStringsArray, ...contents: ReadonlyArray<Content>): Html => ({
  markup: literals.reduce((markup, literal, index) => markup + markupOf(contents[index - 1]) + literal),
})

const markupOf = (content: Content): string => {
  if (content === undefined) return ''
  if (typeof content === 'string') return escaped(content)
  if (typeof content === 'number') return String(content)
  return 'markup' in content ? content.markup : content.map(markupOf).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A string as it may be written between tags and in a quoted attribute, in HTML and in XML. */
export const escaped = (plain: string): string =>
  visibleLines(plain).replace(/[&<>"']/g, (character) => entities[character] as string)

/** Pieces of markup with a separator between them, which is escaped. */
export const joined = (pieces: ReadonlyArray<Html>, separator: string): Html => ({
  markup: pieces.map(({ markup }) => markup).join(escaped(separator)),
})
