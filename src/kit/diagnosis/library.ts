/**
 * The library that sent a request, by its User-Agent. A fact for the reader, and no proof: a caller writes there what it likes. It
 * only puts explanations of equal simplicity in order. `python-requests/2.32.3` is Python requests, so a form of Python goes first.
 */

import type { Header } from '../../effects/evidenceHeaders.ts'
import { headerNamed } from './evidenceHeaders.ts'
import type { Explanation } from './search/Explanation.ts'

export interface Library {
  readonly name: string
  /** Names under which forms of the catalogue have it, in lower case. */
  readonly forms: ReadonlyArray<string>
}

type Row = readonly [agent: RegExp, name: string, ...forms: ReadonlyArray<string>]

/**
 * A row names the product that stands in User-Agent, not one that usually sends it. More special rows come first: PowerShell begins like
 * a browser.
 */
const rows: ReadonlyArray<Row> = [
  [/WindowsPowerShell\/|PowerShell\//, 'PowerShell', 'powershell', '.net'],
  [/^python-requests\//, 'Python requests', 'requests', 'python'],
  [/^python-httpx\//, 'Python httpx', 'httpx', 'python'],
  [/^python-urllib3\//, 'Python urllib3', 'python'],
  // `Python/3.11 aiohttp/3.9`: the language stands before the library.
  [/^(?:Python\/\S+ )?aiohttp\//, 'Python aiohttp', 'aiohttp', 'yarl', 'python'],
  [/^Python-urllib\//, 'Python urllib', 'python'],
  [/^Python\//, 'a client of Python', 'python'],
  [/^axios\//, 'axios', 'axios', 'javascript'],
  [/^node-superagent\//, 'superagent', 'qs', 'javascript'],
  [/^got \(/, 'got', 'javascript'],
  [/^node-fetch\b/, 'node-fetch', 'urlsearchparams', 'javascript'],
  [/^undici(?:$|\/)|^node$/, 'fetch of Node', 'urlsearchparams', 'javascript'],
  [/^Deno\//, 'fetch of Deno', 'urlsearchparams', 'javascript'],
  [/^Bun\//, 'fetch of Bun', 'urlsearchparams', 'javascript'],
  [/^okhttp\//, 'OkHttp', 'okhttp', 'java', 'kotlin', 'gson'],
  [/^Java-http-client\//, 'HttpClient of Java', 'java'],
  [/^Java\/\S+$/, 'HttpURLConnection of Java', 'java'],
  [/^Apache-Http(?:Async)?Client\//, 'Apache HttpClient', 'apache', 'java'],
  // WebClient of Spring sends this name too.
  [/^ReactorNetty\//, 'Reactor Netty', 'spring', 'jackson', 'java'],
  [/^Jersey\/|^Apache-CXF|^Vert\.x|^AHC\/|^Java\//, 'a client of Java', 'java'],
  [/^go-resty\//, 'resty of Go', 'go'],
  [/^Go-http-client\//, 'net/http of Go', 'go'],
  [/^GuzzleHttp\/|^Symfony HttpClient|^PHP\b|^Laravel/, 'a client of PHP', 'php'],
  [/^Ruby$|^Faraday |^rest-client\/|^http\.rb\//, 'a client of Ruby', 'ruby', 'rails'],
  [/^reqwest\/|^ureq\/|^hyper\//, 'a client of Rust', 'rust', 'serde'],
  [/^RestSharp\/|^Flurl|^\.NET/, 'a client of .NET', '.net', 'c#', 'newtonsoft', 'system.text.json'],
  [/^Dart\/|^dio\//, 'a client of Dart', 'dart'],
  [/CFNetwork\/|^Alamofire\//, 'a client of Apple', 'swift', 'objective-c'],
  [/^libwww-perl\/|^HTTP-Tiny\/|^Mojolicious/, 'a client of Perl', 'perl'],
  [/^lua-resty-http\//, 'a client of Lua', 'lua'],
  [/^hackney\/|^(?:gun|ibrowse)\b/, 'a client of Erlang', 'erlang', 'elixir'],
  [/^(?:req|mint)\/|^Elixir/, 'a client of Elixir', 'elixir', 'erlang'],
  [/Indy Library/, 'Indy of Delphi', 'delphi'],
  [/WinHttp|^Microsoft WinHTTP/i, 'WinHTTP', 'vba', 'visual basic'],
  [/Google-Apps-Script/, 'Google Apps Script', 'apps script', 'javascript'],
  [/MicroMessenger.*miniProgram/i, 'a mini program of WeChat', 'javascript'],
  [/^curl\//, 'curl', 'curl', 'shell', 'echo', 'bash', 'openssl'],
  [/^Wget\//, 'wget', 'shell', 'echo', 'bash', 'openssl'],
  [/^HTTPie\//, 'HTTPie', 'shell', 'python'],
  [/^PostmanRuntime\//, 'Postman', 'postman', 'javascript'],
  [/^insomnia\//i, 'Insomnia', 'javascript'],
  [/^Apifox\//i, 'Apifox', 'javascript'],
  [/^(?:Grafana )?k6\//, 'k6', 'javascript'],
  // Crawlers and programs call themselves compatible, and jsdom is no browser.
  [
    /^Mozilla\/(?!.*(?:compatible; (?!MSIE)|jsdom\/)).*(?:AppleWebKit|Gecko|Trident|MSIE)/,
    'a browser',
    'urlsearchparams',
    'javascript',
  ],
]

/** The library that User-Agent names, if it is a known one. */
export const libraryOf = (headers: ReadonlyArray<Header> | undefined): Library | undefined => {
  const agent = headerNamed(headers, 'user-agent') ?? ''
  const [, name, ...forms] = rows.find(([pattern]) => pattern.test(agent)) ?? []
  return name === undefined ? undefined : { name, forms }
}

/** All names of languages and libraries. */
const everyForm: ReadonlySet<string> = new Set(rows.flatMap(([, , ...forms]) => forms))

const wordsOf = (explanation: Explanation): ReadonlySet<string> =>
  new Set(explanation.flatMap(({ detail }) => detail.toLowerCase().match(/\.?[a-z#]+(?:\.[a-z#]+)*/g) ?? []))

/** 0: its forms are those of the library; 1: of none; 2: of others only. */
const distanceTo = ({ forms }: Library, explanation: Explanation): number => {
  const words = wordsOf(explanation)
  if (forms.some((form) => words.has(form))) return 0
  return [...words].some((word) => everyForm.has(word)) ? 2 : 1
}

/** Explanations of equal simplicity, those of the library first; otherwise in their order. */
export const inOrderFor = (
  library: Library | undefined,
  explanations: ReadonlyArray<Explanation>,
): ReadonlyArray<Explanation> =>
  library === undefined
    ? explanations
    : explanations.toSorted((a, b) => distanceTo(library, a) - distanceTo(library, b))
