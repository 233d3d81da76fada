import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../core/Authorization.ts'
import type { AuthType } from '../core/AuthType.ts'
import { toHex } from '../core/Bytes.ts'
import * as Method from '../core/Method.ts'
import * as RequestTarget from '../core/RequestTarget.ts'
import * as StringToSign from '../core/StringToSign.ts'
import { digest } from '../node/digest.ts'
import * as args from './arguments.ts'
import { readBytes } from './files.ts'
import { type Command, command, option, optional, repeated } from './grammar.ts'
import { publicKeyFrom } from './keyFile.ts'
import type { Outcome } from './Outcome.ts'
import { valueIn, verdictOn } from './verdict.ts'

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
  run: async ({ publicKey, method, target, authorization, body, appId, ...terms }): Promise<Outcome> => {
    const key = await publicKeyFrom('--public-key', publicKey)
    const content = body === undefined ? new Uint8Array(0) : await readBytes('--body', body)
    const lines = authorization.map(valueIn)
    const verdict = await verdictOn({ method, target, authorization: lines, body: content }, [{ appId, key }], terms)
    if (verdict.outcome === 'accept') {
      return {
        exit: 0,
        text: ({ green }) => `${green('accepted')}: the request was signed by ${verdict.appId}\n`,
        json: verdict,
      }
    }
    const { reason, message } = verdict
    const compared =
      reason === 'signature_invalid'
        ? await stringToSign(method, target, lines[0] ?? '', terms.authType, content, body !== undefined)
        : ''
    return { exit: 1, text: ({ red }) => `${red('refused')}: ${reason}\n${message}\n${compared}`, json: verdict }
  },
})

/**
 * What the signature was checked against, with its line ends made visible: whoever knows what the caller signed sees which
 * part differs. Of the body only size and digest, for it may be large, and is not ours to show.
 */
const stringToSign = async (
  method: string,
  target: string,
  header: string,
  authType: AuthType,
  content: Uint8Array,
  given: boolean,
): Promise<string> => {
  const verb = Method.parse(method)
  const place = RequestTarget.parse(target)
  const signed = Authorization.parseSigned(header, { ...Authorization.standard, authType })
  if (E.isLeft(verb) || E.isLeft(place) || E.isLeft(signed)) return ''
  const { timestamp, nonce } = signed.right
  const head = StringToSign.head({ method: verb.right, target: place.right, timestamp, nonce })
  const sha256 = toHex(await digest.sha256([content])())
  const body = given ? `a body of ${content.length} bytes, sha256 ${sha256}` : 'no body (none was given with --body)'
  return `the string to sign was taken to be\n${head.replace(/^(.*)\n/gm, '  $1␊\n')}  and ${body}
\`countersign diagnose\` with the same options says what the caller signed instead\n`
}
