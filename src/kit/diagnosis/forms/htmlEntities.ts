/** A text with the entities that templates and HTML libraries write into it, and a text without them. */

import { distinct } from './distinct.ts'
import type { Form } from './Respelling.ts'

type Entities = Readonly<Record<string, string>>

const common: Entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** By who writes them. */
const tables: Readonly<Record<string, Entities>> = {
  'Ruby, lodash': { ...common, '"': '&quot;', "'": '&#39;' },
  'Python, React': { ...common, '"': '&quot;', "'": '&#x27;' },
  'Go, Jinja': { ...common, '"': '&#34;', "'": '&#39;' },
  'html/template of Go': { ...common, '"': '&#34;', "'": '&#39;', '+': '&#43;' },
  PHP: { ...common, '"': '&quot;', "'": '&#039;' },
  XML: { ...common, '"': '&quot;', "'": '&apos;' },
  Mustache: { ...common, '"': '&quot;', "'": '&#39;', '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;' },
  Handlebars: { ...common, '"': '&quot;', "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;' },
  'double quotes alone': { ...common, '"': '&quot;' },
  'no quotes': common,
  'quotation marks alone': { '"': '&quot;' },
}

const replaced =
  (entities: Entities) =>
  (text: string): string =>
    text.replace(/[&<>"'/`=+]/g, (c) => entities[c] ?? c)

const escaped: Readonly<Record<string, (text: string) => string>> = Object.fromEntries(
  Object.entries(tables).map(([name, entities]) => [name, replaced(entities)]),
)

const names: Entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|#[xX]([0-9A-Fa-f]{1,5})|([a-z]{2,4}));/g, (entity, decimal, hex, name) =>
    name === undefined
      ? String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
      : (names[name] ?? entity),
  )

/** Letters beyond ASCII by their numbers, as `xmlcharrefreplace` of Python and `mb_encode_numericentity` of PHP write them. */
const numbered: Readonly<Record<string, (c: string) => string>> = {
  'decimal numbers': (c) => `&#${c.codePointAt(0)};`,
  'hexadecimal numbers': (c) => `&#x${c.codePointAt(0)?.toString(16)};`,
  'hexadecimal numbers in upper case': (c) => `&#x${c.codePointAt(0)?.toString(16).toUpperCase()};`,
  'decimal numbers of UTF-16 units': (c) => c.replace(/[\s\S]/g, (unit) => `&#${unit.charCodeAt(0)};`),
}

const beyondAscii = /[^\0-\u007f]/gu

/** Whether an entity stands in the text: without one it is no form of another text, and has none. */
export const hasEntity = (text: string): boolean => /&(?:#\w+|[a-z]+);/.test(text)

/** Each text once. */
export const htmlForms = (text: string): Iterable<Form> =>
  distinct([text], {}, [
    ...Object.entries(escaped).map(([name, writes]): Form => [`written by ${name}`, writes(text)]),
    ['taken out where it was signed', unescaped(text)],
    ...Object.entries(numbered).map(
      ([name, writes]): Form => [`letters beyond ASCII as ${name}`, text.replace(beyondAscii, writes)],
    ),
  ])
