/**
 * What our own verifier says of one request: no replay guard, for none is let through.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../core/AppId.ts'
import type { AuthType } from '../core/AuthType.ts'
import { isBytes } from '../core/Bytes.ts'
import type { Edition } from '../core/Edition.ts'
import type { Reason } from '../core/VerifyError.ts'
import type { KeyRing, VerificationKey } from '../effects/KeyRing.ts'
import { createVerifier, noReplayGuard, VerificationError } from '../server/node.ts'

/** A public key from a file; without an app id it stands for any app. */
export interface OwnedKey {
  readonly appId: AppId | undefined
  readonly key: VerificationKey
}

export interface Received {
  readonly method: string
  readonly target: string
  /** Each line's value. */
  readonly authorization: ReadonlyArray<string>
  readonly body: Uint8Array
}

/** The same, whose body is looked at as it comes. */
export interface Streamed extends Omit<Received, 'body'> {
  readonly body: AsyncIterable<Uint8Array>
}

export interface Terms {
  readonly now: number | undefined
  readonly maxAge: number
  readonly maxSkew: number
  readonly maxBody: number
  readonly edition: Edition
  readonly authType: AuthType
}

export type Verdict =
  | { readonly outcome: 'accept'; readonly appId: string }
  | { readonly outcome: 'reject'; readonly reason: Reason; readonly message: string }

export const verdictOn = async (
  request: Received | Streamed,
  keys: ReadonlyArray<OwnedKey>,
  { now, maxBody, ...settings }: Terms,
): Promise<Verdict> => {
  const ring: KeyRing = {
    keysOf: (asked: AppId) => async () =>
      E.right(keys.flatMap(({ appId, key }) => (appId === undefined || appId === asked ? [key] : []))),
  }
  const verifier = await createVerifier({
    ...settings,
    keys: ring,
    bodyLimit: maxBody,
    guard: noReplayGuard('one request is looked at, and none is let through'),
    clock: now === undefined ? undefined : () => now,
  })
  try {
    const { appId } = await (isKept(request) ? verifier.verify(request) : verifier.verifyStream(request))
    return { outcome: 'accept', appId }
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    return { outcome: 'reject', reason: error.reason, message: error.message }
  }
}

const isKept = (request: Received | Streamed): request is Received => isBytes(request.body)

/** The value of a whole line, without the blanks round it (RFC 9112 §5); or the value alone, as it is. */
export const valueIn = (line: string): string => /^authorization:[ \t]*(.*?)[ \t]*$/is.exec(line)?.[1] ?? line
