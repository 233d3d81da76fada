/** `countersign sign`: signs one request with a key of a file, and prints its header, its string to sign, or a command that sends it. */
import { constants } from 'node:buffer'
import { createSigner } from '../../client/node.ts'
import { curlCommand } from '../../kit/diagnosis/pasted/curlCommand.ts'
import * as args from './arguments.ts'
import { readBytes } from './files.ts'
import { tellFragment } from './fragment.ts'
import { type Command, command, defaulting, option, optional } from './grammar.ts'
import { clientRefusal, privateKeyFrom } from './keyFile.ts'
import { CommandError, type Outcome } from './Outcome.ts'

export const sign: Command = command({
  args: {
    privateKey: option(args.privateKeyFile, 'the private key: PEM, DER or a JWK'),
    appId: option(args.appId, 'the app that owns the key'),
    method: args.method,
    url: option(args.text('URL'), 'the URL, or only the target, from its first slash'),
    body: args.body,
    timestamp: optional(args.time, 'seconds since 1970 (default: now)'),
    nonce: optional(args.nonce, 'the text that makes the request unique (default: random)'),
    authType: args.authType,
    ...args.passphrase,
    output: defaulting(
      args.oneOf('FORM', ['header', 'string-to-sign', 'curl', 'json']),
      'header',
      'header, string-to-sign (its exact bytes), curl (a command that sends the request) or json',
    ),
  },
  either: [args.passphraseWays],
  example: '--private-key my-key/private_key.pem --app-id app-1 --method POST --url /v1/jobs --body job.json',
  run: async (given, world): Promise<Outcome> => {
    const { appId, method, url, authType, timestamp, nonce, output } = given
    if (output === 'curl' && !/^https?:\/\//i.test(url))
      throw new CommandError(2, '--output curl needs a whole URL in --url')
    tellFragment('--url', url, world)
    const key = await privateKeyFrom(given.privateKey, given, world)
    const body = given.body === undefined ? new Uint8Array(0) : await readBytes('--body', given.body, world)
    const signed = await createSigner({ ...key, appId, authType, cryptoOn: 'loop' })
      .then((signer) => signer.sign({ method, url, body, timestamp, nonce }))
      .catch(clientRefusal(given))
    const json = {
      authorization: signed.authorization,
      method: signed.method,
      target: signed.target,
      // Written when it is asked for: as text it is twice as long, and of a large body longer than a text may be.
      string_to_sign: {
        get hex() {
          return hexOf(signed.stringToSign)
        },
      },
    }
    const texts = {
      header: () => `Authorization: ${signed.authorization}\n`,
      'string-to-sign': () => signed.stringToSign,
      curl: () => `${curlCommand({ ...signed, url, data: given.body === undefined ? undefined : `@${given.body}` })}\n`,
      json: () => `${JSON.stringify(json)}\n`,
    }
    return { exit: 0, text: texts[output](), json }
  },
})

/** What else stands in the object: a header and a target, each of some KiB. */
const roomForTheRest = 2 ** 16

const hexOf = (bytes: Uint8Array): string => {
  if (bytes.length * 2 < constants.MAX_STRING_LENGTH - roomForTheRest) return Buffer.from(bytes).toString('hex')
  throw new CommandError(2, '--body: the body is too large for JSON; use --output header or string-to-sign')
}
