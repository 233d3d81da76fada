/**
 * The percent encoders of languages and libraries. They differ in the characters that each leaves as they are. A component is a segment of a path,
 * or a name or a value of a query or a form. The table was taken from what the encoders write: `red fox/é` becomes
 * `red%20fox%2F%C3%A9` by one and `red+fox/%c3%a9` by another.
 */
import { percentEncode } from './percentEncode.ts'

export interface Encoder {
  /** The function, and its language or library. */
  readonly name: string
  readonly encode: (component: string) => string
  /** Most callers use one of the usual encoders. The others make rare forms. */
  readonly isUsual: boolean
}

interface Description {
  readonly name: string
  /** The characters that stay as they are, beside letters and digits. */
  readonly keeps: string
  /** Written for a space in place of `%20`. */
  readonly space?: '+'
  readonly hex?: 'lower'
  /** Letters beyond ASCII stay as they are. */
  readonly letters?: 'kept'
  readonly isRare?: true
}

const descriptions: ReadonlyArray<Description> = [
  { name: 'encodeURIComponent (JavaScript)', keeps: "-_.!~*'()" },
  { name: 'encodeURI (JavaScript)', keeps: "-_.!~*'();,/?:@&=+$#" },
  { name: 'URLSearchParams (JavaScript), URLEncoder (Java)', keeps: '*-._', space: '+' },
  { name: 'quote (Python)', keeps: '_.-~/' },
  { name: 'rawurlencode (PHP), as RFC 3986 says', keeps: '-_.~' },
  { name: 'QueryEscape (Go), quote_plus (Python)', keeps: '-_.~', space: '+' },
  { name: 'urlencode (PHP)', keeps: '-_.', space: '+' },
  { name: 'axios', keeps: "-_.!~*'():$,", space: '+' },
  { name: 'axios 0', keeps: "-_.!~*'():$,[]", space: '+' },
  { name: 'PathEscape (Go)', keeps: '-_.~$&+=:@' },
  { name: 'UrlEncode (.NET)', keeps: '-_.!*()', space: '+', hex: 'lower' },
  { name: 'WebUtility.UrlEncode (.NET)', keeps: '-_.!*()', space: '+', isRare: true },
  { name: 'EscapeDataString (.NET), in lower case', keeps: '-_.~', hex: 'lower', isRare: true },
  { name: 'String of a URL (Go)', keeps: '-_.~$&+,/:;=@', isRare: true },
  { name: 'quote (Python), : kept too', keeps: '_.-~/:', isRare: true },
  { name: 'UriUtils.encodeQueryParam (Spring)', keeps: "-._~!$'()*+,;:@/?", isRare: true },
  { name: 'urlPathSegmentEscaper (Guava)', keeps: "-._~!$'()*,;&=@:+", isRare: true },
  { name: 'yarl (Python)', keeps: "-._~!$'()*,:@/?", space: '+', isRare: true },
  { name: 'EscapeUriString (.NET), requote_uri (Python)', keeps: "-._~!#$&'()*+,/:;=?@[]", isRare: true },
  { name: 'URI of its parts (Java), new Uri (.NET), JoinPath (Go)', keeps: "-._~!$&'()*+,/:;=?@[]", isRare: true },
  { name: 'URI of its parts (Java), letters kept', keeps: "-._~!$&'()*+,/:;=?@[]", letters: 'kept', isRare: true },
  { name: 'a template of UriComponentsBuilder (Spring)', keeps: "-._~!$'()*+,;:@/?{}", isRare: true },
  { name: 'URL of requests (Python), UriUtils.encodeQuery (Spring)', keeps: "-._~!$&'()*+,/:;=?@", isRare: true },
  { name: 'UriUtils.encodePath (Spring), / of yarl (Python)', keeps: "-._~!$&'()*+,/:;=@", isRare: true },
  { name: 'addPathSegment (OkHttp)', keeps: "-._~!$&'()*+,:;=@[]", isRare: true },
  { name: 'path_segments_mut (Rust)', keeps: "-._~!$&'()*+,:;=@[]^|", isRare: true },
  { name: 'addQueryParameter, FormBody (OkHttp)', keeps: '-._*', isRare: true },
  // Functions whose names say `encoded` take escaped text, so they keep `%`.
  { name: 'FormBody.addEncoded (OkHttp)', keeps: '-._*+%', isRare: true },
  { name: 'addEncodedQueryParameter (OkHttp)', keeps: '-._~!$%()*+,/:;?@[]\\^`{|}', isRare: true },
  { name: 'URL of JavaScript, Rust and httpx', keeps: "-._~!$%&'()*+,/:;=?@[]\\^`{|}", isRare: true },
  { name: 'the path of a URL of httpx (Python)', keeps: "-._~!$%&'()*+,/:;=?@[]\\^|", isRare: true },
  { name: 'UrlPathEncode (.NET)', keeps: '-._~!"#$%&\'()*+,/:;<=>?@[]\\^`{|}', hex: 'lower', isRare: true },
  { name: 'qs with RFC 1738 (JavaScript)', keeps: '-._~()', space: '+', isRare: true },
  { name: 'escape (JavaScript), of ASCII', keeps: '-._*+/@', isRare: true },
  { name: 'NON_ALPHANUMERIC (Rust)', keeps: '', isRare: true },
]

const classOf = (marks: string, letters: 'kept' | undefined): RegExp => {
  const beyondAscii = letters === 'kept' ? '\\u{80}-\\u{10ffff}' : ''
  return new RegExp(`^[0-9A-Za-z${marks.replace(/[[\]\\^-]/g, '\\$&')}${beyondAscii}]$`, 'u')
}

const inLowerCase = (encodedText: string): string =>
  encodedText.replace(/%[0-9A-F]{2}/g, (escapeText) => escapeText.toLowerCase())

const encoderOf = ({ name: encoderName, keeps, space, hex, letters, isRare }: Description): Encoder => {
  const unescaped = classOf(keeps, letters)
  const escaped = (component: string): string =>
    hex === 'lower' ? inLowerCase(percentEncode(component, unescaped)) : percentEncode(component, unescaped)
  return {
    name: encoderName,
    encode: space === undefined ? escaped : (component) => escaped(component).replaceAll('%20', '+'),
    isUsual: isRare === undefined,
  }
}

/** All encoders, the usual ones first. */
export const encoders: ReadonlyArray<Encoder> = descriptions
  .toSorted((a, b) => Number(a.isRare ?? false) - Number(b.isRare ?? false))
  .map(encoderOf)
