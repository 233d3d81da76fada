/**
 * A curl command that sends a signed request with the very bytes that were signed.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, toText } from '../core/Bytes.ts'

export interface Sendable {
  readonly method: string
  readonly url: string
  readonly authorization: string
  readonly body: Bytes
}

/** In single quotes for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Text that a shell hands on unchanged; bytes that are none come from a file. */
const bodyOf = (body: Bytes): string => {
  const text = toText(body)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what an argument cannot carry, or a terminal rewrites
  return E.isRight(text) && !/[\x00-\x08\x0b-\x1f\x7f]/.test(text.right) && !text.right.startsWith('@')
    ? quoted(text.right)
    : quoted('@body.bin')
}

/** Without `--path-as-is` curl would resolve dot segments, and without `--globoff` expand brackets: the target is signed as it stands. */
export const curl = ({ method, url, authorization, body }: Sendable): string =>
  [
    'curl --path-as-is --globoff',
    // With `-X HEAD` curl would wait for a body.
    method === 'HEAD' ? '--head' : `-X ${quoted(method)}`,
    `-H ${quoted(`Authorization: ${authorization}`)}`,
    ...(body.length === 0
      ? []
      : [`-H ${quoted('Content-Type: application/json; charset=UTF-8')}`, `--data-binary ${bodyOf(body)}`]),
    quoted(url.replace(/#.*$/s, '')),
  ].join(' \\\n  ')
