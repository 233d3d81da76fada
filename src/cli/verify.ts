import { command, option, optional, string } from 'cmd-ts'
import type { AppId } from '../core/AppId.ts'
import { keyFrom } from './keyFile.ts'
import * as args from './arguments.ts'
import { readBytes } from './files.ts'
import type { Outcome } from './Outcome.ts'
import { CommandError } from './Outcome.ts'
import { createVerifier, noReplayGuard, VerificationError } from '../server/node.ts'

export const verify = command({
  name: 'verify',
  description: 'Says whether a request would be accepted, and if not, why. It keeps no memory of nonces',
  args: {
    publicKey: option({ long: 'public-key', type: args.file, description: "the app's public key: PEM" }),
    method: args.method,
    target: option({ long: 'target', type: { ...string, displayName: 'target' }, description: 'the request target, as on the request line' }),
    authorization: args.authorization,
    body: args.body,
    appId: option({ long: 'app-id', type: optional(args.appIdType), description: 'whose key it is; any app unless set' }),
    now: option({ long: 'now', type: optional(args.secondsType), description: 'the time of arrival in seconds since 1970; now unless set' }),
    maxAge: option({ long: 'max-age', type: optional(args.secondsType), description: 'how old a timestamp may be; 300 unless set' }),
    maxSkew: option({ long: 'max-skew', type: optional(args.secondsType), description: 'how far ahead it may lie; 60 unless set' }),
    maxBody: option({ long: 'max-body', type: optional(args.countType), description: 'the largest body in bytes; 1048576 unless set' }),
    edition: args.edition,
    authType: args.authType,
    json: args.json,
  },
  handler: async (given): Promise<Outcome> => {
    const key = await keyFrom('--public-key', given.publicKey)
    const body = given.body === undefined ? new Uint8Array(0) : await readBytes('--body', given.body)
    const { maxAge, maxSkew, edition, authType, now, appId } = given
    const verifier = await createVerifier({
      keys: { keysOf: (asked: AppId) => async () => ({ _tag: 'Right', right: appId === undefined || asked === appId ? [key] : [] }) },
      guard: noReplayGuard('one request is looked at by hand'),
      clock: now === undefined ? undefined : () => now,
      maxAge,
      maxSkew,
      bodyLimit: given.maxBody,
      edition,
      authType,
    })
    const { method, target } = given
    try {
      const verified = await verifier.verify({ method, target, authorization: given.authorization.map(valueOf), body })
      return { exit: 0, text: `accepted: the request was signed by ${verified.appId}\n`, json: { outcome: 'accept', appId: verified.appId } }
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      const { reason, message } = error
      if (reason === 'misconfigured') throw new CommandError(2, message)
      return { exit: 1, text: `refused: ${reason}\n${message}\n`, json: { outcome: 'reject', reason, message } }
    }
  },
})

/** A line with its name, or the value alone. */
const valueOf = (line: string): string => line.replace(/^authorization:[ \t]*/i, '')
