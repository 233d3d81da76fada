/**
 * What our own verifier says of one request.
 */
import type { AuthType } from '../../core/AuthType.ts'
import { isSchemeName } from '../../core/Credential.ts'
import type { Policies } from '../../core/Policies.ts'
import type { Reason } from '../../core/VerifyError.ts'
import { defaults, type Settings, type VerifyPolicy } from '../../core/VerifyPolicy.ts'
import type { Case } from '../../kit/diagnosis/Case.ts'
import { inEnglish, type Say } from '../../kit/diagnosis/chinese/dictionary.ts'
import { hasSignature } from '../../kit/diagnosis/headerParts.ts'
import { trimmed } from '../../kit/diagnosis/Received.ts'
import { replayedWords } from '../../kit/diagnosis/reportWords.ts'
import { type DryRequest, type DryVerdict, dryRun, type OwnedKey } from '../../server/dryRun.ts'
import { createVerifier } from '../../server/node.ts'
import { type Colours, CommandError } from './Outcome.ts'

export interface Terms extends Pick<VerifyPolicy, 'maxAge' | 'maxSkew' | 'edition' | 'authType'> {
  readonly now: number | undefined
  readonly maxBody: number
  readonly policies: Partial<Policies>
}

/** What the line sets of the terms, as `keptTerms` reads it. */
export type GivenTerms = { readonly [K in keyof Omit<Terms, 'policies'>]: Terms[K] | undefined }

/** The terms of a verdict: the line's, then those of the file that was kept with the request, then the defaults. */
export const termsOf = (given: GivenTerms, policies: Partial<Policies>, kept: Settings = {}): Terms => ({
  now: given.now,
  maxAge: given.maxAge ?? kept.maxAge ?? defaults.maxAge,
  maxSkew: given.maxSkew ?? kept.maxSkew ?? defaults.maxSkew,
  maxBody: given.maxBody ?? kept.bodyLimit ?? defaults.bodyLimit,
  edition: given.edition ?? kept.edition ?? defaults.edition,
  // It was read as one.
  authType: given.authType ?? (kept.authType as AuthType | undefined) ?? defaults.authType,
  policies: { ...kept.policies, ...policies },
})

/** The same as the settings of a diagnosis. */
export const settingsOf = ({ maxAge, maxSkew, maxBody, edition, authType, policies }: Terms): Settings => ({
  maxAge,
  maxSkew,
  bodyLimit: maxBody,
  edition,
  authType,
  policies,
})

/** A body that was not kept with its request: a verdict that needs it is none. */
const unknown: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('not kept')) }),
}

const bodyNotKept = 'the command needs the body for a verdict, and the file does not have it; give the body with --body'

interface UnknownBody {
  readonly lacksBody?: boolean
  /** Why the text does not tell the body, in sentences; empty for a kept file. */
  readonly whyNoBody?: string | undefined
}

/**
 * `lacksBody`: the body is not known, and the one in `request` does not count. `refused`: why the service refused the request; a
 * dry run has no replay guard, so it cannot see that a nonce was used.
 */
export const verdictOn = async (
  { lacksBody = false, whyNoBody = '', refused, ...request }: DryRequest & Pick<Case, 'refused'> & UnknownBody,
  keys: ReadonlyArray<OwnedKey>,
  { now, maxBody, maxAge, maxSkew, edition, authType, policies }: Terms,
): Promise<DryVerdict> => {
  const clock = now === undefined ? undefined : () => now
  const settings = { maxAge, maxSkew, edition, authType, policies, bodyLimit: maxBody, clock }
  const verdict = await dryRun(createVerifier)(keys, settings)(lacksBody ? { ...request, body: unknown } : request)
  if (lacksBody && verdict.outcome === 'reject' && verdict.reason === 'body_incomplete')
    throw new CommandError(
      2,
      whyNoBody === '' ? bodyNotKept : `the verdict needs the body. ${whyNoBody} Give the body with --body FILE.`,
    )
  if (verdict.outcome === 'accept' && refused === 'nonce_replayed')
    return { outcome: 'reject', reason: refused, message: replayedWords }
  if (verdict.outcome === 'accept') return { outcome: 'accept', appId: verdict.appId }
  const [line = ''] = request.authorization
  return { ...verdict, message: withScheme(verdict, line, authType) }
}

/** In words, with the command that explains a refusal. */
export const verdictText = (verdict: DryVerdict, { green, red, dim }: Colours, say: Say = inEnglish): string =>
  verdict.outcome === 'accept'
    ? `${green(say('accepted'))}${say(': ')}${say(`the request was signed by ${verdict.appId}`)}\n`
    : `${red(say('refused'))}${say(': ')}${verdict.reason}\n${say(verdict.message)}\n${dim(say('more:'))}${say(' ')}${say(`countersign explain ${verdict.reason}`)}\n`

/**
 * The refusal in words. Of a header with another auth type they name that auth type, if a blank follows and it has a form in
 * which nobody writes a token: a client that forgets `Bearer` opens the header with its token.
 */
export const withScheme = (
  { reason, message }: { readonly reason: Reason; readonly message: string },
  line: string,
  authType: AuthType,
): string => {
  if (reason === 'bearer_not_offered' && hasSignature(line, authType))
    return `the Authorization header has the items of a signature after the word Bearer, but ${authType} is expected before them`
  if (reason !== 'scheme_unsupported') return message
  if (line.toLowerCase().startsWith(`${authType.toLowerCase()},`))
    return `the Authorization header has a comma after the auth type ${authType}, but a space is expected there`
  if (line.toLowerCase().startsWith(`${authType.toLowerCase()}\t`))
    return `the Authorization header has a tab after the auth type ${authType}, but a space is expected there`
  const [word = ''] = /^[0-9A-Za-z-]{1,64}(?=[ \t])/.exec(line) ?? []
  const found = isSchemeName(word) ? word : undefined
  const opens = found === undefined ? 'does not begin with a known auth type' : `has the auth type ${found}`
  const flag =
    found === undefined ? 'use --auth-type to expect another auth type' : `use --auth-type ${found} to accept this one`
  return `the Authorization header ${opens}, but ${authType} is expected; ${flag}`
}

/** The value of a whole line, without the blanks round it (RFC 9112 §5); or the value alone, as it is. */
export const valueIn = (line: string): string =>
  /^authorization:/i.test(line) ? trimmed(line.slice('authorization:'.length)) : line
