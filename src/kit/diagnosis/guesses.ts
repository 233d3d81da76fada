/**
 * Where to look first if nothing was found: what this very request speaks for, the strongest first. Where nothing speaks for a
 * guess, there is none. Each clue must be rare in right requests: the spec measures it, and allows 1 %.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import type { Case } from './Case.ts'
import { headerNamed, originalTarget } from './evidenceHeaders.ts'

export interface Clue {
  /** Of the catalogue. */
  readonly id: string
  /** What the request shows, in a few words. */
  readonly because: string
  /** `text`: the body, if it is UTF-8. */
  readonly speaks: (request: Case, text: string | undefined) => boolean
}

/** As templates, routes and shells write the place of a value. */
const unfilled =
  /\{\{[^{}]*\}\}|\$\{\w+\}|\$[A-Za-z_]\w*|%7B\w+%7D|\/:[A-Za-z]\w*|<[a-z_]+>|\/(?:undefined|null|NaN)(?=[/?]|$)/i

/** As JSON begins, and few prompts: a bracket before a quotation mark, a number or another bracket. */
const beginsLikeJson = /^\s*(?:\{\s*"|\[\s*[[{"\d-])/

const brackets: Readonly<Partial<Record<string, number>>> = { '[': 1, '{': 1, ']': -1, '}': -1 }

/** Whether a text begins like JSON, and ends before a string or a bracket does. */
const isCutOff = (text: string): boolean => {
  if (!beginsLikeJson.test(text)) return false
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string
    if (inString && c === '\\') i++
    else if (c === '"') inString = !inString
    else if (!inString) depth += brackets[c] ?? 0
  }
  return inString || depth > 0
}

/** Clients announce the type of a body, and those that send none announce its length as 0. */
const announcesBody = (headers: Case['headers']): boolean =>
  headerNamed(headers, 'content-type') !== undefined || /^0*[1-9]/.test(headerNamed(headers, 'content-length') ?? '')

/** A string of question marks alone, or words of them: who asks writes letters beside. */
const lostLetters = /"\?{2,}(?:[\s,.!:;-]+\?+)*"/

export const clues: ReadonlyArray<Clue> = [
  {
    id: 'body-compressed',
    because: 'the body begins like gzip, and could not be decompressed here',
    speaks: ({ decoded, body }) => decoded === undefined && body[0] === 0x1f && body[1] === 0x8b,
  },
  {
    id: 'part-unfilled',
    because: 'the target that arrived holds the name of a variable',
    speaks: ({ target }) => unfilled.test(target),
  },
  {
    id: 'target-other',
    because:
      'X-Original-URI, X-Original-URL or X-Forwarded-Uri names another target than arrived: a proxy asks this service by a request of its own, or rewrites the target',
    speaks: ({ headers, target }) => originalTarget(headers, target) !== undefined,
  },
  {
    id: 'body-lost',
    because: 'the headers announce a body, and none arrived',
    speaks: ({ headers, body }) => body.length === 0 && announcesBody(headers),
  },
  {
    id: 'body-encoding',
    because: 'the body holds runs of ? where letters may have been lost when it was sent',
    speaks: (_, text = '') => lostLetters.test(text),
  },
  {
    id: 'body-other',
    because: 'the body that arrived is cut off: it begins like JSON, and ends before it is complete',
    speaks: (_, text = '') => isCutOff(text),
  },
]

export const guesses = (request: Case): ReadonlyArray<readonly [id: string, because: string]> => {
  const read = Bytes.toText(request.body)
  const text = E.isRight(read) ? read.right : undefined
  return clues.flatMap(({ id, because, speaks }) => (speaks(request, text) ? [[id, because] as const] : []))
}
