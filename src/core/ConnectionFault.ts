/**
 * What the codes of a platform say of a connection that failed, in words that name the remedy. The codes are those of libuv,
 * OpenSSL, Node's TLS and HTTP parser, and undici: `ENOTFOUND`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`, `HPE_INVALID_CONSTANT`.
 */

/** The platform's error, as far as it holds nothing of the request. */
export interface PlatformFault {
  readonly code: string
  /** What the platform was doing: `connect`, `getaddrinfo`. */
  readonly syscall?: string
  /** The host that was looked up. */
  readonly hostname?: string
  readonly address?: string
  readonly port?: number
}

type Table = ReadonlyArray<readonly [codes: RegExp, words: string]>

const wordsFor = (table: Table, detail: string): string | undefined => table.find(([codes]) => codes.test(detail))?.[1]

const untrusted =
  /^(CERT_|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE$|SELF_SIGNED_CERT_IN_CHAIN$|DEPTH_ZERO_SELF_SIGNED_CERT$|ERR_TLS_CERT_ALTNAME_INVALID$|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$)/

/** Whether the code says that a certificate was refused. Then nothing of the request was sent. */
export const isCertificateCode = (code: string): boolean => untrusted.test(code)

const certificates: Table = [
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, "the certificate is not valid now; renew it, or correct this machine's clock"],
  [/ALTNAME|HOSTNAME/, 'the certificate is for another host; give a baseUrl with a host that the certificate names'],
  [/^CERT_REVOKED$/, 'the authority has revoked the certificate; the service needs a new one'],
  [
    /./,
    'this machine does not know the authority; give the certificate of the authority as the option ca, in PEM, or name its file in NODE_EXTRA_CA_CERTS',
  ],
]

const networks: Table = [
  [
    /^ENOTFOUND$/,
    'the host of the base URL has no address; is its name right? If this machine needs a proxy to reach other networks, set the option proxy',
  ],
  [
    /^EAI_/,
    'the address of the host cannot be looked up now; is the network up? If this machine needs a proxy to reach other networks, set the option proxy',
  ],
  [
    /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|connection closed)$/,
    'the service, or a proxy before it, closed the connection, and may have received the request; the option retries sends idempotent requests again',
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/,
    'the service cannot be reached from here; is a firewall in the way? If this machine needs a proxy to reach other networks, set the option proxy',
  ],
  [
    /^(EPROTO|ERR_SSL_|ERR_TLS_)/,
    'the TLS connection could not be made; does the service speak TLS at this port, and is the port of the base URL right?',
  ],
  [/^HPE_/, 'the answer is not HTTP/1.1; is the port of the base URL right?'],
]

const proxies: Table = [
  [
    /^407$/,
    'the proxy asks for a user and a password, or refuses the given ones; write them into the URL of the proxy, as http://USER:PASSWORD@HOST:PORT, in the option proxy or in https_proxy',
  ],
  [
    /^403$/,
    'the proxy does not allow this service; ask the operator of the proxy, or set the option proxy to another proxy, or to false to use none',
  ],
  [
    /^ENOTFOUND$|^EAI_/,
    'the host of the proxy has no address; is the URL in the option proxy, or in https_proxy, right?',
  ],
  [
    /^(ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET)$/,
    'the proxy does not answer; is it running, and is the URL in the option proxy, or in https_proxy, right?',
  ],
  [
    untrusted,
    'the certificate of the proxy is not trusted; give the certificate of its authority as the option ca, in PEM',
  ],
]

export const certificateMessage = (detail: string): string =>
  `the service's certificate is not trusted (${detail}): ${wordsFor(certificates, detail) ?? 'it was refused'}`

export const networkMessage = (detail: string): string => {
  const words = wordsFor(networks, detail)
  const failed = `the request failed before a valid answer came (${detail})`
  return words === undefined ? `${failed}; is the base URL right, and the service reachable?` : `${failed}: ${words}`
}

export const proxyMessage = (detail: string): string => {
  const words = wordsFor(proxies, detail)
  const failed = `the proxy did not connect to the service (${detail})`
  return words === undefined
    ? `${failed}; is this the right proxy, and does the proxy know this service?`
    : `${failed}: ${words}`
}
