/** The characters that the rules name, and those that are taken for them. */

/** The characters from one to another. */
export const range = (from: string, to: string): string =>
  String.fromCharCode(
    ...Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, i) => from.charCodeAt(0) + i),
  )

export const digits: string = range('0', '9')
export const capitals: string = range('A', 'Z')
export const letters: string = capitals + range('a', 'z')
export const alphanumerics: string = digits + letters
export const visible: string = range('!', '~')

export const ofNonces: string = `${alphanumerics}-`
export const ofAppIds: string = `${ofNonces}._~`
/** Of a bearer token, before its padding. */
export const ofTokens: string = `${ofAppIds}+/`
export const ofAuthTypes: string = `${alphanumerics}!#$%&'*+-.^_\`|~`
/** An upper-case method. */
export const ofMethods: string = ofAuthTypes.replace(/[a-z]/g, '')
export const ofTargets: string = visible.replace('#', '')

/** Characters beyond ASCII that lower or upper case, or a pattern that ignores case, makes ASCII letters: ſ, K, İ, ı. */
export const foldable: ReadonlyArray<string> = ['\u017f', '\u212a', '\u0130', '\u0131']

/** Characters that some language takes for white space. */
export const blanks: ReadonlyArray<string> = [' ', '\t', '\v', '\f', '\u0085', '\u00a0', '\u2003', '\u3000', '\ufeff']

/** Characters that resemble allowed ones, or that a library takes for blanks, ends of line or nothing. */
export const odd: ReadonlyArray<string> = [
  ...[' ', '\t', '\n', '\v', '\f', '\r', '\0', '\u007f', '\u0080', '\u0085', '\u00a0', '\u00ad', '\u00df', '\u0130'],
  ...['\u017f', '\u212a', '\u0660', '\u0966', '\u200b', '\u2028', '\u3000', '\ufeff', '\uff10', '\uff21', '\uff41'],
]
