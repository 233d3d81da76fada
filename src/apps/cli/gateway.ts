/**
 * `countersign serve --upstream`: the options of the gateway, and what the command runs with them. The options and the files
 * that they name are checked first; the server is made once there is a verifier.
 */
import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:tls'
import * as Rule from '../../core/Rule.ts'
import { isShortage } from '../../platform/node/believedFile.ts'
import type { Verifier } from '../../server/node.ts'
import { type Certificate, certificateOf, endedWords, endOf, renewing } from '../gateway/certificate.ts'
import { boundConnections } from '../gateway/connections.ts'
import { descriptorLimit, type Share, shareOf } from '../gateway/descriptors.ts'
import { type Gateway, type GatewayLine, type GatewaySettings, gateway } from '../gateway/gateway.ts'
import { isName, isTrustable } from '../gateway/passedHeaders.ts'
import { mostFiles } from '../gateway/Spool.ts'
import { closing, serverOf } from '../gateway/servers.ts'
import { type Upstream, upstreamOf } from '../gateway/Upstream.ts'
import * as args from './arguments.ts'
import type { CallerHints } from './callerHint.ts'
import type { allowing } from './cors.ts'
import { type Argument, flag, optional, optionName, type Reading, repeated } from './grammar.ts'
import { loggedServer, type OnUnreadable } from './loggedServer.ts'
import type { Logger } from './logger.ts'
import { type Members, ofCaller, ofIdentity, pathOf, rounded } from './logLines.ts'
import { listening, signalled } from './loopback.ts'
import type { LostBodies } from './lostBodies.ts'
import type { Measures } from './measures.ts'
import type { Unready } from './metrics.ts'
import { CommandError, type World } from './Outcome.ts'
import type { RequestIdentities } from './requestIdentities.ts'
import { contentFrom } from './secrets.ts'
import type { SayOf, ServerState } from './state.ts'

const upstreamName = args.parsed(
  'URL',
  'http://HOST:PORT, https://HOST:PORT or unix:/PATH, without a path, because a path would change the signed target',
  upstreamOf,
)

const address = args.name('ADDRESS', 'an address of this machine, such as 0.0.0.0 for all of them')

const header = (which: string, is: (name: string) => boolean): Reading<string> =>
  args.word('NAME', Rule.textThat(`the name of a header${which}`, is))

const positive = (shows: string, unit?: string): Reading<number> =>
  args.number(shows, Rule.wholeNumber(unit, 1, 1_000_000))

const defaults = { listen: '127.0.0.1', upstreamTimeout: 60, maxRequests: 1000 } as const

/** The options of the gateway. All others need `upstream`. */
interface GatewayOptions {
  readonly upstream: Upstream | undefined
  readonly listen: string | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
  readonly maxUpload: number | undefined
  readonly upstreamTimeout: number | undefined
  readonly maxRequests: number | undefined
  readonly passAuthorization: boolean
  readonly trustHeader: ReadonlyArray<string>
  readonly clientHeader: string | undefined
}

/** The options that the gateway shares with the stand-in. */
interface SharedOptions {
  readonly prefix: string | undefined
}

export const gatewayArguments: { readonly [K in keyof GatewayOptions]: Argument<GatewayOptions[K]> } = {
  upstream: optional(
    upstreamName,
    'be a gateway: verified requests are forwarded to this service, http://HOST:PORT, https://HOST:PORT or unix:/PATH',
  ),
  // The rule of `address` refuses an empty text, for which Node would listen on all addresses.
  listen: optional(address, `with --upstream: where to listen (default: ${defaults.listen})`),
  cert: optional(
    args.certificateFile,
    'with --upstream: a certificate in PEM, for TLS and HTTP/2; a new certificate is read within one second',
  ),
  key: optional(args.certificateKeyFile, 'with --upstream: the private key of --cert'),
  maxUpload: optional(
    args.bytes,
    'with --upstream: the largest upload; a body between --max-body and this size waits in a file until it is verified (default: such a body is refused)',
  ),
  upstreamTimeout: optional(
    positive('SECONDS', 'seconds'),
    `with --upstream: if the service sends nothing for so many seconds, the gateway ends the request (default: ${defaults.upstreamTimeout})`,
  ),
  maxRequests: optional(
    positive('N'),
    `with --upstream: how many verified requests that service gets at the same time (default: ${defaults.maxRequests})`,
  ),
  passAuthorization: flag(
    'with --upstream: send the Authorization header to that service, too; it may hold a token, which is a secret',
  ),
  trustHeader: repeated(
    header(', except headers that the gateway sets itself or that belong to a connection', isTrustable),
    'with --upstream: a header that the proxy in front sets on every request, such as X-Real-IP; the gateway passes it on',
  ),
  clientHeader: optional(
    header('', isName),
    'with --upstream: the header in which the proxy in front gives the address of the caller; limits for each caller use this address',
  ),
}

/** The server that faces the callers, and how it starts and stops: the gateway, or the stand-in. */
export interface Front {
  readonly server: Server
  /** Resolves to the URL. */
  readonly listen: (port: number) => Promise<string>
  /** Why no request should be sent here now. */
  readonly unready?: Unready
  /** The numbers of a gateway for the metrics. */
  readonly state?: () => Pick<ServerState, 'places' | 'certificateEnd'>
  /** Resolves once a signal has come, and the requests under way have ended. */
  readonly stopped: () => Promise<void>
}

export type MakeFront = (verifier: Verifier, onUnreadable: OnUnreadable) => Front

/** How long the requests under way may take after the signal to stop. */
const graceMs = 30_000

interface Means extends Logger {
  readonly sayOf: SayOf
  readonly measured: Pick<Measures, 'answered' | 'serviceAnswered'>
  readonly requestIdentities: RequestIdentities
  readonly lost: LostBodies
  readonly allow: ReturnType<typeof allowing>
  readonly hints: CallerHints | undefined
}

interface CertificateFiles {
  readonly cert: string
  readonly key: string
}

/** Everything that a gateway needs but its verifier. */
interface Plan {
  readonly given: GatewayOptions & SharedOptions
  readonly means: Means
  readonly world: World
  readonly upstream: Upstream
  readonly address: string
  readonly upstreamTimeoutMs: number
  readonly files: CertificateFiles | undefined
  readonly certificate: Certificate | undefined
}

/** Undefined without `--upstream`. Rejects with a `CommandError` if options contradict each other or name unusable files. */
export const gatewayFront = async (
  given: GatewayOptions & SharedOptions,
  means: Means,
  world: World,
): Promise<MakeFront | undefined> => {
  const { upstream, listen: address = defaults.listen, upstreamTimeout = defaults.upstreamTimeout } = given
  if (upstream === undefined) {
    refuseWithoutUpstream(given)
    return undefined
  }
  const files = certificateFiles(given)
  const certificate = files && (await readCertificate(files, world))
  const upstreamTimeoutMs = upstreamTimeout * 1000
  const plan = { given, means, world, upstream, address, upstreamTimeoutMs, files, certificate }
  return (verifier, onUnreadable) => frontOf(plan, verifier, onUnreadable)
}

const refuseWithoutUpstream = (given: GatewayOptions): void => {
  const names = Object.keys(gatewayArguments) as Array<keyof GatewayOptions>
  const strayNames = names.filter((name) => isGiven(given[name]))
  if (strayNames.length === 0) return
  const complaints = strayNames.map((name) => `--${optionName(name)} works only together with --upstream`)
  throw new CommandError(2, complaints.join('\n'))
}

/** An option that is not given is undefined, or an empty list if it may be given several times; a flag is false. */
const isGiven = (value: GatewayOptions[keyof GatewayOptions]): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false

const certificateFiles = ({ cert, key }: GatewayOptions): CertificateFiles | undefined => {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw new CommandError(2, 'TLS needs both --cert and --key; give both or neither')
  return { cert, key }
}

const readCertificate = async (files: CertificateFiles, world: World): Promise<Certificate> => {
  for (const [option, given] of Object.entries(files)) await contentFrom(`--${option}`, given, world)
  return certificateOf(files).catch((error: Error) => {
    throw new CommandError(2, error.message)
  })
}

/** How much longer than the service a connection may be silent: so the gateway can still answer that the service sent nothing. */
const extraSilenceMs = 60_000

const frontOf = (plan: Plan, verifier: Verifier, onUnreadable: OnUnreadable): Front => {
  const { upstream, address, certificate, means } = plan
  const share = ownShare(plan)
  const gate = gateway(verifier, settingsOf(plan, share))
  const makeServer = serverOf(certificate, plan.upstreamTimeoutMs + extraSilenceMs)
  const server = loggedServer(means.allow(gate.handle), means.log, onUnreadable, makeServer)
  boundConnections(server, share.connections)
  server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) =>
    means.say(`a connection without a TLS handshake: ${code ?? 'no reason given'}`),
  )
  const scheme = certificate === undefined ? 'http' : 'https'
  const endAfter = closing(server)
  const inUse: InUse = { cert: certificate?.cert }
  const expiry = certificate && endedWords(certificate.cert, Date.now())
  if (expiry !== undefined) means.sayOf('certificate')(expiry, 'error')
  return {
    server,
    listen: (port) => listening(server, port, { option: `--listen ${address} --port`, address, scheme }),
    unready: () => whyUnready(gate, upstream),
    state: () => ({ places: gate.places(), certificateEnd: endInUse(inUse) }),
    stopped: () => runUntilSignal(plan, server, inUse, () => endAfter(gate.drain(), graceMs)),
  }
}

/** The share of the open files for requests. Logs a share that is smaller than `--max-requests`. */
const ownShare = ({ given, means }: Plan): Share => {
  const { maxRequests = defaults.maxRequests } = given
  const limit = descriptorLimit()
  const share = shareOf(limit, { requests: maxRequests, files: mostFiles })
  if (share.requests < maxRequests) means.say(shareWords(limit, share))
  return share
}

const settingsOf = ({ given, means, upstream, upstreamTimeoutMs }: Plan, share: Share): GatewaySettings => {
  const { passAuthorization, trustHeader, maxUpload, prefix } = given
  return {
    upstream,
    prefix,
    passAuthorization,
    trustHeader,
    identityOf: means.requestIdentities.of,
    during: means.requestIdentities.during,
    refusalFor: means.hints?.answer,
    maxUpload,
    upstreamTimeoutMs,
    maxRequests: share.requests,
    maxFiles: share.files,
    onBodyLost: means.lost.add,
    onServiceAnswer: means.measured.serviceAnswered,
    report: (line) => {
      means.measured.answered(line.status)
      means.log(line.status, ...lineOf(line, means.lost.claimsOf(line.identity)))
    },
  }
}

const whyUnready = async ({ isDraining }: Gateway, upstream: Upstream): Promise<string | undefined> => {
  if (isDraining()) return 'closing'
  const why = await upstream.unreachable()
  if (why === undefined) return undefined
  return isShortage({ code: why }) ? `no file descriptor is left: ${why}` : `no connection to the upstream: ${why}`
}

/** The certificate that callers get now; a renewed one replaces it. */
interface InUse {
  /** In PEM; undefined without TLS. */
  cert: string | undefined
}

/** When the certificate in use ends, in seconds since 1970. */
const endInUse = ({ cert }: InUse): number | undefined => (cert === undefined ? undefined : endOf(cert) / 1000)

const runUntilSignal = async (
  { files, certificate, means, world, upstream }: Plan,
  server: Server,
  inUse: InUse,
  end: () => Promise<void>,
): Promise<void> => {
  const use = (renewed: Certificate): void => {
    ;(server as unknown as TlsServer).setSecureContext({ ...renewed })
    inUse.cert = renewed.cert
  }
  const renewal =
    files && certificate && renewing({ setSecureContext: use as never }, files, certificate, means.sayOf('certificate'))
  await signalled(world)
  means.say('closing: requests in progress will end, and new requests are refused')
  await end()
  renewal?.stop()
  upstream.close()
}

const shareWords = (limit: number, { requests, connections }: Share): string =>
  `the system allows ${limit} open files. This is enough for ${requests} requests to the service at the same time, and ${connections} connections of callers. If you need more, raise the limit (ulimit -n, LimitNOFILE)`

/** The words of a line of the log, and its members. `claims`: what the caller says of a request whose body was lost. */
export const lineOf = (
  { message, code, caller, identity, milliseconds }: GatewayLine,
  claims: Members = {},
): readonly [string, Members] => {
  const who = caller === undefined ? '' : `${caller.appId}: ${caller.method} ${pathOf(caller.target)}: `
  const verdict = caller === undefined ? {} : ofCaller(caller)
  const more = { ...verdict, code, ...claims, milliseconds: rounded(milliseconds), ...ofIdentity(identity) }
  return [`${who}${message}, ${milliseconds.toFixed(1)} ms`, more]
}
