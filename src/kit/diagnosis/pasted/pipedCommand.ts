/**
 * A command that takes its body from a command before it: `echo` or `printf` with a text in quotes.
 *
 *     echo '{"a":1}' | http POST https://api.example/v1/jobs        →  the body {"a":1} and a line feed
 *     printf %s '{}' | curl https://api.example/v1/jobs -d @-       →  the body {}
 *     printf '{"a":"5 %%"}' | http POST https://api.example/v1/jobs →  the body {"a":"5 %"}
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { contentOf, latin1, type Received, receivedOf, startOf } from '../Received.ts'
import { behindPrompt } from './commandOptions.ts'
import { shellWords } from './shellWords.ts'

export interface PipedCommand {
  /** What the first command writes. Undefined if only a shell knows that. */
  readonly input: Bytes.Bytes | undefined
  /** Whether shells write this input in different ways. */
  readonly differsInShells: boolean
  /** The second command, with blanks before it removed. */
  readonly command: Bytes.Bytes
}

const writingCommand = /^[ \t]{0,64}(?:[$%] {1,64})?(?:echo|printf|cat)[ \t]{1,64}/

/** The two commands. Undefined if the text is no such pair. */
export const pipedCommand = (bytes: Bytes.Bytes): PipedCommand | undefined => {
  if (!writingCommand.test(latin1(bytes.subarray(0, 256)))) return undefined
  const first = shellWords(bytes, startOf(bytes))
  if (E.isLeft(first) || first.right.endedBy !== '|') return undefined
  const [program, ...words] = behindPrompt(first.right.words).map((word) => latin1(word.bytes))
  const input = program === 'echo' ? echoed(words) : program === 'printf' ? printed(words) : undefined
  const rest = latin1(bytes.subarray(first.right.end)).replace(/^(?:[ \t\r\n]|\\\r?\n)+/, '')
  return {
    input: input === undefined ? undefined : Bytes.ofAscii(input),
    differsInShells: program === 'echo' && input?.includes('\\') === true,
    command: Bytes.ofAscii(rest),
  }
}

/** What `echo` of bash writes. With `-e` it decodes escapes, so a text with a backslash is not known then. */
const echoed = (words: ReadonlyArray<string>): string | undefined => {
  const end = words.findIndex((word) => !/^-[neE]{1,3}$/.test(word))
  const options = words.slice(0, Math.max(end, 0)).join('')
  const text = end < 0 ? '' : words.slice(end).join(' ')
  if (options.includes('e') && text.includes('\\')) return undefined
  return text + (options.includes('n') ? '' : '\n')
}

/** What `printf` writes for a format alone, or for one text. Undefined for any other format. */
const printed = ([format = '', text, ...others]: ReadonlyArray<string>): string | undefined => {
  if (others.length > 0) return undefined
  if (text === undefined) return formatted(format)
  const lineEnd = /^%s(\\n)?$/.exec(format)
  return lineEnd === null ? undefined : text + (lineEnd[1] === undefined ? '' : '\n')
}

const formatEscapes: Readonly<Record<string, string>> = {
  '%%': '%',
  '\\\\': '\\',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
}

/** The text of a format without texts. Undefined if it has an escape on which shells do not agree, or a place for a text. */
const formatted = (format: string): string | undefined => {
  const pairs = format.match(/[%\\][\s\S]?/g) ?? []
  return pairs.every((pair) => Object.hasOwn(formatEscapes, pair))
    ? format.replace(/[%\\][\s\S]/g, (pair) => formatEscapes[pair] ?? pair)
    : undefined
}

const backslashesKept =
  'Some shells change a backslash in a text that echo writes. The body was read as echo of bash writes it.'

const inputNotKnown =
  'Another command gives this one its body, and what it writes is not in this text; give the body with --body.'

/** The request without a body, where that comes from another command. */
export const withUnknownInput = (request: Received): Received => {
  const { host, url, notes = [], ...members } = request
  return receivedOf({ ...members, host, url, bodyMissing: true }, [...notes, inputNotKnown])
}

/** The request with what the first command writes in place of standard input. */
export const withInput =
  (input: Bytes.Bytes, differsInShells: boolean) =>
  (request: Received): Received => {
    const { host, url, notes = [], ...members } = request
    const content = contentOf(request.body, new Map([['-', input]]))
    const body = E.isLeft(content) ? request.body : ({ _tag: 'Bytes', bytes: content.right } as const)
    const added = differsInShells ? [backslashesKept] : []
    return receivedOf({ ...members, host, url, body }, [...notes, ...added])
  }
