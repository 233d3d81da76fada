import { command, oneOf, option, optional, string } from 'cmd-ts'
import { ClientError } from '../client/ClientError.ts'
import { createSigner } from '../client/node.ts'
import * as args from './arguments.ts'
import { readBytes, readText, secretFrom } from './files.ts'
import { CommandError, type Outcome } from './Outcome.ts'

export const sign = command({
  name: 'sign',
  description: 'Signs a request and prints its Authorization header',
  args: {
    privateKey: option({ long: 'private-key', type: args.file, description: 'the private key: PEM' }),
    appId: option({ long: 'app-id', type: args.appIdType, description: 'the app whose key it is' }),
    method: args.method,
    url: option({ long: 'url', type: { ...string, displayName: 'url' }, description: 'the URL, or the target from its first slash' }),
    body: args.body,
    timestamp: option({ long: 'timestamp', type: optional(args.secondsType), description: 'seconds since 1970; now unless set' }),
    nonce: option({ long: 'nonce', type: optional(args.nonceType), description: 'a fresh one unless set' }),
    authType: args.authType,
    passphraseEnv: args.passphraseEnv,
    output: option({
      long: 'output',
      type: oneOf(['header', 'string-to-sign', 'curl', 'json']),
      defaultValue: () => 'header' as const,
      defaultValueIsSerializable: true,
      description: 'header, string-to-sign (its very bytes), curl or json',
    }),
    json: args.json,
  },
  handler: async (given): Promise<Outcome & { readonly asJson: boolean }> => {
    const { appId, method, url, authType, timestamp, nonce, output } = given
    if (output === 'curl' && !/^https?:\/\//i.test(url)) throw new CommandError(2, '--output curl needs --url to be a whole URL')
    const privateKey = await readText('--private-key', given.privateKey)
    const body = given.body === undefined ? new Uint8Array(0) : await readBytes('--body', given.body)
    const passphrase = secretFrom(given.passphraseEnv)
    try {
      const signer = await createSigner({ appId, privateKey, passphrase, authType, where: 'loop' })
      const signed = await signer.sign({ method, url, body, timestamp, nonce })
      const header = `Authorization: ${signed.authorization}`
      const text = {
        header: `${header}\n`,
        json: '',
        'string-to-sign': signed.stringToSign,
        curl: `${curl(signed.method, url, header, given.body)}\n`,
      }[output]
      const json = {
        authorization: signed.authorization,
        method: signed.method,
        target: signed.target,
        string_to_sign: { hex: Buffer.from(signed.stringToSign).toString('hex') },
      }
      return { exit: 0, text, json, asJson: output === 'json' }
    } catch (error) {
      if (error instanceof ClientError) throw new CommandError(2, error.reason === 'key_invalid' ? `--private-key ${given.privateKey}: ${error.message}` : error.message)
      throw error
    }
  },
})

/** In single quotes for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** curl would resolve dot segments, and drop nothing else, unless told to leave the path as it is. */
const curl = (method: string, url: string, header: string, body: string | undefined): string =>
  [
    'curl --path-as-is --globoff',
    `-X ${quoted(method)}`,
    `-H ${quoted(header)}`,
    ...(body === undefined ? [] : [`-H ${quoted('Content-Type: application/json; charset=UTF-8')}`, `--data-binary ${quoted(`@${body}`)}`]),
    quoted(url.replace(/#.*$/s, '')),
  ].join(' ')
