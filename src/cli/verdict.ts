/**
 * What our own verifier says of one request.
 */
import type { AuthType } from '../core/AuthType.ts'
import type { Edition } from '../core/Edition.ts'
import { type DryRequest, type DryVerdict, dryRun, type OwnedKey } from '../server/dryRun.ts'
import { createVerifier } from '../server/node.ts'

export interface Terms {
  readonly now: number | undefined
  readonly maxAge: number
  readonly maxSkew: number
  readonly maxBody: number
  readonly edition: Edition
  readonly authType: AuthType
}

export const verdictOn = async (
  request: DryRequest,
  keys: ReadonlyArray<OwnedKey>,
  { now, maxBody, ...settings }: Terms,
): Promise<DryVerdict> => {
  const clock = now === undefined ? undefined : () => now
  const verdict = await dryRun(createVerifier)(keys, { ...settings, bodyLimit: maxBody, clock })(request)
  return verdict.outcome === 'accept' ? { outcome: 'accept', appId: verdict.appId } : verdict
}

/** The value of a whole line, without the blanks round it (RFC 9112 §5); or the value alone, as it is. */
export const valueIn = (line: string): string => /^authorization:[ \t]*(.*?)[ \t]*$/is.exec(line)?.[1] ?? line
