/**
 * A command of HTTPie, `http` or `https`, read as the request that it sends. Checked against HTTPie 3.2 on the wire.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { read as readJson } from '../../../job/JsonReader.ts'
import { unicode } from '../forms/jsonText.ts'
import { type Body, latin1, type Received, startOf, textOf, treated, type Unreadable, unreadable } from '../Received.ts'
import {
  behindPrompt,
  type Given,
  isOn,
  lastText,
  lettersIn,
  namesIn,
  optionsOf,
  type Wrong,
} from './commandOptions.ts'
import { bytesBody, encoded, fileBody, requestSent } from './librarySent.ts'
import { shellWords } from './shellWords.ts'

/** Whether a line begins with the program's name. */
export const beginsLikeHttpie = (line: string): boolean => /^[ \t]*(?:[$%] +)?(?:https?|xhs?)[ \t]/.test(line)

const program = {
  withArgument: namesIn(`
    auth auth-type boundary cert cert-key ciphers default-scheme format-options history-print max-headers max-redirects
    output pretty print proxy raw response-charset response-mime session session-read-only ssl style timeout verify`),
  letters: lettersIn('a:auth A:auth-type f:form o:output p:print P:history-print s:style x:compress'),
}

type Options = ReadonlyArray<Given>

/** Longer ones first: where two begin at one place, HTTPie takes the longer. */
const separators = [':=@', ':=', '==@', '==', '=@', ':@', '@', '=', ':', ';'] as const

interface Item {
  readonly separator: (typeof separators)[number]
  readonly name: string
  readonly value: string
}

/** A backslash takes a separator's character as it is. */
const itemOf = (word: string): Item | undefined => {
  let name = ''
  for (let at = 0; at < word.length; at++) {
    if (word[at] === '\\' && /[:;=@\\]/.test(word[at + 1] ?? '')) {
      name += word[++at]
      continue
    }
    const separator = separators.find((each) => word.startsWith(each, at))
    if (separator !== undefined) return { separator, name, value: word.slice(at + separator.length) }
    name += word[at]
  }
  return undefined
}

/** JSON as Python writes it: a blank behind each comma and colon, letters beyond ASCII escaped. */
const inPython = (json: string): string =>
  json
    .replace(
      /("(?:[^"\\]|\\.)*")|([:,])|\s+/g,
      (_, text: string | undefined, mark: string | undefined) => text ?? (mark === undefined ? '' : `${mark} `),
    )
    .replace(/[^\0-\x7f]/g, unicode)

const percentEncoded = (text: string): string => latin1(treated(encoded(text), 'percent-encoded'))

interface Content {
  readonly body: Body
  readonly hasData: boolean
  readonly notes: ReadonlyArray<string>
}

const withData = (body: Body, ...notes: ReadonlyArray<string>): E.Either<Wrong, Content> =>
  E.right({ body, hasData: true, notes })

const contentOf = (given: Options, items: ReadonlyArray<Item>): E.Either<Wrong, Content> => {
  const raw = lastText(given, 'raw')
  const data = items.filter(({ separator }) => /[=@]/.test(separator) && separator !== '==')
  if (lastText(given, 'compress', 'multipart', 'chunked') !== undefined)
    return E.left('with --compress, --multipart or --chunked the body is not in the text; paste the raw request')
  if (raw !== undefined) return withData(bytesBody(raw))
  const [first] = data
  if (first === undefined) return E.right({ body: bytesBody(''), hasData: false, notes: [] })
  if (data.length === 1 && first.separator === '@' && first.name === '') return withData(fileBody(first.value))
  if (data.some(({ separator }) => separator.includes('@')))
    return E.left('an item takes its value from a file; write the value itself, or give the whole body as @FILE')
  if (isOn(given, 'form')) {
    if (data.some(({ separator }) => separator === ':=')) return E.left('a form has no items with :=; write = instead')
    const form = data.map(({ name, value }) => `${percentEncoded(name)}=${percentEncoded(value)}`).join('&')
    return withData(bytesBody(form))
  }
  return jsonOf(data)
}

const jsonOf = (data: ReadonlyArray<Item>): E.Either<Wrong, Content> => {
  const members = new Map<string, string>()
  for (const { separator, name, value } of data) {
    if (/[[\]]/.test(name))
      return E.left(
        'an item with brackets in its name makes nested JSON, which is not read here; give the body by --raw',
      )
    if (separator === ':=' && E.isLeft(readJson(value))) return E.left('the value behind := is no JSON; correct it')
    members.set(name, separator === '=' ? JSON.stringify(value) : value)
  }
  const json = `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
  const numbers = data.some(({ separator, value }) => separator === ':=' && /\d[eE.]/.test(value))
  const note = 'HTTPie writes fractions and exponents of numbers anew; they are given as they are written here.'
  return withData(bytesBody(inPython(json)), ...(numbers ? [note] : []))
}

/** `:3000/x` is on localhost, and the scheme may be missing. */
const urlOf = (text: string, called: string): string => {
  const whole = /^:(?=[^:]|$)/.test(text) ? `localhost${text.replace(/^:(?=\/|$)/, '')}` : text
  return /^[A-Za-z][0-9A-Za-z+.-]*:\/\//.test(whole) ? whole : `${/s$/.test(called) ? 'https' : 'http'}://${whole}`
}

const authorizationOf = (given: Options): E.Either<Wrong, ReadonlyArray<readonly [string, string]>> => {
  const auth = lastText(given, 'auth')
  const type = lastText(given, 'auth-type') ?? 'basic'
  if (auth === undefined) return E.right([])
  if (type === 'bearer') return E.right([['Authorization', `Bearer ${auth}`]])
  if (type === 'basic' && auth.includes(':'))
    return E.right([['Authorization', `Basic ${Base64.encode(encoded(auth))}`]])
  return E.left('HTTPie asks for a password, or waits for the server here; give the Authorization header itself')
}

/** Reads a command of HTTPie: method, URL and items. Options that do not change the request are ignored. */
export const readHttpie = (text: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const command = shellWords(text, startOf(text))
  if (E.isLeft(command)) return command
  const [first, ...others] = behindPrompt(command.right.words)
  const given = optionsOf(text, others, program)
  if (E.isLeft(given)) return given
  const request = requestOf(given.right, latin1(first?.bytes ?? Bytes.empty))
  const at = given.right.find(({ name }) => name === 'url')?.offset ?? 0
  return E.isLeft(request) ? unreadable(text, at, request.left) : request
}

const requestOf = (given: Options, called: string): E.Either<Wrong, Received> => {
  const words = given.flatMap(({ name, argument }) => (name === 'url' ? [textOf(argument)] : []))
  const named = words.length > 1 && /^[A-Za-z]+$/.test(words[0] ?? '') ? words[0] : undefined
  const [written, ...rest] = named === undefined ? words : words.slice(1)
  if (written === undefined) return E.left('there is no URL; paste the whole command')
  const items: Array<Item> = []
  for (const word of rest) {
    const item = itemOf(word)
    if (item === undefined)
      return E.left('an item has none of the separators : = == := @ ; correct it, and quote what holds blanks')
    items.push(item)
  }
  if (items.some(({ separator }) => separator === ':@' || separator === '==@'))
    return E.left('a header or a parameter comes from a file; write its value itself')
  const content = contentOf(given, items)
  if (E.isLeft(content)) return content
  const auth = authorizationOf(given)
  if (E.isLeft(auth)) return auth
  const headers = items
    .filter(({ separator }) => separator === ':')
    .map(({ name, value }) => [name.trim(), value] as const)
  const own = headers.some(([name]) => name.toLowerCase() === 'authorization')
  const { body, hasData, notes } = content.right
  return requestSent({
    method: named?.toUpperCase() ?? (hasData ? 'POST' : 'GET'),
    url: withQuery(urlOf(written, called), items),
    headers: [...headers, ...(own ? [] : auth.right)],
    body,
    notes,
  })
}

const withQuery = (url: string, items: ReadonlyArray<Item>): string => {
  const added = items.flatMap(({ separator, name, value }) =>
    separator === '==' ? [`${percentEncoded(name)}=${percentEncoded(value)}`] : [],
  )
  const [, before = '', fragment = ''] = /^([^#]*)(#[\s\S]*)?$/.exec(url) ?? []
  return added.length === 0 ? url : `${before}${before.includes('?') ? '&' : '?'}${added.join('&')}${fragment}`
}
