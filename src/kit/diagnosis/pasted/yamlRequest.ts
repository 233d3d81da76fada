/**
 * A request in a text of YAML: an object with the usual members, as Insomnia exports it and cassettes keep it; or a text over
 * several lines that is itself a request, as examples of APIs and logs of containers hold it.
 *
 *     interactions:                              x-codeSamples:
 *     - request:                                 - lang: Shell
 *         method: POST                             source: |
 *         uri: https://api.example/v1/jobs           curl https://api.example/v1/jobs -d '{}'
 */
import type * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { type Received, textOf, type Unreadable, unreadable, withoutAtEnd } from '../Received.ts'
import { encoded } from './librarySent.ts'
import { requestsIn } from './objectRequest.ts'
import { member, textIn } from './objects/members.ts'
import { isAuthorization } from './objects/objectHeaders.ts'
import { readHar } from './readHar.ts'
import { yamlValue } from './yamlText.ts'

export const beginsLikeInsomniaYaml = (firstLine: string): boolean =>
  /^(?:type: \w+\.insomnia|_type: export)/.test(firstLine)

/** An export of Insomnia, with an Authorization header or without. */
export const readInsomniaYaml = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const exported = yamlValue(textOf(bytes))
  return requestsIn(exported).length === 0
    ? unreadable(
        bytes,
        0,
        'this export of Insomnia has no request that can be read here; in Insomnia, copy the request as a curl command',
      )
    : readHar(encoded(JSON.stringify(exported)))
}

/** A text has a map or a list over several lines. */
const looksLikeYaml = (yaml: string): boolean =>
  /^ {0,64}(?:- )?["'/\w][\w$./"'{} -]{0,256}:[ \t]{0,8}(?:[|>][+-]?\d?[+-]?)?\r?\n {0,64}(?:- |["'/\w])/m.test(yaml)

/** The body stands below its name, and not further in: a person or a program wrote the parts with their names, and no YAML. */
const bodyBesideName = /^(?:(?:raw|request)[ _-]?)?(?:body|payload|data|content)[ \t]{0,8}:[ \t]{0,8}\r?\n[{[<"']/im

/** Whether a text has the look of a request: a request line, or a command with a URL. */
export const looksLikeRequest = (candidate: string): boolean =>
  /^\s{0,64}(?:[A-Z]{3,10} \S{1,65536} HTTP\/[0-9.]{1,3}\r?\n|[A-Z]{3,10} https?:\/\/|(?:[$%] )?curl\s[^\n])/.test(
    candidate,
  )

/** The texts of a value that have the look of a request, in their order. */
const requestTexts = (node: unknown): ReadonlyArray<string> => {
  if (typeof node === 'string') return node.includes('\n') && looksLikeRequest(node) ? [node] : []
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(requestTexts) : []
}

type Read = E.Either<Unreadable, Received>

/** A block such as `|` ends in a line feed, and no program sends it in a header. */
const withoutLineEnd = (name: string, value: unknown): unknown =>
  typeof value === 'string' && /^authorization$/i.test(name) ? withoutAtEnd(value, '\n') : value

/** A file of Bruno in YAML with the text of its body in place of the object that has the kind too. Any other document stays as it is. */
const withTextOfBruno = (document: unknown): unknown => {
  const body = textIn(document, 'http.body.data')
  const isText = /^(?:json|text|xml|sparql)$/.test(textIn(document, 'http.body.type') ?? '')
  if (member(document, 'info.type') !== 'http' || body === undefined || !isText) return document
  return { ...(document as object), http: { ...(member(document, 'http') as object), body } }
}

/** Ruby writes symbols with a colon: `:method: POST`. The text without the colons before the outermost names. */
const withoutSymbols = (yaml: string): string =>
  /^(?:---[ \t]*\r?\n)?:\w{1,64}:(?=[ \r\n])/.test(yaml)
    ? yaml.replace(/^:(\w{1,64}:)(?=[ \r\n])/gm, '$1').replace(/^(method: ):(?=[a-z]{3,7}\r?$)/m, '$1')
    : yaml

/** The request, if the text is YAML that has one with an Authorization header; `readRequestText` reads a text in it as if it were pasted. */
export const yamlRequest = (bytes: Bytes.Bytes, readRequestText: (text: Bytes.Bytes) => Read): Read | undefined => {
  const yaml = withoutSymbols(textOf(bytes))
  if (!looksLikeYaml(yaml) || bodyBesideName.test(yaml)) return undefined
  const document = withTextOfBruno(yamlValue(yaml))
  if (requestsIn(document).some(({ headers }) => headers.some(isAuthorization)))
    return readHar(encoded(JSON.stringify(document, withoutLineEnd)))
  const [requestText] = requestTexts(document).filter((candidate) => /authorization/i.test(candidate))
  return requestText === undefined ? undefined : readRequestText(encoded(withoutAtEnd(requestText, '\n')))
}
