/**
 * The curl command that sends a signed request as it was signed.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, toText } from '../../../core/Bytes.ts'

export interface Sendable {
  readonly method: string
  readonly url: string
  readonly authorization: string
  /** The argument of --data-binary; absent where there is no body. */
  readonly data?: string | undefined
}

/** In single quotes for a POSIX shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The body itself where a shell hands it on unchanged; otherwise a file of that name. */
export const dataOf = (body: Bytes, file: string): string | undefined => {
  if (body.length === 0) return undefined
  const text = toText(body)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an argument cannot carry these, or a terminal rewrites them
  const isPlain = E.isRight(text) && !/[\x00-\x08\x0b-\x1f\x7f]/.test(text.right) && !text.right.startsWith('@')
  return isPlain ? text.right : `@${file}`
}

/** The target is signed as it stands; without these two, curl would resolve dot segments and expand brackets. */
const keepTarget = 'curl --path-as-is --globoff'

/**
 * With `-X HEAD` curl waits for the body that the Content-Length of the response announces, and `--head` takes no data. If there is
 * data, curl reads up to the end of the connection.
 */
const methodOptions = (method: string, hasData: boolean): ReadonlyArray<string> => {
  if (method !== 'HEAD') return [`-X ${shellQuoted(method)}`]
  return hasData ? ['-X HEAD', '--ignore-content-length', "-H 'Connection: close'"] : ['--head']
}

export const curlCommand = ({ method, url, authorization, data }: Sendable, separator = ' '): string =>
  [
    keepTarget,
    ...methodOptions(method, data !== undefined),
    `-H ${shellQuoted(`Authorization: ${authorization}`)}`,
    ...(data === undefined
      ? []
      : [`-H ${shellQuoted('Content-Type: application/json; charset=UTF-8')}`, `--data-binary ${shellQuoted(data)}`]),
    shellQuoted(url.replace(/#.*$/s, '')),
  ].join(separator)
