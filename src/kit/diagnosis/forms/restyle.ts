/**
 * One JSON text in the styles of common serializers, and then in all those of serializers.ts. It works on the text, because a
 * parsed value would lose the spelling of numbers and the order of members.
 */

import { distinct } from './distinct.ts'
import { isJson } from './isJson.ts'
import { type Style, treeOf, unicode, writerOf } from './jsonText.ts'
import { shortest } from './numberText.ts'
import type { Respelling } from './Respelling.ts'
import { serialized } from './serializers.ts'

const nothing = /(?!)/g

const alphabetical = (a: string, b: string): boolean => a < b

/** The members of a job, in the order in which the interface documents them. */
const documented = [
  ...['request_id', 'stages', 'type', 'inputInitialize', 'diffusion', 'seed', 'count', 'width', 'height', 'prompts'],
  ...['text', 'steps', 'sd_model', 'clip_skip', 'cfg_scale'],
]
const asDocumented = (a: string, b: string): boolean => {
  const [first, second] = [documented.indexOf(a), documented.indexOf(b)]
  return first >= 0 && (second < 0 || first < second)
}

const compact = { comma: ',', colon: ':', escaped: nothing }
const spaced = { comma: ', ', colon: ': ', escaped: nothing }
// Python escapes DEL, PHP does not. Go escapes what could end a script element or a line of JavaScript, Gson more. .NET escapes
// nearly everything, with upper-case digits.
const python = { ...spaced, escaped: /[^ -~]/g }
const php = {
  ...compact,
  escaped: /\/|[\u0080-\uffff]/g,
  escape: (c: string): string => (c === '/' ? '\\/' : unicode(c)),
}
const phpUnicode = { ...php, escaped: /\/|[\u2028\u2029]/g }
/** What PHP makes of a text that it has decoded. */
const arrays = { number: shortest, emptyAsArray: true }
const go = { ...compact, escaped: /[<>&\u2028\u2029]/g }
const gson = { ...compact, escaped: /[<>&='\u2028\u2029]/g }
const dotnet = {
  ...compact,
  escaped: /\\.|[<>&'+`]|[^ -~]/g,
  escape: (c: string): string =>
    c === '\\"' ? '\\u0022' : c.startsWith('\\') ? c : unicode(c).replace(/[a-f]/g, (digit) => digit.toUpperCase()),
}
const two = '  '
const four = '    '

const styles: ReadonlyArray<Style & { readonly detail: string }> = [
  { detail: 'compact', ...compact },
  { detail: 'spaced', ...spaced },
  { detail: 'pretty-2', ...spaced, indent: two },
  { detail: 'pretty-4', ...spaced, indent: four },
  { detail: 'pretty-tab', ...spaced, indent: '\t' },
  { detail: 'sorted', ...compact, before: alphabetical },
  { detail: 'python', ...python },
  { detail: 'python-sorted', ...python, before: alphabetical },
  { detail: 'python-compact', ...python, ...compact, escaped: python.escaped },
  { detail: 'php', ...php },
  { detail: 'php-unicode', ...phpUnicode },
  { detail: 'php-unicode, decoded before', ...phpUnicode, ...arrays },
  { detail: 'php, decoded before', ...php, ...arrays },
  { detail: 'go', ...go },
  { detail: 'go, decoded before', ...go, number: shortest },
  { detail: 'go-sorted, decoded before', ...go, before: alphabetical, number: shortest },
  { detail: 'go-sorted', ...go, before: alphabetical },
  { detail: 'gson', ...gson },
  { detail: "in the interface's order", ...compact, before: asDocumented },
  { detail: 'dotnet', ...dotnet },
]

/** A longer text is not written in every style that there is. */
const maxSerialized = 65_536

/**
 * A JSON text in each style, perhaps its own among them; nothing if the text is not JSON. The rare styles come last. With
 * `wanted`, those that lead to this one text.
 */
export function* restyle(json: string, wanted?: string): Generator<Respelling> {
  if (!isJson(json)) return
  const writer = writerOf(treeOf(json), { most: 4 * json.length + 65_536, wanted })
  const known: Array<string> = []
  for (const { detail, ...style } of styles) {
    const text = writer.write(style)
    if (text === undefined) continue
    known.push(text)
    yield { detail, text }
  }
  // JavaScript also respells numbers: `1.0` becomes `1`.
  const javascript = JSON.stringify(JSON.parse(json))
  if (wanted === undefined || javascript === wanted) yield { detail: 'javascript', text: javascript }
  if (json.length > maxSerialized) return
  // Only a line feed is too many: that is a mistake of the join.
  for (const form of distinct([json, `${json}\n`, ...known], {}, serialized(writer))) yield { ...form, rare: true }
}
