/**
 * Texts that stand in place of a value of the header: a variable or a placeholder that was not filled in, and the mask of a tool that
 * shows or logs a request.
 *
 *     {{nonce}}        a variable, whatever its name
 *     <app id>         a placeholder, if its name is a known one: <app-1> may be a value between marks
 *     [FILTERED]       a mask
 *     ab12****         characters that a tool hides
 *
 * The name of a variable may be a secret: `$hunter2`. So it is shown only if all its words are known ones, and otherwise as `…`.
 */

/** The words of variables and placeholders that are quoted. No secret is one of them. */
const knownWords: ReadonlySet<string> = new Set([
  'a',
  'access',
  'actual',
  'add',
  'api',
  'app',
  'appid',
  'auth',
  'authorization',
  'b64',
  'base',
  'base64',
  'calculated',
  'change',
  'changeme',
  'client',
  'computed',
  'current',
  'date',
  'dummy',
  'encoded',
  'enter',
  'env',
  'epoch',
  'example',
  'fake',
  'fixme',
  'generated',
  'guid',
  'header',
  'here',
  'id',
  'in',
  'insert',
  'iso',
  'key',
  'me',
  'my',
  'nonce',
  'now',
  'of',
  'paste',
  'placeholder',
  'put',
  'random',
  'real',
  'replace',
  'request',
  'rsa',
  'sample',
  'seconds',
  'sha256',
  'sig',
  'sign',
  'signature',
  'signed',
  'some',
  'str',
  'string',
  'tbd',
  'test',
  'text',
  'the',
  'time',
  'timestamp',
  'to',
  'todo',
  'ts',
  'unix',
  'uuid',
  'uuidgen',
  'value',
  'with',
  'x',
  'your',
])

/** The words of a name: `YOUR_SIGNATURE`, `rsaSignature`, `base64-signature`. */
export const wordsIn = (name: string): ReadonlyArray<string> =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _.:$-]+/)
    .filter((word) => word !== '')

/** Whether all words of a name are known ones. */
export const isKnownName = (name: string): boolean => wordsIn(name).every((word) => knownWords.has(word))

/**
 * What stands between the marks.
 *
 *     always    a variable, whatever its name
 *     likely    a variable, unless a value between marks fits: {n-1}
 *     by name   a variable only if its name is a known one: [nonce]
 */
type Certainty = 'always' | 'likely' | 'by name'

interface Marks {
  readonly before: string
  readonly after: string
  readonly certainty: Certainty
  /** The texts that may stand between them. If absent, any name. */
  readonly inner?: RegExp
}

/** The name of a variable of a shell. */
const shellName = /^[A-Za-z_][\w.:]{0,99}$/
/** What a shell or a template computes. */
const expression = /^[^{}()<>[\]]{1,99}$/

/** The marks of variables, as templates of tools and of languages write them. */
const marks: ReadonlyArray<Marks> = [
  { before: '{{{', after: '}}}', certainty: 'always', inner: expression },
  { before: '{{', after: '}}', certainty: 'always', inner: expression },
  { before: '${{', after: '}}', certainty: 'always', inner: expression },
  { before: '${', after: '}', certainty: 'always', inner: expression },
  { before: '#{', after: '}', certainty: 'always', inner: expression },
  { before: '@{', after: '}', certainty: 'always', inner: expression },
  { before: '$(', after: ')', certainty: 'always', inner: expression },
  { before: '%(', after: ')s', certainty: 'always' },
  { before: '{%', after: '%}', certainty: 'always', inner: expression },
  { before: '<%=', after: '%>', certainty: 'always', inner: expression },
  { before: '<<', after: '>>', certainty: 'always' },
  { before: '[[', after: ']]', certainty: 'always' },
  { before: '__', after: '__', certainty: 'by name' },
  { before: '{', after: '}', certainty: 'likely' },
  { before: '<', after: '>', certainty: 'likely' },
  { before: '[', after: ']', certainty: 'by name' },
  { before: '%', after: '%', certainty: 'always' },
  { before: '$env:', after: '', certainty: 'always', inner: shellName },
  { before: '$', after: '', certainty: 'always', inner: shellName },
  { before: ':', after: '', certainty: 'by name' },
  { before: '@', after: '', certainty: 'by name' },
]

/** Formats of functions that print. */
const formats: ReadonlyArray<string> = ['%s', '%v', '%d', '{}', '{0}', '{1}', '?', '$1']

/** A name between marks. It may have a filter or a default after it: `{{ nonce | trim }}`. */
const nameBetweenMarks = /^[ $.]{0,3}[A-Za-z_][^{}()<>[\]%"]{0,99}$/

export interface Placeholder {
  /** With `…` in place of a name that is no known one. */
  readonly shown: string
  readonly certainty: Certainty
}

/** The variable that this text is. One with a known name is certain, whatever its marks. */
export const placeholderIn = (text: string): Placeholder | undefined => {
  if (formats.includes(text)) return { shown: text, certainty: 'always' }
  for (const { before, after, certainty, inner = nameBetweenMarks } of marks) {
    if (text.length <= before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) continue
    const name = text.slice(before.length, text.length - after.length)
    if (!inner.test(name)) continue
    return isKnownName(name) ? { shown: text, certainty: 'always' } : { shown: `${before}…${after}`, certainty }
  }
  return undefined
}

/** What tools write in place of a secret. */
const maskWords: ReadonlyArray<string> = [
  'censored',
  'filtered',
  'hidden',
  'masked',
  'omitted',
  'redacted',
  'removed',
  'scrubbed',
  'sensitive',
  'snip',
  'truncated',
]

/** What tools write in place of the characters that they hide or leave out. */
const hiddenCharacters = /\*{3,}|[\u2022\u25cf\u25aa\u25a0\u2588]{2,}|\u2026|\.{3,}/u

/** The marks in a text that stand for hidden characters: `****` in `ab12****`. At most eight are shown. */
export const hiddenIn = (text: string): string | undefined => hiddenCharacters.exec(text)?.[0].slice(0, 8)

/** The word of a mask: `redacted` for `<redacted>` and `[REDACTED]`. */
export const maskIn = (text: string): string | undefined => {
  const word = text.replace(/[^A-Za-z]/g, '').toLowerCase()
  return /^[A-Za-z[\]<>()*_. -]{1,40}$/.test(text) ? maskWords.find((candidate) => candidate === word) : undefined
}
