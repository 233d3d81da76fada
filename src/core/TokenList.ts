/**
 * An operator's file of access tokens, one on each line.
 *
 *   APPID TOKEN          the holder and the token
 *   APPID sha256:HEX     the holder and the token's digest
 *   TOKEN, sha256:HEX    a holder without a name; its id is `token-` and the first 8 digits of the digest
 *   # …                  a comment; blank lines are skipped too
 */
import * as E from 'fp-ts/lib/Either.js'
import { type AppId, rule as appIdRule } from './AppId.ts'
import { mustBe } from './Rule.ts'
import { isToken, type Token, rule as tokenRule } from './Token.ts'

export interface TokenEntry {
  /** The line in the file, or the place in the list, from 1. */
  readonly line: number
  readonly holder?: AppId
  /** A function, so that printing the entry does not show the token. The digest is 64 lower-case hexadecimal digits. */
  readonly secret: () => { readonly token: Token } | { readonly sha256: string }
}

/** The broken rule and its line; never the token. */
export interface TokenListError {
  readonly _tag: 'token_list_invalid'
  readonly rule: keyof typeof words
  readonly line?: number
  readonly file?: string
}

export const tokenListError = (rule: TokenListError['rule'], line?: number): TokenListError =>
  line === undefined ? { _tag: 'token_list_invalid', rule } : { _tag: 'token_list_invalid', rule, line }

export const message = (e: TokenListError): string => {
  const file = e.file === undefined ? '' : `${e.file}: `
  const line = e.line === undefined ? '' : `line ${e.line}: `
  return `${file}${line}${words[e.rule]}`
}

const words = {
  form: 'expected APPID TOKEN, APPID sha256:HEX, or only a token',
  'app-id': /* @__PURE__ */ mustBe('the app id', appIdRule) as string,
  token: /* @__PURE__ */ mustBe('the token', tokenRule) as string,
  digest: '64 hexadecimal digits must follow sha256:',
  repeated: 'this token is already in the list',
  unreadable: 'the file cannot be read',
  'no-file': 'this is a folder, a pipe or a device; save the tokens in a file that can be read again',
  'too-large': 'the file has more than 64 MiB',
  'no-answer': 'the file cannot be read in time, perhaps because its network is down',
} as const

/** The entries of a file's text, or the first malformed line. */
export const parse = (text: string): E.Either<TokenListError, ReadonlyArray<TokenEntry>> => {
  const entries: Array<TokenEntry> = []
  for (const [i, line] of text.split('\n').entries()) {
    const columns = line.split(/[ \t\r]+/).filter((column) => column !== '')
    if (columns.length === 0 || columns[0]?.startsWith('#')) continue
    if (columns.length > 2) return E.left(tokenListError('form', i + 1))
    const parsed = columns.length === 1 ? entry(i + 1, undefined, columns[0]) : entry(i + 1, columns[0], columns[1])
    if (E.isLeft(parsed)) return parsed
    entries.push(parsed.right)
  }
  return E.right(entries)
}

/** One entry, from a holder, if the line names one, and a token or the digest of a token. No token contains a colon. */
export const entry = (line: number, holder: string | undefined, secret = ''): E.Either<TokenListError, TokenEntry> => {
  // A JavaScript caller may pass any value.
  if (typeof secret !== 'string') return E.left(tokenListError('token', line))
  if (holder !== undefined && !appIdRule.is(holder)) return E.left(tokenListError('app-id', line))
  const lineAndHolder = holder === undefined ? { line } : { line, holder }
  if (secret.startsWith('sha256:')) {
    const sha256 = secret.slice('sha256:'.length).toLowerCase()
    if (!/^[0-9a-f]{64}$/.test(sha256)) return E.left(tokenListError('digest', line))
    return E.right({ ...lineAndHolder, secret: () => ({ sha256 }) })
  }
  if (!isToken(secret)) return E.left(tokenListError('token', line))
  return E.right({ ...lineAndHolder, secret: () => ({ token: secret }) })
}
