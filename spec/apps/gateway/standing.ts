/** A gateway on loopback before an upstream that a test scripts, both in this process. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createRawServer, type Socket } from 'node:net'
import { loggedServer } from '../../../src/apps/cli/loggedServer.ts'
import { requestIdentities } from '../../../src/apps/cli/requestIdentities.ts'
import type { Certificate } from '../../../src/apps/gateway/certificate.ts'
import { type Gateway, type GatewayLine, type GatewaySettings, gateway } from '../../../src/apps/gateway/gateway.ts'
import { trusted } from '../../../src/apps/gateway/passedHeaders.ts'
import { closing, serverOf } from '../../../src/apps/gateway/servers.ts'
import { type Upstream, upstreamOf } from '../../../src/apps/gateway/Upstream.ts'
import { entropy } from '../../../src/platform/common/system.ts'
import {
  createVerifier,
  type ReceivedRequest,
  type RefusedVerdict,
  type VerifierOptions,
} from '../../../src/server/node.ts'
import { type Talks, talks } from '../../server/adapters/talk.ts'
import { rsa } from '../../support/keys.ts'
import { onLoopback } from '../../support/loopback.ts'
import { now, sign, type ToSign } from '../../support/world.ts'

export interface Got {
  readonly method: string
  readonly target: string
  readonly lines: ReadonlyArray<string>
  readonly body: Buffer
}

export interface Standing extends Pick<Talks, 'connect' | 'ask'> {
  readonly port: number
  readonly upstreamPort: number
  readonly server: Server
  readonly gateway: Gateway
  readonly close: ReturnType<typeof closing>
  /** Every request that reached the upstream whole. */
  readonly got: ReadonlyArray<Got>
  readonly lines: ReadonlyArray<GatewayLine>
  readonly refused: ReadonlyArray<RefusedVerdict>
  readonly logged: ReadonlyArray<string>
}

export interface Stand {
  /** Default: answers 200 with the number of bytes. */
  readonly upstream?: RequestListener
  /** Instead: gets each connection. */
  readonly raw?: (socket: Socket) => void
  readonly settings?: Partial<GatewaySettings>
  readonly verifier?: Partial<VerifierOptions>
  /** Hears who sends each request. */
  readonly onClient?: (client: string | undefined) => void
  readonly certificate?: Certificate
  readonly clientHeader?: string
}

const reading =
  (got: Array<Got>, then: RequestListener): RequestListener =>
  (req, res) => {
    const parts: Array<Buffer> = []
    req.on('data', (part) => parts.push(part))
    req.on('end', () => {
      got.push({ method: req.method ?? '', target: req.url ?? '', lines: req.rawHeaders, body: Buffer.concat(parts) })
      then(req, res)
    })
  }

const hello: RequestListener = (_, res) => res.end('hello')

/** Lets a test use a gateway; all is closed after it. */
export const standing = async (use: (it: Standing) => Promise<void>, stand: Stand = {}): Promise<void> => {
  const got: Array<Got> = []
  const { raw } = stand
  const behind =
    raw === undefined
      ? createServer(reading(got, stand.upstream ?? hello))
      : createRawServer((socket) => {
          socket.on('error', () => socket.destroy())
          raw(socket)
        })
  const { port: upstreamPort, url: upstreamUrl, close: closeUpstream } = await onLoopback(behind)
  const refused: Array<RefusedVerdict> = []
  const verifier = await createVerifier({
    keys: { 'app-1': rsa(2048, 'app-1').publicPem },
    tokens: { 'app-1': 'a-token' },
    clock: () => now,
    onVerdict: (verdict) => verdict.outcome === 'reject' && refused.push(verdict),
    ...stand.verifier,
  })
  const lines: Array<GatewayLine> = []
  const logged: Array<string> = []
  const upstream = upstreamOf(upstreamUrl) as Upstream
  const { onClient } = stand
  const spied = {
    ...verifier,
    verify: (request: ReceivedRequest) => {
      onClient?.(request.callerAddress)
      return verifier.verify(request)
    },
  }
  const made = gateway(onClient ? spied : verifier, {
    upstream,
    identityOf: requestIdentities({
      trusted: trusted(stand.settings?.trustHeader ?? []),
      clientHeader: stand.clientHeader,
      makeId: entropy.nonce,
    }).of,
    passAuthorization: false,
    maxUpload: undefined,
    upstreamTimeoutMs: 5000,
    maxRequests: 100,
    report: (line) => lines.push(line),
    ...stand.settings,
  })
  const server = loggedServer(
    made.handle,
    (_, text) => logged.push(text),
    undefined,
    serverOf(stand.certificate, 10_000),
  )
  const close = closing(server)
  const { port, close: end } = await onLoopback(server)
  const { connect, ask, end: hangUp } = talks(port)
  try {
    await use({ port, upstreamPort, server, gateway: made, close, connect, ask, got, lines, refused, logged })
  } finally {
    upstream.close()
    hangUp()
    void closeUpstream()
    void end()
  }
}

/** A request line and its headers, signed. */
export const signedHead = async (what: ToSign = {}, ...fields: ReadonlyArray<string>): Promise<string> => {
  const { method = 'POST', target = '/v1/jobs' } = what
  const { authorization } = await sign(what)
  return head(`${method} ${target}`, `Authorization: ${authorization}`, ...fields)
}

export const head = (line: string, ...fields: ReadonlyArray<string>): string =>
  `${[`${line} HTTP/1.1`, 'Host: h.example', ...fields].join('\r\n')}\r\n\r\n`

/** A whole signed request with a Content-Length. */
export const signedRequest = async (what: ToSign = {}, ...fields: ReadonlyArray<string>): Promise<Buffer> => {
  const body = Buffer.from(what.body ?? '{}')
  return Buffer.concat([
    Buffer.from(await signedHead({ ...what, body }, ...fields, `Content-Length: ${body.length}`), 'latin1'),
    body,
  ])
}
