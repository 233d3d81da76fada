/**
 * The refusals that the gateway itself answers, in words for the caller, and the checks by which it finds that a request is unfit to be
 * passed on. A refusal of the verifier, or an answer of the service behind the gateway, is not among them.
 */
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

/** The verifier has accepted the nonce, so the same request would be refused as a repetition. */
const unknownOutcome = 'it is unknown whether the service acted. Sign a new request before you try again'

const busy = (message: string, code = 'overloaded'): Fault => ({
  status: 503,
  code,
  message,
  headers: { 'Retry-After': '1' },
})

type FaultName =
  | 'closing'
  | 'overloaded'
  | 'crowded'
  | 'displaced'
  | 'slowBody'
  | 'upgrade'
  | 'coding'
  | 'host'
  | 'upload'
  | 'unavailable'
  | 'late'

export const faults: Readonly<Record<FaultName, Fault>> = {
  closing: { status: 503, code: 'closing', message: 'this server is closing; send the request again' },
  overloaded: busy('there are too many requests at the same time; send this request again after one second'),
  /** As `overloaded`, but after the verdict: the nonce is spent. */
  crowded: busy('there are too many requests at the same time; sign a new request and send it after one second'),
  displaced: {
    status: 503,
    code: 'displaced',
    message: `the service was slow, so the gateway ended this request to give its place to another caller; ${unknownOutcome}`,
  },
  slowBody: {
    status: 408,
    code: 'body_too_slow',
    message: 'the body arrives too slowly, at less than 1,000 bytes per second; send the request again',
  },
  upgrade: {
    status: 501,
    code: 'upgrade_unsupported',
    message: 'upgrades such as WebSocket are not forwarded; send the request without Upgrade',
  },
  coding: {
    status: 501,
    code: 'transfer_coding_unsupported',
    message:
      'the only accepted value of Transfer-Encoding is chunked, once; if the body is compressed, name the compression in Content-Encoding',
  },
  host: {
    status: 400,
    code: 'host_invalid',
    message: 'send exactly one Host header with a plain host; if the target has a host, it must be the same',
  },
  upload: busy('the upload could not be stored; try again later', 'upload_unavailable'),
  unavailable: {
    status: 502,
    code: 'upstream_unavailable',
    message: `the service behind this gateway gave no answer; ${unknownOutcome}`,
  },
  late: {
    status: 504,
    code: 'upstream_timeout',
    message: `the service behind this gateway did not answer in time; ${unknownOutcome}`,
  },
}

/** The status in the log if the caller hung up before the answer. nginx writes the same number. */
export const hungUp = 499

/** The statuses of the gateway's own answers; 500 is for a fault in the gateway. Every other status comes from the service. */
export const ownStatuses: ReadonlyArray<number> = [
  ...new Set([...Object.values(faults).map(({ status }) => status), hungUp, 500]),
].sort((a, b) => a - b)

/** The host that a request is for, or the fault that makes two servers read it differently. */
export const hostOf = (req: NodeRequest): E.Either<Fault, string | undefined> => {
  const { rawHeaders, httpVersion } = req
  const hostOfTarget = /^[a-z][0-9a-z+.-]*:\/\/([^/?#]*)/i.exec(req.url ?? '')?.[1]
  const hostLines = valuesOf(rawHeaders, 'host')
  const hostsOfHeaders = [...hostLines, ...valuesOf(rawHeaders, ':authority')]
  const hosts = hostOfTarget === undefined ? hostsOfHeaders : [...hostsOfHeaders, hostOfTarget]
  const differentHosts = new Set(hosts.map((host) => host.toLowerCase()))
  const isMissing = hostsOfHeaders.length === 0 && httpVersion !== '1.0'
  const [host] = hostsOfHeaders
  if (hostLines.length > 1 || differentHosts.size > 1 || isMissing || !isPlainHost(host)) return E.left(faults.host)
  return E.right(host)
}

/** The fault of a request that cannot be passed on, even if its signature is right. */
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
