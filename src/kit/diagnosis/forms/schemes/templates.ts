/**
 * The templates of the schemes of other services: a list of some, signature bases of RFC 9421 with every usual choice, headers that HTTP
 * Signatures list, and lists of parts (partLists.ts).
 */
import { lazily } from '../lazily.ts'
import { subsets } from '../subsets.ts'
import { everyList } from './partLists.ts'
import { type NamedTemplate, type Pieces, piecesOf, type Template } from './Template.ts'

/** The names of these headers. */
const namesIn = (headers: ReadonlyArray<string>, separator: string): string =>
  headers.map((header) => header.split(':', 1)[0]).join(separator)

/** How the Base64 of every JWS header begins that names its algorithm first. */
export const jwsStart = 'eyJhbGciOiJSUzI1Ni'

/** The parameters sorted by their names, with the body as one of them. */
const paymentTemplates = ['biz_content', 'body', 'data', 'params'].flatMap((bodyName) =>
  ['app_id', 'appid'].flatMap((appIdName) =>
    ['nonce', 'nonce_str'].map((nonceName): NamedTemplate => {
      const fields = [`${appIdName}={app id}`, `${bodyName}={body}`, `${nonceName}={nonce}`, 'timestamp={timestamp}']
      return ['payment services', fields.toSorted().join('&')]
    }),
  ),
)

/** The scheme, and what it signs. The values of the places are in schemeValues.ts. */
const namedTemplates: ReadonlyArray<NamedTemplate> = [
  ['Azure (SharedKey)', '{method}\n\n\n{length}\n{md5}\n{type}\n\n\n\n\n\n\n{msheaders}\n{resource}'],
  ['Azure (SharedKey)', '{method}\n{length}\n{type}\n{msheaders}\n{path}'],
  ['Azure (HMAC-SHA256)', '{method}\n{target}\n{gmt};{host};{sha256b}'],
  ['Azure (SharedKey), Amazon S3, Aliyun OSS', '{method}\n{md5}\n{type}\n{gmt}\n{resource}'],
  ['Azure (SharedKey), Amazon S3, Aliyun OSS', '{method}\n{md5}\n{type}\n\n{msheaders}\n{resource}'],
  ['Aliyun (ROA)', '{method}\napplication/json\n{md5}\n{type}\n{gmt}\n{target}'],
  ['Aliyun (RPC)', '{method}&%2F&{rpc}'],
  ['OAuth 1.0a', '{method}&{oauthurl}&{oauth}'],
  ['Google Cloud Storage (version 2)', '{method}\n{md5}\n{type}\n{timestamp}\n{resource}'],
  ['Hawk', 'hawk.1.header\n{timestamp}\n{nonce}\n{method}\n{target}\n{hostname}\n{port}\n\n\n'],
  ['AWS (version 2)', '{method}\n{host}\n{path}\n{query}'],
  ['Qiniu', '{method} {target}\nHost: {host}\n{typeline}\n{body}'],
  ['Qiniu', '{method} {target}\nHost: {host}\n{typeline}\n'],
  ['Upyun', '{method}&{target}&{gmt}&{md5}'],
  ['JSON Web Signatures', `${jwsStart}{jws}`],
  ['Walmart', '{app id}\n{timestamp}\n1\n'],
  ['PayPal', '{nonce}|{timestamp}|{app id}|{crc}'],
  ['Twilio', '{url}{joined}'],
  ['Lalamove', '{timestamp}\r\n{method}\r\n{target}\r\n\r\n{body}'],
  ['Lalamove', '{timestamp}000\r\n{method}\r\n{target}\r\n\r\n{body}'],
  ['Gate.io', '{method}\n{path}\n{plain query}\n{sha512}\n{timestamp}'],
  ['Tuya', '{app id}{timestamp}{nonce}{method}\n{sha256}\n\n{target}'],
  ['Tuya', '{app id}{timestamp}{method}\n{sha256}\n\n{target}'],
  ['Bybit', '{timestamp}{app id}5000{body}'],
  ['Revolut', 'v1.{timestamp}.{body}'],
  ['Deribit', '{timestamp}\n{nonce}\n{method}\n{target}\n{body}\n'],
  ['Mercado Pago', 'request-id:{nonce};ts:{timestamp};'],
  ['Walmart', '{app id}\n{url}\n{method}\n{timestamp}\n'],
  ['Alipay+', '{method} {path}\n{app id}.{timestamp}.{body}'],
  ['Binance', '{some query}'],
  ['Binance', '{some query}{body}'],
  ['HubSpot', '{method}{url}{body}{timestamp}'],
  [
    'Cybersource',
    'host: {host}\ndate: {gmt}\n(request-target): {verb} {target}\ndigest: SHA-256={sha256b}\nv-c-merchant-id: {app id}',
  ],
  ['a service whose text is the items of the header', 'app_id={app id},nonce_str={nonce},timestamp={timestamp}'],
  ...paymentTemplates,
  ['payment services', '{form}'],
  ['Alipay', 'app_id={app id},nonce={nonce},timestamp={timestamp}\n{method}\n{target}\n{body}\n'],
  ['Naver Cloud', '{method} {target}\n{timestamp}\n{app id}'],
  ['Kong or iFlytek', 'host: {host}\ndate: {gmt}\n{method} {target} HTTP/1.1'],
  ['AWS, Huawei Cloud or their like (canonical request)', '{canonical}'],
  ['AWS (Signature Version 4)', 'AWS4-HMAC-SHA256\n{compact}\n{day}/us-east-1/{service}/aws4_request\n{hashed}'],
  ['Google Cloud Storage', 'GOOG4-RSA-SHA256\n{compact}\n{day}/auto/storage/goog4_request\n{hashed}'],
  ['Huawei Cloud', 'SDK-HMAC-SHA256\n{compact}\n{hashed}'],
  ['Tencent Cloud', 'TC3-HMAC-SHA256\n{timestamp}\n{date}/{service}/tc3_request\n{hashed}'],
  ['Volcengine', 'HMAC-SHA256\n{compact}\n{day}/cn-north-1/{service}/request\n{hashed}'],
]

/** The canonical requests of AWS and the services that copied it, with every choice of the signed headers. */
export const canonicalRequests: () => ReadonlyArray<Pieces> = lazily(() =>
  ['amz-', 'sdk-', 'tc-', 'goog-', ''].flatMap((prefix) =>
    subsets(['content-type:{type}', `x-${prefix}content-sha256:{sha256}`, `x-${prefix}date:{compact}`]).map(
      (chosenHeaders) => {
        const headers = [...chosenHeaders, 'host:{host}'].toSorted()
        const headerNames = namesIn(headers, ';')
        return piecesOf(['{method}', '{slashed}', '{query}', ...headers, '', headerNames, '{sha256}'].join('\n'))
      },
    ),
  ),
)

/** The parameters of a signature base (RFC 9421 §2.3), in their usual orders: `{created} keyid="{keyid}"`. */
const parameterOrders = [
  'created keyid',
  'created nonce keyid',
  'created keyid nonce',
  'nonce created keyid',
  'keyid created',
  'created keyid alg',
  'created nonce keyid alg',
  'created keyid alg nonce',
  'keyid alg created',
].map((order) =>
  order.replace(/\w+/g, (parameter) => (parameter === 'created' ? '{created}' : `${parameter}="{${parameter}}"`)),
)

/** The lines of a signature base for the components after the method, which may be any of these. */
const componentLines = (target: string): ReadonlyArray<ReadonlyArray<string>> =>
  subsets(['"@authority": {host}', target, '"content-digest": sha-256=:{sha256b}:', '"content-type": {type}'])

/** The lines in their order, and with the first two of them changed if both begin with `"@`: the host and the target have no usual order. */
const inBothOrders = (lines: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const [first, second, ...others] = lines
  return first !== undefined && second?.includes('@') ? [lines, [second, first, ...others]] : [lines]
}

/** Signature bases of the usual components. */
const signatureBases = (): ReadonlyArray<NamedTemplate> =>
  ['"@path": {path}', '"@target-uri": {url}']
    .flatMap(componentLines)
    .flatMap(inBothOrders)
    .map((lines) => ['"@method": {method}', ...lines])
    .flatMap((lines) =>
      parameterOrders.map((order): NamedTemplate => {
        const parameters = `"@signature-params": (${namesIn(lines, ' ')});${order.replaceAll(' ', ';')}`
        return ['HTTP Message Signatures (RFC 9421)', [...lines, parameters].join('\n')]
      }),
    )

/** Texts that no scheme signs: a program made them by a slip of its language. */
const slips: ReadonlyArray<NamedTemplate> = [
  [
    "in Java, '\\n' + timestamp was added as two numbers: the timestamp is 10 too large, and the line feed is missing",
    '{method}\n{target}{sum}{nonce}\n{body}',
  ],
  ['the program used the size of the pointer as the length of the text', '{start}'],
]

/** The lines of headers that HTTP Signatures (the draft before RFC 9421) list, in every choice. */
const headerLists = (): ReadonlyArray<NamedTemplate> =>
  subsets([
    '(request-target): {verb} {target}',
    'host: {host}',
    'date: {gmt}',
    'digest: SHA-256={sha256b}',
    'content-type: {type}',
    'content-length: {length}',
  ]).map((lines): NamedTemplate => ['as HTTP Signatures list headers', lines.join('\n')])

function* everyTemplate(): Generator<NamedTemplate> {
  for (const [schemeName, template] of [...namedTemplates, ...signatureBases()])
    yield [`as ${schemeName} signs`, template]
  yield* slips
  yield* headerLists()
  yield* everyList()
}

/** Every template once, in the order in which it is tried. */
export const templates: () => Iterable<Template> = lazily(function* (): Generator<Template> {
  const seen = new Set<string>()
  for (const [detail, template] of everyTemplate()) {
    if (seen.has(template)) continue
    yield { detail, pieces: piecesOf(template), place: seen.size }
    seen.add(template)
  }
})
