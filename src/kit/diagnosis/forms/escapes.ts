/**
 * What HTTP libraries escape in a target that they are given. Each was asked in its newest release of 2026 to send every
 * character in a path and in a query, and the request line was read from the socket.
 */

/** A library, and the characters that it escapes; `é` stands for all beyond ASCII. */
export interface Library {
  readonly name: string
  readonly path: string
  readonly query: string
  /** In the query it writes a space as a plus sign. */
  readonly plus?: boolean
  /** It writes the digits of escapes in upper case. */
  readonly upper?: boolean
  /** It decodes escapes that nobody needs, such as `%7e`. */
  readonly decodes?: boolean
}

export const libraries: ReadonlyArray<Library> = [
  { name: 'requests', path: ' "%<>[\\]^`{|}é', query: ' "%<>[\\]^`{|}é', upper: true, decodes: true },
  { name: 'httpx', path: ' "<>`{}é', query: ' "<>é' },
  { name: 'urllib3', path: ' "%<>[\\]^`{|}é', query: ' "%<>[\\]^`{|}é', upper: true },
  { name: 'aiohttp', path: ' "%<>[\\]^`{|}é', query: '"%<>[\\]^`{|}é', plus: true, decodes: true },
  { name: 'urllib', path: '', query: '' },
  { name: 'fetch', path: ' "<>`{}é', query: ' "\'<>é' },
  { name: 'node:http', path: '', query: '' },
  { name: 'undici', path: ' "<>`{}é', query: ' "\'<>é' },
  { name: 'axios', path: ' "<>`{}é', query: ' "\'<>é' },
  { name: 'got', path: ' "<>`{}é', query: ' "\'<>é' },
  { name: 'Go', path: ' "<>\\^`{|}é', query: '' },
  { name: 'HttpClient', path: 'é', query: 'é' },
  { name: 'OkHttp', path: ' "<>^`{|}é', query: ' "\'<>é' },
  { name: 'Guzzle', path: ' "%<>[\\]^`{|}é', query: ' "%<>[\\]^`{|}é' },
  { name: 'PHP curl', path: 'é', query: '' },
  { name: 'PHP streams', path: '', query: '' },
  { name: 'reqwest', path: ' "<>`{}é', query: ' "\'<>é' },
  { name: 'Net::HTTP', path: '', query: '' },
  { name: 'curl', path: 'é', query: '' },
]
