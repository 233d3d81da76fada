/**
 * The forbidden normalizations that a careless program may make of any part of a request: it trims, decodes, changes the case or takes one
 * item of a list.
 */
import { around, type Normalization, normalization, pieces, replacing } from '../Normalization.ts'
import { type ChangeText, characterOf, percentDecode, replace } from './textChanges.ts'

/** `"a"`, `'a'`, `<a>` and the like become `a`. */
const unquote: ChangeText = (text) =>
  text.replace(/^(?:"(.*)"|'(.*)'|`(.*)`|<(.*)>|\[(.*)\]|\{(.*)\}|\((.*)\))$/s, '$1$2$3$4$5$6$7')
/** `\u0041` becomes `A`, and `\/` becomes `/`. */
const decodeEscapes: ChangeText = (text) =>
  text.replace(/\\u00(..)|\\(.)/g, (_, digits?: string, escaped = '') =>
    digits === undefined ? escaped : characterOf(digits),
  )
/** `&#65;` becomes `A`. */
const decodeEntities: ChangeText = (text) =>
  text.replaceAll('&amp;', '&').replace(/&#(\d+);/g, (_, digits: string) => String.fromCharCode(Number(digits)))

export const spaceForPlus: Normalization = replacing('+ replaced by a space', replace(/\+/g, ' '), pieces('+'))

/** In a row: the name, the change, and the triggers: texts that the change alters. */
export const forAny: ReadonlyArray<Normalization> = [
  normalization('trimmed', (text) => text.trim(), pieces(' ', '\t', '\n', '\r\n', '\v', '\u00a0', '\ufeff', '\u2003')),
  normalization('white space dropped', replace(/\s/g), pieces(' ', '\t', '\n', '\u3000')),
  normalization('cut at NUL', (text) => text.split('\0')[0] as string, pieces('\0', '\0x')),
  normalization('cut at a line end', replace(/[\r\n].*/gs), pieces('\n', '\r\nx', '\nx: y')),
  normalization('control characters dropped', replace(/\p{Cc}/gu), pieces('\0', '\b', '\u001b', '\u007f')),
  normalization(
    'invisible characters dropped',
    replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g),
    pieces('\u00ad', '\u200b', '\u2060', '\ufeff'),
  ),
  normalization(
    'characters beyond ASCII dropped',
    replace(/[\u0080-\uffff]/g),
    pieces('\u00e9', '\u0430', '\u{1f600}'),
  ),
  replacing(
    'accents dropped',
    (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
    pieces('\u00e9', 'e\u0301', '\u00c5'),
  ),
  replacing(
    'full-width characters replaced',
    (text) => text.normalize('NFKC'),
    pieces('\uff11', '\uff41', '\ufb01', '\u00aa'),
  ),
  replacing('in lower case', (text) => text.toLowerCase(), pieces('A', 'Z', '\u212a')),
  replacing('in upper case', (text) => text.toUpperCase(), pieces('a', 'z', '\u017f', '\u0131')),
  replacing('percent-decoded', percentDecode, pieces('%41', '%2d', '%31', '%00', '%2F')),
  spaceForPlus,
  replacing('escapes with a backslash decoded', decodeEscapes, pieces('\\u0041', '\\-', '\\/')),
  replacing('HTML entities decoded', decodeEntities, pieces('&amp;', '&#65;', '&#49;')),
  normalization(
    'quotes around it dropped',
    unquote,
    around(['"', '"'], ["'", "'"], ['`', '`'], ['<', '>'], ['[', ']'], ['{', '}'], ['(', ')']),
  ),
  normalization('only the first item of a list kept', replace(/[,;|].*/gs), pieces(',x', ';x', '|x', ', x')),
  normalization('only the last item of a list kept', replace(/.*[,;|]/gs), around(['x,', ''], ['x;', ''])),
]
