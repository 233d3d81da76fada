/** `countersign serve --upstream`: the options of the gateway, and what the command runs with them. */
import type { Server } from 'node:http'
import * as Rule from '../../core/Rule.ts'
import type { Verifier } from '../../server/node.ts'
import { certificateOf, renewing } from '../gateway/certificate.ts'
import { type Gateway, type GatewayLine, gateway } from '../gateway/gateway.ts'
import { isTrustable } from '../gateway/headers.ts'
import { closing, serverOf } from '../gateway/servers.ts'
import { type Upstream, upstreamOf } from '../gateway/Upstream.ts'
import * as args from './arguments.ts'
import { readText } from './files.ts'
import { type Argument, flag, optional, type Reading, repeated } from './grammar.ts'
import { loggedServer } from './loggedServer.ts'
import { listening, signalled } from './loopback.ts'
import type { Metrics } from './metrics.ts'
import { CommandError } from './Outcome.ts'
import type { Telling } from './telling.ts'
import type { World } from './World.ts'

const upstreamName = args.parsed(
  'URL',
  'http://HOST:PORT, https://HOST:PORT or unix:/PATH, without a path: it would change the signed target',
  upstreamOf,
)

const address = args.name('ADDRESS', 'an address of this machine, such as 0.0.0.0 for all of them')

const frontHeader: Reading<string> = {
  shows: 'NAME',
  expected: 'the name of a header, none that the gateway sets itself or that concerns one connection',
  is: (value): value is string => typeof value === 'string' && isTrustable(value),
  read: (text) => text,
}

const positive = (shows: string, unit?: string): Reading<number> =>
  args.number(shows, Rule.wholeNumber(unit, 1, 1_000_000))

const defaults = { listen: '127.0.0.1', upstreamTimeout: 60, maxRequests: 1000 } as const

/** All but `upstream` mean something beside it only. */
interface Given {
  readonly upstream: Upstream | undefined
  readonly listen: string | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
  readonly maxUpload: number | undefined
  readonly upstreamTimeout: number | undefined
  readonly maxRequests: number | undefined
  readonly passAuthorization: boolean
  readonly trustHeader: ReadonlyArray<string>
}

export const gatewayArguments: { readonly [K in keyof Given]: Argument<Given[K]> } = {
  upstream: optional(
    'upstream',
    upstreamName,
    'be a gateway: verified requests are forwarded to this service, http://HOST:PORT, https://HOST:PORT or unix:/PATH',
  ),
  // Not empty: Node would listen everywhere.
  listen: optional('listen', address, `with --upstream: where to listen (${defaults.listen} unless set)`),
  cert: optional(
    'cert',
    args.file,
    'with --upstream: a certificate in PEM, for TLS and HTTP/2; a new one counts within a second',
  ),
  key: optional('key', args.file, 'with --upstream: the private key of --cert'),
  maxUpload: optional(
    'max-upload',
    args.bytes,
    'with --upstream: bodies over --max-body, up to this, wait in a file to be verified (refused unless set)',
  ),
  upstreamTimeout: optional(
    'upstream-timeout',
    positive('SECONDS', 'seconds'),
    `with --upstream: how long it may be silent (${defaults.upstreamTimeout} unless set)`,
  ),
  maxRequests: optional(
    'max-requests',
    positive('N'),
    `with --upstream: how many verified requests it gets at once (${defaults.maxRequests} unless set)`,
  ),
  passAuthorization: flag(
    'pass-authorization',
    'with --upstream: it gets the Authorization header, too; a token is a secret',
  ),
  trustHeader: repeated(
    'trust-header',
    frontHeader,
    'with --upstream: a header that a proxy in front sets on every request, such as X-Real-IP; it is passed on',
  ),
}

export interface GatewayCommand {
  readonly upstream: string
  /** Resolves to the URL. */
  readonly listening: (server: Server, port: number) => Promise<string>
  /** `onUnreadable` hears of requests that Node's parser refuses. */
  readonly server: (verifier: Verifier, onUnreadable: Parameters<typeof loggedServer>[2]) => Server
  /** Why no request should be sent here now. */
  readonly unready: () => Promise<string | undefined>
  /** Resolves once a signal has come, and the requests under way have ended. */
  readonly stopped: () => Promise<void>
}

/** The options of the stand-in as well. */
export const beside = <All extends Given>(all: All): Omit<All, keyof Given> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !(name in gatewayArguments))) as never

/** Requests that are under way at the signal may take so long. */
const graceMs = 30_000

/** Undefined without `--upstream`. Rejects with a `CommandError` if the options do not do. */
export const gatewayCommand = async (
  given: Given,
  { log, say, countAnswer }: Telling & Pick<Metrics, 'countAnswer'>,
  world: World,
): Promise<GatewayCommand | undefined> => {
  const { upstream, cert, key } = given
  if (upstream === undefined) {
    const alone = Object.entries(gatewayArguments).filter(
      ([name]) => !['', 'undefined', 'false'].includes(String(given[name as keyof Given])),
    )
    if (alone.length === 0) return undefined
    throw new CommandError(
      2,
      alone.map(([, { name }]) => `--${name} is for a gateway; give --upstream as well`).join('\n'),
    )
  }
  if ((cert === undefined) !== (key === undefined))
    throw new CommandError(2, 'TLS needs both --cert and --key; give the two, or neither')
  const files = cert !== undefined && key !== undefined ? { cert, key } : undefined
  for (const [option, path] of Object.entries(files ?? {})) await readText(`--${option}`, path, world)
  const certificate = files && (await certificateOf(files).catch(unusable))
  const upstreamTimeoutMs = (given.upstreamTimeout ?? defaults.upstreamTimeout) * 1000
  let run:
    | { readonly server: Server; readonly gateway: Gateway; readonly close: ReturnType<typeof closing> }
    | undefined
  return {
    upstream: upstream.url,
    server: (verifier, onUnreadable) => {
      const made = gateway(verifier, {
        upstream,
        passAuthorization: given.passAuthorization,
        trustHeader: given.trustHeader,
        maxUpload: given.maxUpload,
        upstreamTimeoutMs,
        maxRequests: given.maxRequests ?? defaults.maxRequests,
        report: (line) => {
          countAnswer(line.status)
          log(line.status, ...lineOf(line))
        },
      })
      const server = loggedServer(made.handle, log, onUnreadable, serverOf(certificate, upstreamTimeoutMs + 60_000))
      server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) =>
        say(`a connection without a TLS handshake: ${code ?? 'no reason given'}`),
      )
      run = { server, gateway: made, close: closing(server) }
      return server
    },
    listening: (server, port) => {
      const address = given.listen ?? defaults.listen
      const scheme = certificate === undefined ? 'http' : 'https'
      return listening(server, port, { option: `--listen ${address} --port`, address, scheme })
    },
    unready: async () => {
      if (run?.gateway.isDraining() !== false) return 'closing'
      const why = await upstream.unreachable()
      return why === undefined ? undefined : `no connection to the upstream: ${why}`
    },
    stopped: async () => {
      if (run === undefined) return
      const renewal = files && certificate && renewing(run.server as never, files, certificate, say)
      await signalled()
      say('closing: requests under way end, new ones are refused')
      await run.close(run.gateway.drain(), graceMs)
      renewal?.stop()
      upstream.close()
    },
  }
}

const unusable = (error: Error): never => {
  throw new CommandError(2, error.message)
}

const lineOf = ({ words, code, caller, milliseconds }: GatewayLine): readonly [string, object] => {
  const path = caller?.target.replace(/\?.*$/s, '')
  const who = caller === undefined ? '' : `${caller.appId}: ${caller.method} ${path}: `
  return [
    `${who}${words}, ${milliseconds.toFixed(1)} ms`,
    {
      ...(code === undefined ? {} : { code }),
      ...(caller === undefined ? {} : { app_id: caller.appId, method: caller.method, path }),
      milliseconds: Math.round(milliseconds * 10) / 10,
    },
  ]
}
