/**
 * Where to look first if nothing was found: what this very request speaks for, the strongest first. Where nothing speaks for a
 * guess, there is none.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import type { Case } from './Case.ts'
import { isJson } from './forms/isJson.ts'

type Clue = readonly [id: string, because: string, speaks: (request: Case, body: string | undefined) => boolean]

/** As templates, routes and shells write the place of a value. */
const unfilled =
  /\{\{[^{}]*\}\}|\$\{\w+\}|\$[A-Za-z_]\w*|%7B\w+%7D|\/:[A-Za-z]\w*|<[a-z_]+>|\/(?:undefined|null|NaN)(?=[/?]|$)/i

const clues: ReadonlyArray<Clue> = [
  [
    'body-compressed',
    'the body begins like gzip, and could not be decompressed here',
    ({ decoded, body }) => decoded === undefined && body[0] === 0x1f && body[1] === 0x8b,
  ],
  ['part-unfilled', 'the target that arrived holds the name of a variable', ({ target }) => unfilled.test(target)],
  ['part-unfilled', 'the body that arrived holds the name of a variable', (_, body = '') => unfilled.test(body)],
  [
    'body-other',
    'the body that arrived is cut off: it begins like JSON, and is none',
    (_, body = '') => /^\s*[[{]/.test(body) && !isJson(body),
  ],
  [
    'body-left-over',
    'this method usually has a body, and none arrived',
    ({ method, body }) => body.length === 0 && /^(?:POST|PUT|PATCH)$/i.test(method),
  ],
  [
    'target-other',
    'the query has one parameter: an unquoted & ends a command of a shell',
    ({ target }) => /^[^?]*\?[^&]+$/.test(target),
  ],
  ['body-encoding', 'the body is no UTF-8', ({ body: { length } }, body) => length > 0 && body === undefined],
  ['body-encoding', 'the body has characters beyond ASCII', (_, body = '') => /[^\0-\u007f]/.test(body)],
  [
    'body-reserialized',
    'the body has numbers that programs round, or print in other ways',
    (_, body = '') => /[:[,]\s*-?\d+(?:\.\d*[1-9]\d*[eE]|\.\d{7}|\d{16}|[eE])/.test(body),
  ],
]

export const guesses = (request: Case): ReadonlyArray<readonly [id: string, because: string]> => {
  const read = Bytes.toText(request.body)
  const body = E.isRight(read) ? read.right : undefined
  return clues.flatMap(([id, because, speaks]) => (speaks(request, body) ? [[id, because] as const] : []))
}
