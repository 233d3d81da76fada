import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../core/AppId.ts'
import type { KeyRing } from '../effects/KeyRing.ts'
import { createVerifier, noReplayGuard, VerificationError } from '../server/node.ts'
import * as args from './arguments.ts'
import { readBytes } from './files.ts'
import { type Command, command, option, optional, repeated } from './grammar.ts'
import { publicKeyFrom } from './keyFile.ts'
import type { Outcome } from './Outcome.ts'

export const verify: Command = command({
  args: {
    publicKey: option('public-key', args.file, "the app's public key, in PEM"),
    method: args.method,
    target: option('target', args.text('TARGET'), 'the request target, as on the request line'),
    authorization: repeated(
      'authorization',
      'LINE',
      'the header, its value or the whole line; repeat it if it came twice',
    ),
    body: args.body,
    appId: optional('app-id', args.appId, 'whose key it is (any app unless set)'),
    now: optional('now', args.time, 'the time of arrival in seconds since 1970 (now unless set)'),
    maxAge: args.maxAge,
    maxSkew: args.maxSkew,
    maxBody: args.maxBody,
    edition: args.edition,
    authType: args.authType,
  },
  example: `--public-key my-key/public_key.pem --method POST --target /v1/jobs --authorization "$LINE" --body job.json`,
  run: async ({
    publicKey,
    method,
    target,
    authorization,
    body,
    appId,
    now,
    maxBody,
    ...settings
  }): Promise<Outcome> => {
    const key = await publicKeyFrom('--public-key', publicKey)
    const content = body === undefined ? new Uint8Array(0) : await readBytes('--body', body)
    const keys: KeyRing = {
      keysOf: (asked: AppId) => async () => E.right(appId === undefined || asked === appId ? [key] : []),
    }
    const verifier = await createVerifier({
      ...settings,
      keys,
      bodyLimit: maxBody,
      guard: noReplayGuard('one request is looked at, and none is let through'),
      clock: now === undefined ? undefined : () => now,
    })
    try {
      const verified = await verifier.verify({
        method,
        target,
        authorization: authorization.map(valueIn),
        body: content,
      })
      return {
        exit: 0,
        text: ({ green }) => `${green('accepted')}: the request was signed by ${verified.appId}\n`,
        json: { outcome: 'accept', appId: verified.appId },
      }
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      const { reason, message } = error
      return {
        exit: 1,
        text: ({ red }) => `${red('refused')}: ${reason}\n${message}\n`,
        json: { outcome: 'reject', reason, message },
      }
    }
  },
})

/** The value of a whole line, without the blanks round it (RFC 9112 §5); or the value alone, as it is. */
const valueIn = (line: string): string => /^authorization:[ \t]*(.*?)[ \t]*$/is.exec(line)?.[1] ?? line
