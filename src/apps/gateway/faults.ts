/** What the gateway itself refuses, in words for the caller, and which requests are unfit to be passed on. */
import * as E from 'fp-ts/lib/Either.js'
import { isHttp2, type NodeRequest } from '../../server/adapters/nodeRequest.ts'
import { isPlainHost } from '../../server/adapters/routableTarget.ts'
import { valuesOf } from './passedHeaders.ts'

export interface Fault {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Nothing is forwarded twice, so the nonce is spent. */
const unknown = 'whether it acted is unknown. Sign a new request before you send it again'

const busy = (message: string, code = 'overloaded'): Fault => ({
  status: 503,
  code,
  message,
  headers: { 'Retry-After': '1' },
})

type Name =
  | ('closing' | 'overloaded' | 'crowded' | 'displaced' | 'slowBody' | 'upgrade' | 'coding' | 'host' | 'upload')
  | ('unavailable' | 'late')

export const faults: Readonly<Record<Name, Fault>> = {
  closing: { status: 503, code: 'closing', message: 'this server is closing; send the request again' },
  overloaded: busy('too many requests at once; send this one again in a second'),
  /** After the verdict. */
  crowded: busy('too many requests at once; sign a new one and send it in a second'),
  displaced: {
    status: 503,
    code: 'displaced',
    message: `the service was slow, and requests of others waited for the place of this one; ${unknown}`,
  },
  slowBody: {
    status: 408,
    code: 'body_too_slow',
    message: 'the body comes too slowly, at less than 1,000 bytes a second; send the request again',
  },
  upgrade: {
    status: 501,
    code: 'upgrade_unsupported',
    message: 'upgrades such as WebSocket are not passed on; send the request without Upgrade',
  },
  coding: {
    status: 501,
    code: 'transfer_coding_unsupported',
    message: 'the only Transfer-Encoding that is taken is chunked, once; a compressed body has a Content-Encoding',
  },
  host: {
    status: 400,
    code: 'host_invalid',
    message: 'send exactly one Host header, with a plain host, and the same host in the target if it has one',
  },
  upload: busy('the upload could not be stored; try again later', 'upload_unavailable'),
  unavailable: {
    status: 502,
    code: 'upstream_unavailable',
    message: `the service behind this gateway gave no answer; ${unknown}`,
  },
  late: {
    status: 504,
    code: 'upstream_timeout',
    message: `the service behind this gateway did not answer in time; ${unknown}`,
  },
}

/** As nginx logs it: nobody was there to be answered. */
export const hungUp = 499

/** What the gateway answers by itself, and 500 for a fault of its own. Every other status is of the service behind it. */
export const ownStatuses: ReadonlyArray<number> = [
  ...new Set([...Object.values(faults).map(({ status }) => status), hungUp, 500]),
].sort((one, other) => one - other)

/** The host that a request is for, or the fault that makes two servers read it differently. */
export const hostOf = (req: NodeRequest): E.Either<Fault, string | undefined> => {
  const { rawHeaders, httpVersion } = req
  const inTarget = /^[a-z][0-9a-z+.-]*:\/\/([^/?#]*)/i.exec(req.url ?? '')?.[1]
  const lines = valuesOf(rawHeaders, 'host')
  const named = [...lines, ...valuesOf(rawHeaders, ':authority')]
  const all = new Set([...named, ...(inTarget === undefined ? [] : [inTarget])].map((host) => host.toLowerCase()))
  const isMissing = named.length === 0 && httpVersion !== '1.0'
  if (lines.length > 1 || all.size > 1 || isMissing || !isPlainHost(named[0])) return E.left(faults.host)
  return E.right(named[0])
}

/** What makes a request unfit to be passed on, whoever signed it. */
export const unfit = (req: NodeRequest): Fault | undefined => {
  if (isHttp2(req)) return undefined
  const { rawHeaders } = req
  const codings = valuesOf(rawHeaders, 'transfer-encoding')
  if (codings.length > 1 || codings.some((coding) => coding.toLowerCase() !== 'chunked')) return faults.coding
  // HTTP/2 in plain text is optional, and a server may ignore it (RFC 9110 §7.8).
  return valuesOf(rawHeaders, 'upgrade').some((protocol) => protocol.toLowerCase() !== 'h2c')
    ? faults.upgrade
    : undefined
}
