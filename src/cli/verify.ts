import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../core/Authorization.ts'
import type { AuthType } from '../core/AuthType.ts'
import * as Method from '../core/Method.ts'
import * as RequestTarget from '../core/RequestTarget.ts'
import * as StringToSign from '../core/StringToSign.ts'
import * as args from './arguments.ts'
import { bodyParts } from './bodyParts.ts'
import { type Command, command, option, optional, repeated } from './grammar.ts'
import { publicKeysFrom } from './keyFile.ts'
import type { Outcome } from './Outcome.ts'
import { withNote } from './terminal.ts'
import { valueIn, verdictOn } from './verdict.ts'

export const verify: Command = command({
  args: {
    publicKey: option('public-key', args.file, "the app's public key: PEM, DER, a JWK or a JWK Set"),
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
    maxKeyBits: args.maxKeyBits,
    maxBody: args.maxBody,
    edition: args.edition,
    authType: args.authType,
  },
  example: `--public-key my-key/public_key.pem --method POST --target /v1/jobs --authorization "$LINE" --body job.json`,
  run: async ({ publicKey, maxKeyBits, method, target, authorization, body, appId, ...terms }): Promise<Outcome> => {
    const keys = await publicKeysFrom('--public-key', publicKey, maxKeyBits)
    const content = await bodyParts('--body', body)
    try {
      const lines = authorization.map(valueIn)
      const request = { method, target, authorization: lines, body: content.parts }
      const verdict = await withNote(
        'verifying…',
        verdictOn(
          request,
          keys.map((key) => ({ appId, key })),
          terms,
        ),
      )
      // Of a body that is not all there nothing is said.
      const fault = content.fault()
      if (fault !== undefined) throw fault
      if (verdict.outcome === 'accept') {
        return {
          exit: 0,
          text: ({ green }) => `${green('accepted')}: the request was signed by ${verdict.appId}\n`,
          json: verdict,
        }
      }
      const { reason, message } = verdict
      const read =
        body === undefined
          ? 'no body (none was given with --body)'
          : `a body of ${content.length()} bytes, sha256 ${await content.sha256()}`
      const compared =
        reason === 'signature_invalid' ? stringToSign(method, target, lines[0] ?? '', terms.authType, read) : ''
      return { exit: 1, text: ({ red }) => `${red('refused')}: ${reason}\n${message}\n${compared}`, json: verdict }
    } finally {
      await content.close()
    }
  },
})

/**
 * What the signature was checked against, with its line ends made visible: whoever knows what the caller signed sees which
 * part differs. Of the body only size and digest, for it may be large, and is not ours to show.
 */
const stringToSign = (method: string, target: string, header: string, authType: AuthType, body: string): string => {
  const verb = Method.parse(method)
  const place = RequestTarget.parse(target)
  const signed = Authorization.parseSigned(header, { ...Authorization.standard, authType })
  if (E.isLeft(verb) || E.isLeft(place) || E.isLeft(signed)) return ''
  const { timestamp, nonce } = signed.right
  const head = StringToSign.head({ method: verb.right, target: place.right, timestamp, nonce })
  return `the string to sign was taken to be\n${head.replace(/^(.*)\n/gm, '  $1␊\n')}  and ${body}
\`countersign diagnose\` with the same options says what the caller signed instead\n`
}
