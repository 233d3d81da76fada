/**
 * The method as few programs print it: as a member of a type, as a value of a class, with the name of the function that sends, or the name
 * of its type alone.
 *
 *     POST    HttpMethod(method=POST)    HTTPMethod(rawValue: "POST")    axios.post    CURLOPT_POST
 */

/** Usual names of types for methods. */
const types: ReadonlyArray<string> = ['Method', 'HttpMethod', 'HTTPMethod', 'RequestMethod']

/** How languages print a member of a type. `{T}` stands for the type and `{m}` for the member. */
const membersOfTypes: ReadonlyArray<string> = [
  '{T}.{m}',
  '{T}::{m}',
  '<{T}.{m}>',
  '{T}({m})',
  '{T}("{m}")',
  "{T}('{m}')",
  '{T}[{m}]',
  '{T}_{m}',
  "{T}.{m}: '{m}'",
  "<{T}.{m}: '{m}'>",
]

/** How languages print a value of a type with a field for the method. */
const valuesOfTypes: ReadonlyArray<string> = [
  '{T}(method={m})',
  '{T}(name={m})',
  '{T}(value={m})',
  '{T}{name={m}}',
  "{T}{name='{m}'}",
  "{T}{method='{m}'}",
  '{T}(rawValue: "{m}")',
  '{T}(_rawValue: "{m}")',
  '{T} { name: "{m}" }',
  '{T} { Method = {m} }',
  '{T}[name={m}]',
]

/** The names of the types alone, as a program prints an object or its class. */
const typesAlone: ReadonlyArray<string> = [
  'Method',
  'HttpMethod',
  'Method { .. }',
  'class HttpMethod',
  'System.Net.Http.HttpMethod',
  'org.springframework.http.HttpMethod',
]

/** Symbols, calls, constants and names with the method. `{M}` is the method with a capital, and `{l}` in lower case. */
const otherPrintings: ReadonlyArray<string> = [
  ':"{m}"',
  ':"{l}"',
  "'{l}",
  '#{l}',
  'Symbol({m})',
  'Symbol({l})',
  '[:{l}]',
  ':method {m}',
  'Inner({M})',
  'Standard({m})',
  'Verb({m})',
  'HttpMethods({m})',
  'HttpMethods.{m}',
  '{m}()',
  '{l}()',
  'method={m}',
  'method: {m}',
  'method:{m}',
  'Method: {m}',
  'METHOD={m}',
  'axios.{l}',
  'requests.{l}',
  'http.{l}',
  'client.{l}',
  'HTTP_{m}',
  'METHOD_{m}',
  'HTTP_METHOD_{m}',
  'http_{l}',
  'CURLOPT_{m}',
  'CURLOPT_HTTP{m}',
  'http{M}',
  'do{M}',
  '%{m}%',
  '{m}/',
]

/** Whether the text is the name of a type, without the method. */
export const isTypeOfMethod = (text: string): boolean => typesAlone.includes(text)

/** Every text, each once. */
export const methodPrintings = (method: string): ReadonlySet<string> => {
  const lower = method.toLowerCase()
  const capital = method.slice(0, 1) + lower.slice(1)
  const fill = (pattern: string, type: string, member: string): string =>
    pattern
      .replaceAll('{T}', () => type)
      .replaceAll('{m}', () => member)
      .replaceAll('{M}', () => capital)
      .replaceAll('{l}', () => lower)
  return new Set([
    ...types.flatMap((type) => [
      ...[method, capital, lower].flatMap((member) => membersOfTypes.map((pattern) => fill(pattern, type, member))),
      ...valuesOfTypes.map((pattern) => fill(pattern, type, method)),
    ]),
    ...otherPrintings.map((pattern) => fill(pattern, '', method)),
    ...typesAlone,
  ])
}
