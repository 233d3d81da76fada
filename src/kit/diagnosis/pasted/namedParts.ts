/**
 * The parts of a request with their names in Chinese, as people write them into a ticket or a chat, with the English names that the
 * readers know.
 *
 *     请求地址：https://api.example/v1/jobs        URL: https://api.example/v1/jobs
 *     请求方式：POST                               Method: POST
 *     请求头：                                →    Request headers:
 *     Authorization：SVC-SHA256-RSA …              Authorization: SVC-SHA256-RSA …
 *     请求体：{}                                   Request body:
 *                                                  {}
 *
 * Nothing below the name of the body is changed but the name of the answer. Texts have one character for each byte.
 */
import { byteTextOf, lettersOf } from './byteText.ts'

interface PartName {
  readonly written: RegExp
  readonly english: string
}

const bodyName: PartName = {
  written: /^(?:请求)?(?:体|参数|正文|内容|报文|数据|body)[ \t]*[:：][ \t]*/i,
  english: 'Request body:\n',
}

const answerName: PartName = {
  written: /^(?:返回|响应)(?:结果|值|内容|报文|体|正文|信息|数据)?[ \t]*[:：][ \t]*/,
  english: 'Response:\n',
}

const namesBeforeBody: ReadonlyArray<PartName> = [
  {
    written: /^(?:请求)?接口[ \t]*[:：][ \t]*([A-Z]{3,10})[ \t]+(?=https?:\/\/|\/)/,
    english: 'Method: $1\nURL: ',
  },
  { written: /^(?:请求|接口)(?:的)?(?:地址|URL|网址|链接|路径)[ \t]*[:：][ \t]*/i, english: 'URL: ' },
  { written: /^(?:请求|HTTP ?)?(?:方式|方法)[ \t]*[:：][ \t]*/i, english: 'Method: ' },
  { written: /^请求(?:头|标头|头部|头信息)[ \t]*[:：][ \t]*$/, english: 'Request headers:' },
  { written: /^([A-Za-z][\w-]{0,127})：[ \t]*/, english: '$1: ' },
]

const renamed = (line: string, names: ReadonlyArray<PartName>): string => {
  const name = names.find(({ written }) => written.test(line))
  // The value stands behind its name, or in the lines below.
  return name === undefined ? line : line.replace(name.written, name.english).replace(/:\n$/, ':')
}

/** A name in Chinese before a method or a URL. */
const isNamed = /^(?:请求|接口|方式|方法)[^\n:：]{0,16}[:：][ \t]*(?:[A-Z]{3,10}\b|https?:\/\/)/m

const headersTitle = 'Request headers:'

/** The text with English names. Undefined if it has no such names, or no header under them. */
export const namedParts = (text: string): string | undefined => {
  // The first byte of these characters.
  if (!/[\u00e6\u00e8]/.test(text) || !/authorization/i.test(text)) return undefined
  const letters = lettersOf(text)
  const lines = letters.split(/\r?\n/)
  const bodyAt = lines.findIndex((line) => bodyName.written.test(line))
  // Behind the header such names are in the body, and nothing is changed below the name of the body.
  const firstNamed = lines.findIndex((line) => isNamed.test(line))
  const headerAt = lines.findIndex((line) => /authorization[ \t]{0,8}[:：]/i.test(line))
  const isBehindHeader = headerAt >= 0 && firstNamed > headerAt
  if (firstNamed < 0 || (isBehindHeader && !(bodyAt >= 0 && bodyAt < firstNamed))) return undefined
  const headEnd = bodyAt < 0 ? lines.length : bodyAt
  const head = lines.slice(0, headEnd).map((line) => renamed(line, namesBeforeBody))
  const firstHeader = head.findIndex((line) => /^authorization:/i.test(line))
  if (firstHeader < 0) return undefined
  const titled = head.includes(headersTitle) ? head : head.toSpliced(firstHeader, 0, headersTitle)
  const body = lines.slice(headEnd).map((line, i) => renamed(line, i === 0 ? [bodyName] : [answerName]))
  return byteTextOf([...titled, ...body].join('\n'))
}
