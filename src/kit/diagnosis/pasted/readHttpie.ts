/**
 * A command of HTTPie, `http` or `https`, read as the request that it sends. Checked against HTTPie 3.2 on the wire.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { read as readJson } from '../../../job/JsonReader.ts'
import { unicodeEscape } from '../forms/jsonText.ts'
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
import { isAuthorization } from './objects/objectHeaders.ts'
import { shellWords } from './shellWords.ts'

/** Nushell has a command of the same name, with headers in brackets: `http get --headers [Accept text/html] "https://h/a"`. */
const ofNushell = /^[ \t]*http (?:get|post|put|patch|delete|head|options) [^\n]{0,65536}?--headers [[{]/

/** Whether a line begins with the program's name. In the log of a load balancer of AWS a time follows the name of the protocol. */
export const beginsLikeHttpie = (firstLine: string): boolean =>
  /^[ \t]*(?:[$%] +)?(?:https?|xhs?)[ \t](?!->|\d{4}-\d\d-\d\dT)/.test(firstLine) && !ofNushell.test(firstLine)

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
  let itemName = ''
  for (let index = 0; index < word.length; index++) {
    if (word[index] === '\\' && /[:;=@\\]/.test(word[index + 1] ?? '')) {
      itemName += word[++index]
      continue
    }
    const separator = separators.find((candidate) => word.startsWith(candidate, index))
    if (separator !== undefined) return { separator, name: itemName, value: word.slice(index + separator.length) }
    itemName += word[index]
  }
  return undefined
}

/** What Python writes otherwise than it was written: a text, a comma or a colon, the integer `-0`, blanks. */
const rewrittenToken = /"[^"\\]*(?:\\.[^"\\]*)*"|[:,]|-0(?![\d.eE])|\s+/g

/**
 * JSON as Python writes it: a blank behind each comma and colon and no other blanks, DEL and letters beyond ASCII escaped. Other escapes
 * are written anew: `"b\/c \u0041"` becomes `"b/c A"`. The integer `-0` becomes `0`.
 */
const inPython = (json: string): string =>
  json
    .replace(rewrittenToken, (token) => {
      if (token.startsWith('"')) return JSON.stringify(JSON.parse(token))
      if (token === ':' || token === ',') return `${token} `
      return token === '-0' ? '0' : ''
    })
    .replace(/[^ -~]/g, unicodeEscape)

const percentEncoded = (original: string): string => latin1(treated(encoded(original), 'percent-encoded'))

interface Content {
  readonly body: Body
  readonly hasData: boolean
  readonly notes: ReadonlyArray<string>
}

const withData = (body: Body, ...notes: ReadonlyArray<string>): E.Either<Wrong, Content> =>
  E.right({ body, hasData: true, notes })

const contentOf = (options: Options, requestItems: ReadonlyArray<Item>): E.Either<Wrong, Content> => {
  const raw = lastText(options, 'raw')
  const data = requestItems.filter(({ separator }) => /[=@]/.test(separator) && separator !== '==')
  if (lastText(options, 'compress', 'multipart', 'chunked') !== undefined)
    return E.left('with --compress, --multipart or --chunked the body is not in the text; paste the raw request')
  if (raw !== undefined) return withData(bytesBody(raw))
  const [firstData] = data
  if (firstData === undefined) return E.right({ body: bytesBody(''), hasData: false, notes: [] })
  if (data.length === 1 && firstData.separator === '@' && firstData.name === '')
    return withData(fileBody(firstData.value))
  if (data.some(({ separator }) => separator.includes('@')))
    return E.left('an item takes its value from a file; write the value here, or give the whole body as @FILE')
  if (isOn(options, 'form')) {
    if (data.some(({ separator }) => separator === ':='))
      return E.left('a form cannot have items with := in them; write = instead')
    const form = data
      .map(({ name: fieldName, value: fieldValue }) => `${percentEncoded(fieldName)}=${percentEncoded(fieldValue)}`)
      .join('&')
    return withData(bytesBody(form))
  }
  return jsonOf(data)
}

/** The content with the input of the command: HTTPie accepts this only if no item and no option gives a body. */
const contentWith = (input: Bytes.Bytes | undefined, content: E.Either<Wrong, Content>): E.Either<Wrong, Content> => {
  if (input === undefined || E.isLeft(content)) return content
  if (content.right.hasData)
    return E.left(
      'this command has a body in its arguments and another from the command before it; HTTPie refuses this',
    )
  return withData({ _tag: 'Bytes', bytes: input })
}

const jsonOf = (data: ReadonlyArray<Item>): E.Either<Wrong, Content> => {
  const members = new Map<string, string>()
  for (const { separator, name: member, value: memberValue } of data) {
    if (/[[\]]/.test(member))
      return E.left(
        'an item with brackets in its name makes nested JSON, which cannot be read here; write the whole body after --raw in this command',
      )
    if (separator === ':=' && E.isLeft(readJson(memberValue)))
      return E.left('the value after := is not JSON; correct it')
    members.set(member, separator === '=' ? JSON.stringify(memberValue) : memberValue)
  }
  const json = `{${[...members].map(([member, memberJson]) => `${JSON.stringify(member)}:${memberJson}`).join(',')}}`
  const hasNumbers = data.some(
    ({ separator, value: memberValue }) =>
      separator === ':=' && /\d[eE.]/.test(memberValue.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '')),
  )
  const note =
    'HTTPie changes how a number with a fraction or an exponent is written. Here the numbers were read unchanged, so the body may differ from what HTTPie sent.'
  return withData(bytesBody(inPython(json)), ...(hasNumbers ? [note] : []))
}

/** `:3000/x` is on localhost, and the scheme may be missing. */
const urlOf = (urlArgument: string, scheme: string): string => {
  const hostAndPath = /^:(?=[^:]|$)/.test(urlArgument)
    ? `localhost${urlArgument.replace(/^:(?=\/|$)/, '')}`
    : urlArgument
  return /^[A-Za-z][0-9A-Za-z+.-]*:\/\//.test(hostAndPath) ? hostAndPath : `${scheme}://${hostAndPath}`
}

/** The command `https` is `http --default-scheme=https`. */
const schemeOf = (options: Options, called: string): string =>
  /s$/.test(called) ? 'https' : (lastText(options, 'default-scheme') ?? 'http')

const authorizationOf = (options: Options): E.Either<Wrong, ReadonlyArray<readonly [string, string]>> => {
  const auth = lastText(options, 'auth')
  const type = lastText(options, 'auth-type') ?? 'basic'
  if (auth === undefined) return E.right([])
  if (type === 'bearer') return E.right([['Authorization', `Bearer ${auth}`]])
  if (type === 'basic' && auth.includes(':'))
    return E.right([['Authorization', `Basic ${Base64.encode(encoded(auth))}`]])
  return E.left('HTTPie asks for a password, or waits for the server here; give the Authorization header itself')
}

/**
 * Reads a command of HTTPie: method, URL and items. Options that do not change the request are ignored. `input` is what another command
 * writes into this one: HTTPie sends it as the body.
 */
export const readHttpie = (bytes: Bytes.Bytes, input?: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const command = shellWords(bytes, startOf(bytes))
  if (E.isLeft(command)) return command
  const [programWord, ...argumentWords] = behindPrompt(command.right.words)
  const options = optionsOf(bytes, argumentWords, program)
  if (E.isLeft(options)) return options
  const request = requestOf(options.right, latin1(programWord?.bytes ?? Bytes.empty), command.right.input ?? input)
  const urlOffset = options.right.find(({ name: optionName }) => optionName === 'url')?.offset ?? 0
  return E.isLeft(request) ? unreadable(bytes, urlOffset, request.left) : request
}

const requestOf = (options: Options, called: string, input: Bytes.Bytes | undefined): E.Either<Wrong, Received> => {
  const words = options.flatMap(({ name: optionName, argument }) => (optionName === 'url' ? [textOf(argument)] : []))
  const methodWord = words.length > 1 && /^[A-Za-z]+$/.test(words[0] ?? '') ? words[0] : undefined
  const [written, ...itemWords] = methodWord === undefined ? words : words.slice(1)
  if (written === undefined) return E.left('there is no URL; paste the whole command')
  const requestItems: Array<Item> = []
  for (const word of itemWords) {
    const requestItem = itemOf(word)
    if (requestItem === undefined)
      return E.left('an item has none of the separators : = == := @ ; correct it, and put a text with spaces in quotes')
    requestItems.push(requestItem)
  }
  if (requestItems.some(({ separator }) => separator === ':@' || separator === '==@'))
    return E.left('the value of a header or a parameter is in a file; write the value here')
  const content = contentWith(isOn(options, 'ignore-stdin') ? undefined : input, contentOf(options, requestItems))
  if (E.isLeft(content)) return content
  const auth = authorizationOf(options)
  if (E.isLeft(auth)) return auth
  // `Name:` sends no header of that name, `Name;` sends an empty one.
  const headers = requestItems
    .filter(({ separator, value: fieldValue }) => separator === ';' || (separator === ':' && fieldValue !== ''))
    .map(({ name: fieldName, value: fieldValue }) => [fieldName.trim(), fieldValue] as const)
  // --auth replaces an Authorization header.
  const isReplaced = auth.right.length > 0
  const { body, hasData, notes } = content.right
  return requestSent({
    method: methodWord?.toUpperCase() ?? (hasData ? 'POST' : 'GET'),
    url: withQuery(urlOf(written, schemeOf(options, called)), requestItems),
    headers: [...headers.filter((header) => !isReplaced || !isAuthorization(header)), ...auth.right],
    body,
    notes,
  })
}

const withQuery = (url: string, requestItems: ReadonlyArray<Item>): string => {
  const added = requestItems.flatMap(({ separator, name: parameter, value: parameterValue }) =>
    separator === '==' ? [`${percentEncoded(parameter)}=${percentEncoded(parameterValue)}`] : [],
  )
  const [, beforeFragment = '', fragment = ''] = /^([^#]*)(#[\s\S]*)?$/.exec(url) ?? []
  return added.length === 0
    ? url
    : `${beforeFragment}${beforeFragment.includes('?') ? '&' : '?'}${added.join('&')}${fragment}`
}
