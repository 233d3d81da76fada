/**
 * A text with the entities that templates and HTML libraries write, and a text without its entities: `a & "b"` becomes
 * `a &amp; &quot;b&quot;` by one library and `a &amp; &#34;b&#34;` by another.
 */

import { distinct } from './distinct.ts'
import type { Form } from './Respelling.ts'

type Entities = Readonly<Record<string, string>>

const common: Entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The entities that each library writes. */
const tables: Readonly<Record<string, Entities>> = {
  'Ruby or lodash': { ...common, '"': '&quot;', "'": '&#39;' },
  'Python or React': { ...common, '"': '&quot;', "'": '&#x27;' },
  'Go or Jinja': { ...common, '"': '&#34;', "'": '&#39;' },
  'html/template of Go': { ...common, '"': '&#34;', "'": '&#39;', '+': '&#43;' },
  PHP: { ...common, '"': '&quot;', "'": '&#039;' },
  WordPress: { '&': '&#038;', "'": '&#039;' },
  XML: { ...common, '"': '&quot;', "'": '&apos;' },
  Mustache: { ...common, '"': '&quot;', "'": '&#39;', '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;' },
  Handlebars: { ...common, '"': '&quot;', "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;' },
  'a program that keeps apostrophes': { ...common, '"': '&quot;' },
  'a program that keeps quotation marks': common,
  'a program that changes quotation marks alone': { '"': '&quot;' },
}

const writeEntities =
  (entities: Entities) =>
  (plain: string): string =>
    plain.replace(/[&<>"'/`=+]/g, (c) => entities[c] ?? c)

const writers: Readonly<Record<string, (plain: string) => string>> = Object.fromEntries(
  Object.entries(tables).map(([writerName, entities]) => [writerName, writeEntities(entities)]),
)

/** The writers of entities, each with the library that writes them so. */
export const entityWriters: ReadonlyArray<readonly [library: string, write: (plain: string) => string]> =
  Object.entries(writers)

const charactersByName: Entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** The text with each entity read once. */
export const readEntities = (escapedText: string): string =>
  escapedText.replace(/&(?:#(\d{1,6})|#[xX]([0-9A-Fa-f]{1,5})|([a-z]{2,4}));/g, (entity, decimal, hex, entityName) =>
    entityName === undefined
      ? String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
      : (charactersByName[entityName] ?? entity),
  )

/** Writers of letters beyond ASCII as numbers, such as `xmlcharrefreplace` of Python and `mb_encode_numericentity` of PHP. */
const numbered: Readonly<Record<string, (c: string) => string>> = {
  'decimal numbers': (c) => `&#${c.codePointAt(0)};`,
  'hexadecimal numbers': (c) => `&#x${c.codePointAt(0)?.toString(16)};`,
  'hexadecimal numbers in upper case': (c) => `&#x${c.codePointAt(0)?.toString(16).toUpperCase()};`,
  'decimal numbers of UTF-16 units': (c) => c.replace(/[\s\S]/g, (unit) => `&#${unit.charCodeAt(0)};`),
}

const beyondAscii = /[^\0-\u007f]/gu

/** Whether the text has an entity. A text without one cannot be a form of another text. */
export const hasEntity = (body: string): boolean => /&(?:#\w+|[a-z]+);/.test(body)

/** The text with entities, or without them, each text once. */
export const htmlForms = (body: string): Iterable<Form> =>
  distinct([body], {}, [
    ...Object.entries(writers).map(([writerName, writes]): Form => [`written by ${writerName}`, writes(body)]),
    ['taken out where it was signed', readEntities(body)],
    ...Object.entries(numbered).map(
      ([writerName, writes]): Form => [`letters beyond ASCII as ${writerName}`, body.replace(beyondAscii, writes)],
    ),
  ])
