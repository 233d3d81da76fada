/**
 * What `submit` and `fetch` share: the options that say which service is called, as which app and on which way, and the client
 * that they make.
 */
import { type ClientOptions, createClient, type SigningClient } from '../../client/node.ts'
import { isToken } from '../../core/Token.ts'
import * as args from './arguments.ts'
import { readText } from './files.ts'
import { type Argument, defaulting, type Given, option, optional, rarely, type Ways } from './grammar.ts'
import { clientRefusal, privateKeyFrom } from './keyFile.ts'
import { CommandError, type World } from './Outcome.ts'
import { contentFrom } from './secrets.ts'

type ClientArguments = typeof args.passphrase & {
  readonly baseUrl: Argument<string>
  readonly appId: Argument<string | undefined>
  readonly privateKey: Argument<string | undefined>
  readonly tokenFile: Argument<string | undefined>
  readonly token: Argument<string | undefined>
  readonly edition: typeof args.edition
  readonly retries: Argument<number>
  readonly proxy: Argument<string | undefined>
  readonly ca: Argument<string | undefined>
  readonly authType: typeof args.authType
}

/** `without` completes "the service's https URL, without …". */
export const clientArguments = (without: string): ClientArguments => ({
  baseUrl: option(args.text('URL'), `the service's https URL${without}; http for a loopback host`),
  appId: optional(args.appId, 'the app that signs'),
  privateKey: optional(args.privateKeyFile, 'its private key: PEM, DER or a JWK'),
  tokenFile: optional(args.file, 'a file with an access token, instead of the two above'),
  token: args.token,
  edition: args.edition,
  retries: defaulting(
    args.count,
    0,
    'how many more attempts follow a refused connection, a 503, a 429 or a refusal for a wrong clock',
  ),
  proxy: rarely(
    optional(
      args.proxyUrl,
      'the URL of a proxy, or none; give a URL with a password only in COUNTERSIGN_PROXY; if not set, https_proxy, all_proxy and no_proxy are used',
    ),
  ),
  ca: rarely(optional(args.caFile, 'certificates in PEM to trust, instead of the usual ones')),
  authType: args.authType,
  ...args.passphrase,
})

type GivenClient = Given<ClientArguments>

/** A caller has a key or a token. If the command line gives one of them, the environment does not give the other. */
export const clientWays: ReadonlyArray<Ways<keyof ClientArguments>> = [
  [['appId', 'privateKey'], ['tokenFile'], ['token']],
  args.passphraseWays,
]

/** The client of these options. */
export const clientFrom = async (
  given: GivenClient,
  world: World,
  more: Pick<ClientOptions, 'timeoutMs'> = {},
): Promise<SigningClient> => {
  const { baseUrl, retries, edition } = given
  const credentials = await credentialsOf(given, world)
  const ca = given.ca === undefined ? undefined : await contentFrom('--ca', given.ca, world)
  const proxy = given.proxy === 'none' ? false : given.proxy
  const options = { ...more, baseUrl, retries, edition, proxy, ca, ...credentials }
  return createClient(options as ClientOptions).catch(clientRefusal(given)) as Promise<SigningClient>
}

const credentialsOf = async (given: GivenClient, world: World): Promise<object> => {
  const { appId, privateKey, tokenFile, authType } = given
  if (tokenFile === undefined && given.token === undefined) {
    if (appId === undefined || privateKey === undefined)
      throw new CommandError(2, 'give --app-id and --private-key, or --token-file')
    return { appId, authType, ...(await privateKeyFrom(privateKey, given, world)) }
  }
  if (appId !== undefined || privateKey !== undefined)
    throw new CommandError(2, 'give --app-id and --private-key, or --token-file, but not both')
  if (tokenFile !== undefined && given.token !== undefined)
    throw new CommandError(2, 'COUNTERSIGN_TOKEN and a file with a token are both given; remove one of them')
  const [text = '', where] =
    tokenFile === undefined
      ? [given.token, 'COUNTERSIGN_TOKEN']
      : [await readText('--token-file', tokenFile, world), `--token-file ${tokenFile}`]
  const token = text.trim()
  if (!isToken(token)) throw new CommandError(2, `${where}: this must be one access token and nothing else`)
  return { token }
}
