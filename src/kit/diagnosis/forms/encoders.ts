/**
 * What the encoders of languages and libraries write for a component, taken from their outputs: a segment of a path, or a name or a value of a query or
 * a form. Each keeps other characters; `red fox/é` is `red%20fox%2F%C3%A9` to one and `red+fox/%c3%a9` to another.
 */
import { encode } from './percentEncode.ts'

export interface Encoder {
  /** The function, and whose it is. */
  readonly name: string
  readonly encode: (text: string) => string
  /** Most callers use one of these; the others are rare forms. */
  readonly isUsual: boolean
}

interface Description {
  readonly name: string
  /** What is kept beside letters and digits. */
  readonly keeps: string
  /** For a space, in place of `%20`. */
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

const inLowerCase = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())

const encoderOf = ({ name, keeps, space, hex, letters, isRare }: Description): Encoder => {
  const kept = classOf(keeps, letters)
  const escaped = (text: string): string => (hex === 'lower' ? inLowerCase(encode(text, kept)) : encode(text, kept))
  return {
    name,
    encode: space === undefined ? escaped : (text) => escaped(text).replaceAll('%20', '+'),
    isUsual: isRare === undefined,
  }
}

/** The usual ones first. */
export const encoders: ReadonlyArray<Encoder> = descriptions
  .toSorted((a, b) => Number(a.isRare ?? false) - Number(b.isRare ?? false))
  .map(encoderOf)
