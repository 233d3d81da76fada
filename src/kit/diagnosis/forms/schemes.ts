/**
 * What other services' schemes sign, from the parts of this request: templates, and lists of parts with one separator. What
 * only the caller knew, such as a secret or a region of its own, cannot be filled in.
 */
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { type Draft, type DraftParts, type Layout, rewritable, standard } from '../Draft.ts'
import { replaced, utf8 } from './charsets.ts'
import { crc32 } from './crc32.ts'
import { sortedForms } from './formFields.ts'
import { jsonWebSignatures, textAlone } from './layouts.ts'
import { once } from './once.ts'
import { decode, split } from './percent.ts'
import { encode } from './percentEncode.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

/** By the name of a place in a template, what may stand there. */
type Values = Readonly<Record<string, ReadonlyArray<string> | (() => ReadonlyArray<string>)>>

/** Plain text and the names of places, in turn. */
type Pieces = ReadonlyArray<string>

const piecesOf = (template: string): Pieces => template.split(/\{([\w ]+)\}/)

/** Stands for the body, which need not be text. */
const bodyMark = '\ue000'

/** What stands in front of the body, and behind it if it is there. */
const aroundBody = (text: string): readonly [start: string, end?: string] => {
  const at = text.indexOf(bodyMark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

const valuesAt = (place: string, values: Values): ReadonlyArray<string> => {
  const found = values[place] ?? []
  return typeof found === 'function' ? found() : found
}

/** Every text of a template: a place has the same value wherever it stands. With `wanted`, those that may become this text. */
const filled = (pieces: Pieces, values: Values, wanted?: string, done = '', at = 0): ReadonlyArray<string> => {
  let text = done + pieces[at]
  // Most places have one value each.
  for (let next = at + 1; ; next += 2) {
    const place = pieces[next]
    if (wanted !== undefined) {
      const [start, end] = aroundBody(text)
      if (!wanted.startsWith(start)) return []
      if (place === undefined && !(end === undefined ? wanted === start : wanted.endsWith(end))) return []
    }
    if (place === undefined) return [text]
    const some = valuesAt(place, values)
    if (some.length === 1) {
      text += some[0] as string
      text += pieces[next + 1] as string
      continue
    }
    const isAgain = pieces.includes(place, next + 2)
    return some.flatMap((value) =>
      filled(pieces, isAgain ? { ...values, [place]: [value] } : values, wanted, text + value, next + 1),
    )
  }
}

/** The names in front of the colons. */
const namesIn = (headers: ReadonlyArray<string>, separator: string): string =>
  headers.map((header) => header.split(':', 1)[0]).join(separator)

type Named = readonly [detail: string, template: string]

/** So each header begins that names its algorithm first. */
const jwsStart = 'eyJhbGciOiJSUzI1Ni'

const named: ReadonlyArray<Named> = [
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
  ['a service that wants the host', '{method}\n{host}\n{target}\n{timestamp}\n{nonce}\n{body}'],
  ['Upyun', '{method}&{target}&{gmt}&{md5}'],
  ['JSON Web Signatures', `${jwsStart}{jws}`],
  ['Java, which adds a line feed, the number 10, to the timestamp,', '{method}\n{target}{sum}{nonce}\n{body}'],
  ['a program that takes the size of a pointer for that of its text', '{start}'],
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

const canonicalRequests = once(() =>
  ['amz-', 'sdk-', 'tc-', 'goog-', ''].flatMap((prefix) =>
    subsets(['content-type:{type}', `x-${prefix}content-sha256:{sha256}`, `x-${prefix}date:{compact}`]).map((more) => {
      const headers = [...more, 'host:{host}'].toSorted()
      const names = namesIn(headers, ';')
      return piecesOf(['{method}', '{slashed}', '{query}', ...headers, '', names, '{sha256}'].join('\n'))
    }),
  ),
)

/** Parameters of a signature base (RFC 9421 §2.3), in their usual orders. */
const orders = [
  'created keyid',
  'created nonce keyid',
  'created keyid nonce',
  'nonce created keyid',
  'keyid created',
  'created keyid alg',
  'created nonce keyid alg',
  'created keyid alg nonce',
  'keyid alg created',
].map((order) => order.replace(/\w+/g, (name) => (name === 'created' ? '{created}' : `${name}="{${name}}"`)))

/** Signature bases of the usual components. */
const signatureBases = (): ReadonlyArray<Named> =>
  ['"@path": {path}', '"@target-uri": {url}']
    .flatMap((path) =>
      subsets(['"@authority": {host}', path, '"content-digest": sha-256=:{sha256b}:', '"content-type": {type}']),
    )
    .flatMap(([first, second, ...more]) =>
      second?.includes('@')
        ? [
            [first, second, ...more],
            [second, first, ...more],
          ]
        : [[first, second, ...more]],
    )
    .map((some) => some.filter((line) => line !== undefined))
    .map((some) => ['"@method": {method}', ...some])
    .flatMap((lines) =>
      orders.map((order) => [
        'HTTP Message Signatures (RFC 9421)',
        [...lines, `"@signature-params": (${namesIn(lines, ' ')});${order.replaceAll(' ', ';')}`].join('\n'),
      ]),
    )

/** Every order of every choice of the items. */
const arrangements = (items: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => [
  [],
  ...items.flatMap((item, i) => arrangements(items.toSpliced(i, 1)).map((rest) => [item, ...rest])),
]

/** The names of the parts that differ from ours. */
const spellings: ReadonlyArray<Readonly<Record<string, string>>> = ['url', 'uri', 'path'].flatMap((target) =>
  ['nonce', 'nonce_str'].map((nonce) => ({ target, 'app id': 'app_id', nonce })),
)

const isPart = (name: string): name is keyof DraftParts => (standard.order as ReadonlyArray<string>).includes(name)

/** These parts, and the body or its hash, with every separator; with names as well. */
function* listsOf(head: ReadonlyArray<string>): Generator<Named> {
  const hashed = head.includes('app id') || head.includes('path or URL') ? [] : [[...head, 'hash of the body']]
  const lists = [[...head, 'body'], ...hashed, ...(head.length === 0 ? [] : [head, ['body', ...head]])]
  for (const list of lists) {
    // Whatever stands between all parts, or in their order, is another mistake.
    const known = list.map((name) => (name === 'path or URL' ? 'target' : name))
    if (['method', 'target', 'timestamp', 'nonce'].every((name) => known.includes(name))) continue
    const names = `only ${list.join(', ')}`
    const places = list.map((name) => `{${name}}`)
    const isUsual = !list.includes('hash of the body') && !list.includes('path or URL')
    const ranks = list.flatMap((name) => (isPart(name) ? standard.order.indexOf(name) : []))
    const isInOrder = ranks.every((rank, i) => i === 0 || rank > (ranks[i - 1] as number))
    const most = list.length < 2 ? 1 : isUsual && isInOrder ? 8 : 4
    // A nonce that alone is missing is another one, too, also with no body.
    const isOther = /^method,target,timestamp(?:,body)?$/.test(list.join())
    for (const separator of ['\n', '', '.', ':', '|', '&', ',', ' '].slice(isOther ? 1 : 0, most))
      yield [names + (separator === '\n' ? '' : `, ${JSON.stringify(separator)} between them`), places.join(separator)]
    if (!isOther && isUsual) yield [`${names}, a line feed behind each`, places.map((place) => `${place}\n`).join('')]
    if (isInOrder && ranks.length === 4)
      yield [`${names}, and Go says that one is missing`, `${places.join('\n')}\n%!s(MISSING)`]
    for (const spelled of isUsual && list.length > 2 && !list.includes('method') ? spellings : []) {
      const fields = list.map((name) => `${spelled[name] ?? name}={${name}}`)
      yield [`${names}, with names`, fields.join('&')]
      yield [`${names}, with names, sorted`, fields.toSorted().join('&')]
    }
  }
}

/** Lists that leave something out of the five parts; method and target stand together. */
function* lists(): Generator<Named> {
  for (const first of ['', 'method', 'target', 'path or URL', 'method,target', 'method,path or URL'])
    for (const order of arrangements([first, 'timestamp', 'nonce', ...(first.includes('URL') ? [] : ['app id'])])) {
      const isShort = order.length < 4 || order[0] === 'app id'
      if (first === '' ? order[0] === '' : order.includes(first) && isShort)
        yield* listsOf(order.flatMap((item) => (item === '' ? [] : item.split(','))))
    }
}

interface Template {
  readonly detail: string
  readonly pieces: Pieces
  /** Among all of them. */
  readonly place: number
}

/** Three pieces of text with the two places between them, and the place behind them. */
const piecesOfBeginning = 6

const templates = once(function* (): Generator<Template> {
  const headers = ['(request-target): {verb} {target}', 'host: {host}', 'date: {gmt}', 'digest: SHA-256={sha256b}']
  const signed = subsets([...headers, 'content-type: {type}', 'content-length: {length}'])
  const all: Iterable<Named> = [
    ...[...named, ...signatureBases()].map(([name, template]): Named => [`as ${name} signs`, template]),
    ...signed.map((lines): Named => ['as HTTP Signatures list headers', lines.join('\n')]),
    ...lists(),
  ]
  const known = new Set<string>()
  for (const [detail, template] of all) {
    if (known.has(template)) continue
    yield { detail, pieces: piecesOf(template), place: known.size }
    known.add(template)
  }
})

/** Thousands of templates begin in some hundred ways. */
const byBeginning = once(() => {
  const found = new Map<string, { readonly beginning: Pieces; readonly templates: Array<Template> }>()
  for (const template of templates()) {
    const beginning = template.pieces.slice(0, piecesOfBeginning)
    const key = beginning.join('{')
    const group = found.get(key) ?? { beginning, templates: [] }
    group.templates.push(template)
    found.set(key, group)
  }
  return found.values()
})

/** The templates that may become this text, by their beginnings. */
const templatesFor = (values: Values, wanted: string): ReadonlyArray<Template> =>
  byBeginning()
    .filter(({ beginning }) => mayBegin(beginning, values, wanted))
    .flatMap((group) => group.templates)
    .toSorted((a, b) => a.place - b.place)

/** Whether the text may go on so from `from`, by some choice of the values. A place that stands twice may have two values here. */
const mayBegin = (pieces: Pieces, values: Values, wanted: string, from = 0, at = 0): boolean => {
  const piece = pieces[at] ?? ''
  if (!wanted.startsWith(piece, from)) return false
  const place = pieces[at + 1]
  // Behind the body nothing is compared.
  if (place === undefined || place === 'body') return true
  const next = from + piece.length
  return valuesAt(place, values).some(
    (value) => wanted.startsWith(value, next) && mayBegin(pieces, values, wanted, next + value.length, at + 2),
  )
}

const escaped = (text: string): string => encode(text, /^[0-9A-Za-z._~-]$/)

const digestsOf = (body: Bytes.Bytes, hash: Hash): Values => {
  const sha256 = once(() => [hash('sha256', body)].flatMap((digest) => [Bytes.toHex(digest), Base64.encode(digest)]))
  const md5 = once(() => [hash('md5', body)].flatMap((digest) => [Bytes.toHex(digest), Base64.encode(digest)]))
  return {
    crc: once(() => [crc32(body)].flatMap((crc) => [String(crc), crc.toString(16)])),
    sha256: once(() => sha256().slice(0, 1)),
    sha256b: once(() => sha256().slice(1)),
    sha512: once(() => [Bytes.toHex(hash('sha512', body))]),
    md5: once(() => ['', ...md5().toReversed()]),
    'hash of the body': once(() => [...sha256(), ...md5()]),
  }
}

const valuesOf = (draft: Draft, hash: Hash, wanted?: string): Values => {
  const { timestamp, appId, body } = draft
  const text = rewritable(body, maxPayload) ?? ''
  const basic: Values = {
    ...targetValues(draft),
    ...timeValues(timestamp),
    ...nameValues(draft),
    ...contentValues(body, text),
    ...rpcValues(draft),
    ...oauthValues(draft, hash),
    jws: once(() => jsonWebSignatures(body, appId).map((jws) => jws.slice(jwsStart.length))),
    ...sortedValues(text, draft),
    ...digestsOf(body, hash),
  }
  const canonical = (only?: string): ReadonlySet<string> =>
    new Set(canonicalRequests().flatMap((pieces) => filled(pieces, basic, only)))
  const hashed = once(() => Array.from(canonical(), (request) => Bytes.toHex(hash('sha256', utf8(request)))))
  return { ...basic, canonical: once(() => canonical(wanted)), hashed }
}

/** What payment services sign of an object. */
const sortedValues = (text: string, { appId, nonce, timestamp }: Draft): Values => {
  const made = once(() => [sortedForms(text, { nonce, timestamp }, { app_id: appId, nonce_str: nonce, timestamp })])
  const named = (name: 'form' | 'joined') => once(() => made().flatMap((forms) => forms[name] ?? []))
  return { form: named('form'), joined: named('joined') }
}

const originsOf = ({ host }: Draft): ReadonlyArray<string> =>
  host === undefined ? [] : [`https://${host}`, `http://${host}`]

const targetValues = (draft: Draft): Values => {
  const { method, target, appId, host, url } = draft
  const [path, question] = split(target)
  const sorted = question.slice(1).split('&').toSorted().join('&')
  const query = [...new Set([sorted.replace(/[^&=]+/g, (word) => escaped(decode(word))), sorted])]
  const urls = [...new Set([...originsOf(draft).map((origin) => origin + target), ...(url?.split('#', 1) ?? [])])]
  return {
    method: [method],
    verb: [method.toLowerCase()],
    target: [target],
    path: [path],
    query,
    'plain query': [question.slice(1)],
    host: host === undefined ? [] : [host],
    hostname: host === undefined ? [] : [host.replace(/:\d+$/, '')],
    port: [/:(\d+)$/.exec(host ?? '')?.[1] ?? '443'],
    url: urls,
    'path or URL': [path, ...urls].filter((each) => each !== target),
    slashed: path.endsWith('/') ? [path] : [path, `${path}/`],
    resource: [`/${appId}${path}`, target],
    start: [4, 8].map((size) => `${method}\n${target}`.slice(0, size)),
  }
}

/** Another timestamp than seconds is signed as it is, and has no date. */
const dateOf = (timestamp: string): Date => new Date(/^\d{1,11}$/.test(timestamp) ? Number(timestamp) * 1000 : 0)

const isoOf = (timestamp: string): string => dateOf(timestamp).toISOString().replace('.000Z', 'Z')

const timeValues = (timestamp: string): Values => {
  const iso = isoOf(timestamp)
  const gmt = dateOf(timestamp).toUTCString()
  const compact = iso.replace(/[-:]/g, '')
  const sum = Number(timestamp) + 10
  return {
    timestamp: [timestamp],
    gmt: [gmt],
    compact: [compact],
    date: [iso.slice(0, 10)],
    day: [compact.slice(0, 8)],
    created: [`created=${timestamp}`],
    msheaders: ['ms', 'oss', 'amz'].map((of) => `x-${of}-date:${gmt}`),
    sum: [`\n${sum}`, `${sum}\n`],
  }
}

const nameValues = ({ nonce, appId }: Draft): Values => ({
  nonce: [nonce],
  'app id': [appId],
  keyid: [appId],
  service: ['execute-api'],
  alg: ['rsa-v1_5-sha256', 'rsa-sha256'],
})

const contentValues = (body: Bytes.Bytes, text: string): Values => {
  const json = ['', '; charset=utf-8', '; charset=UTF-8', ';charset=utf-8'].map((more) => `application/json${more}`)
  const type = /^\s*[[{]/.test(text) ? json : ['', 'application/x-www-form-urlencoded', 'text/plain']
  return {
    body: [bodyMark],
    length: [String(body.length)],
    type,
    typeline: ['', ...type.map((each) => `Content-Type: ${each}\n`)],
  }
}

/** What Aliyun's RPC APIs sign. */
const rpcValues = ({ timestamp, nonce, appId }: Draft): Values => {
  const starts = ['HMAC-SHA1', 'HMAC-SHA256', 'RSA-SHA256'].flatMap((name) =>
    ['', 'Format=JSON&'].map((format) => `AccessKeyId=${escaped(appId)}&${format}SignatureMethod=${name}`),
  )
  const end = `SignatureVersion=1.0&Timestamp=${escaped(isoOf(timestamp))}`
  return { rpc: once(() => starts.map((start) => escaped(`${start}&SignatureNonce=${escaped(nonce)}&${end}`))) }
}

/** What OAuth 1.0 signs, with or without the hash of a body (RFC 5849, section 3.4.1). */
const oauthValues = (draft: Draft, hash: Hash): Values => {
  const { target, timestamp, nonce, appId, body } = draft
  const [path] = split(target)
  const middles = ['RSA-SHA256', 'RSA-SHA1'].map((name) => `oauth_nonce=${nonce}&oauth_signature_method=${name}`)
  const parameters = (middle: string): ReadonlyArray<string> =>
    ['', `oauth_body_hash=${escaped(Base64.encode(hash('sha256', body)))}&`].map((first) =>
      escaped(`${first}oauth_consumer_key=${appId}&${middle}&oauth_timestamp=${timestamp}&oauth_version=1.0`),
    )
  return {
    oauthurl: once(() => originsOf(draft).map((origin) => escaped(origin + path))),
    oauth: once(() => middles.flatMap(parameters)),
  }
}

/** A longer body is signed by nobody so. */
const maxPayload = 65_536

/** The bytes of a text with the body in its place. */
const bytesOf = (text: string, body: Bytes.Bytes): Bytes.Bytes => {
  const [start, end] = aroundBody(text)
  return end === undefined ? utf8(text) : Bytes.concat([utf8(start), body, utf8(end)])
}

/** Every text that such a scheme signs. With `only`, those that may have these bytes. */
export function* schemes(draft: Draft, hash: Hash, only?: Bytes.Bytes): Generator<Form<Layout>> {
  // Other bytes than UTF-8 change nothing of the text round them.
  const wanted = only && replaced(only)
  const { method, target, timestamp, nonce } = draft
  // None begins as the right text does.
  if (draft.body.length > maxPayload || wanted?.startsWith([method, target, timestamp, nonce, ''].join('\n'))) return
  const values = valuesOf(draft, hash, wanted)
  const counts = new Map<string, number>()
  const open = wanted === undefined ? templates() : templatesFor(values, wanted)
  for (const { detail, pieces } of open)
    for (const text of filled(pieces, values, wanted)) {
      const count = (counts.get(detail) ?? 0) + 1
      counts.set(detail, count)
      yield [count === 1 ? detail : `${detail} (${count})`, textAlone(bytesOf(text, draft.body))]
    }
}
