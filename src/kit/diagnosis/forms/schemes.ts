/**
 * Texts that the schemes of other services sign, made of the parts of this request. A caller that follows the documents of another
 * service signs such a text. Values that only the caller knew, such as a secret, cannot be filled in.
 *
 * A template is text with places in braces: `{method}\n{path}\n{gmt}`. `valuesOf` gives the values of each place, often several, and
 * `fillTemplate` writes every text of a template. There are thousands of templates, so for a wanted text only those are filled whose
 * beginnings fit it (`templatesFor`).
 */

import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { type Draft, type DraftParts, type Layout, rewritable, standard } from '../Draft.ts'
import { decodeReplacing, utf8 } from './charsets.ts'
import { crc32 } from './crc32.ts'
import { sortedForms } from './formFields.ts'
import { jsonWebSignatures, textAlone } from './layouts.ts'
import { lazily } from './lazily.ts'
import { decode, splitTarget } from './percent.ts'
import { percentEncode } from './percentEncode.ts'
import type { Form } from './Respelling.ts'
import { httpDateOf } from './signingStrings.ts'
import { subsets } from './subsets.ts'

/** For the name of each place in a template, the values that may be written there. */
type Values = Readonly<Record<string, ReadonlyArray<string> | (() => ReadonlyArray<string>)>>

/** A template as plain text and names of places, in turn. */
type Pieces = ReadonlyArray<string>

const piecesOf = (template: string): Pieces => template.split(/\{([\w ]+)\}/)

/** Written in the place of the body, which need not be text. */
const bodyMark = '\ue000'

/** The text before the body, and the text after it if the body is in the text. */
const aroundBody = (filledText: string): readonly [start: string, end?: string] => {
  const bodyAt = filledText.indexOf(bodyMark)
  return bodyAt < 0 ? [filledText] : [filledText.slice(0, bodyAt), filledText.slice(bodyAt + 1)]
}

const valuesAt = (place: string, candidates: Values): ReadonlyArray<string> => {
  const found = candidates[place] ?? []
  return typeof found === 'function' ? found() : found
}

/**
 * Every text of a template. A place that occurs twice has the same value in both. With `wanted`, only the texts that can be this one.
 * `done` is the text of the pieces before `index`.
 */
const fillTemplate = (
  templatePieces: Pieces,
  candidates: Values,
  wanted?: string,
  done = '',
  index = 0,
): ReadonlyArray<string> => {
  let filledText = done + templatePieces[index]
  // Most places have one value each.
  for (let placeIndex = index + 1; ; placeIndex += 2) {
    const place = templatePieces[placeIndex]
    if (wanted !== undefined) {
      const [start, end] = aroundBody(filledText)
      if (!wanted.startsWith(start)) return []
      if (place === undefined && !(end === undefined ? wanted === start : wanted.endsWith(end))) return []
    }
    if (place === undefined) return [filledText]
    const placeValues = valuesAt(place, candidates)
    if (placeValues.length === 1) {
      filledText += placeValues[0] as string
      filledText += templatePieces[placeIndex + 1] as string
      continue
    }
    const isAgain = templatePieces.includes(place, placeIndex + 2)
    return placeValues.flatMap((placeValue) =>
      fillTemplate(
        templatePieces,
        isAgain ? { ...candidates, [place]: [placeValue] } : candidates,
        wanted,
        filledText + placeValue,
        placeIndex + 1,
      ),
    )
  }
}

/** The names of these headers. */
const namesIn = (headers: ReadonlyArray<string>, separator: string): string =>
  headers.map((header) => header.split(':', 1)[0]).join(separator)

type Named = readonly [detail: string, template: string]

/** The Base64 of every JWS header that names its algorithm first begins so. */
const jwsStart = 'eyJhbGciOiJSUzI1Ni'

const namedTemplates: ReadonlyArray<Named> = [
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

/** The canonical requests of AWS and the services that copied it, with every choice of the signed headers. */
const canonicalRequests = lazily(() =>
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

/** Parameters of a signature base (RFC 9421 §2.3), in their usual parameterOrders. */
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

/** Signature bases of the usual components. */
const signatureBases = (): ReadonlyArray<Named> =>
  ['"@path": {path}', '"@target-uri": {url}']
    .flatMap((path) =>
      subsets(['"@authority": {host}', path, '"content-digest": sha-256=:{sha256b}:', '"content-type": {type}']),
    )
    .flatMap(([firstLine, secondLine, ...furtherLines]) =>
      secondLine?.includes('@')
        ? [
            [firstLine, secondLine, ...furtherLines],
            [secondLine, firstLine, ...furtherLines],
          ]
        : [[firstLine, secondLine, ...furtherLines]],
    )
    .map((chosenLines) => chosenLines.filter((chosenLine) => chosenLine !== undefined))
    .map((chosenLines) => ['"@method": {method}', ...chosenLines])
    .flatMap((baseLines) =>
      parameterOrders.map((order) => [
        'HTTP Message Signatures (RFC 9421)',
        [...baseLines, `"@signature-params": (${namesIn(baseLines, ' ')});${order.replaceAll(' ', ';')}`].join('\n'),
      ]),
    )

/** Every order of every choice of the items, from none to all. */
const arrangements = (chosenFrom: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => [
  [],
  ...chosenFrom.flatMap((chosen, i) =>
    arrangements(chosenFrom.toSpliced(i, 1)).map((furtherChosen) => [chosen, ...furtherChosen]),
  ),
]

/** Names that other services give to the parts. */
const spellings: ReadonlyArray<Readonly<Record<string, string>>> = ['url', 'uri', 'path'].flatMap((target) =>
  ['nonce', 'nonce_str'].map((nonce) => ({ target, 'app id': 'app_id', nonce })),
)

const isPart = (partName: string): partName is keyof DraftParts =>
  (standard.order as ReadonlyArray<string>).includes(partName)

/** Lists of these parts, with the body or its hash, or without: joined by every separator, and with names. */
function* listsOf(head: ReadonlyArray<string>): Generator<Named> {
  const withBody = [...head, 'body']
  const hasHash = !head.includes('app id') && !head.includes('path or URL')
  const withHash = hasHash ? [[...head, 'hash of the body']] : []
  const others = head.length === 0 ? [] : [head, ['body', ...head]]
  for (const listed of [withBody, ...withHash, ...others]) {
    // Another separator or another order of all parts is another mistake.
    const coveredParts = listed.map((partName) => (partName === 'path or URL' ? 'target' : partName))
    if (['method', 'target', 'timestamp', 'nonce'].every((partName) => coveredParts.includes(partName))) continue
    yield* joinedLists(listed)
    yield* labelledLists(listed)
  }
}

/** Whether a list has the body itself and the path alone, as most lists have. */
const isUsualList = (listed: ReadonlyArray<string>): boolean =>
  !listed.includes('hash of the body') && !listed.includes('path or URL')

/** A list joined by separators, the likeliest first. */
function* joinedLists(listed: ReadonlyArray<string>): Generator<Named> {
  const detail = `only ${listed.join(', ')}`
  const places = listed.map((partName) => `{${partName}}`)
  const ranks = listed.flatMap((partName) => (isPart(partName) ? standard.order.indexOf(partName) : []))
  const isInOrder = ranks.every((rank, i) => i === 0 || rank > (ranks[i - 1] as number))
  const maxSeparators = listed.length < 2 ? 1 : isUsualList(listed) && isInOrder ? 8 : 4
  // If only the nonce is missing, line feeds belong to another mistake, with a body or without.
  const lacksNonceAlone = /^method,target,timestamp(?:,body)?$/.test(listed.join())
  for (const separator of ['\n', '', '.', ':', '|', '&', ',', ' '].slice(lacksNonceAlone ? 1 : 0, maxSeparators)) {
    const separatorDetail = separator === '\n' ? '' : `, ${JSON.stringify(separator)} between them`
    yield [detail + separatorDetail, places.join(separator)]
  }
  if (!lacksNonceAlone && isUsualList(listed))
    yield [`${detail}, a line feed behind each`, places.map((place) => `${place}\n`).join('')]
  if (isInOrder && ranks.length === 4)
    yield [`${detail}, and Go says that one is missing`, `${places.join('\n')}\n%!s(MISSING)`]
}

/** A list with a name before each part, as a query. */
function* labelledLists(listed: ReadonlyArray<string>): Generator<Named> {
  if (!isUsualList(listed) || listed.length < 3 || listed.includes('method')) return
  const detail = `only ${listed.join(', ')}, with names`
  for (const spelling of spellings) {
    const fields = listed.map((partName) => `${spelling[partName] ?? partName}={${partName}}`)
    yield [detail, fields.join('&')]
    yield [`${detail}, sorted`, fields.toSorted().join('&')]
  }
}

/** Lists that leave some of the five parts out. Method and target are neighbours. */
function* everyList(): Generator<Named> {
  for (const firstPart of ['', 'method', 'target', 'path or URL', 'method,target', 'method,path or URL'])
    for (const order of arrangements([
      firstPart,
      'timestamp',
      'nonce',
      ...(firstPart.includes('URL') ? [] : ['app id']),
    ])) {
      const isShort = order.length < 4 || order[0] === 'app id'
      if (firstPart === '' ? order[0] === '' : order.includes(firstPart) && isShort)
        yield* listsOf(order.flatMap((partName) => (partName === '' ? [] : partName.split(','))))
    }
}

/** Texts that no scheme signs: a program made them by a slip of its language. */
const slips: ReadonlyArray<Named> = [
  [
    "in Java, '\\n' + timestamp was added as two numbers: the timestamp is 10 too large, and the line feed is missing",
    '{method}\n{target}{sum}{nonce}\n{body}',
  ],
  ['the program used the size of the pointer as the length of the text', '{start}'],
]

interface Template {
  readonly detail: string
  readonly pieces: Pieces
  /** The place of the template among all templates. */
  readonly place: number
}

/** Three pieces of plain text, the two places between them, and the place after them. */
const piecesOfBeginning = 6

const templates = lazily(function* (): Generator<Template> {
  const headers = ['(request-target): {verb} {target}', 'host: {host}', 'date: {gmt}', 'digest: SHA-256={sha256b}']
  const signed = subsets([...headers, 'content-type: {type}', 'content-length: {length}'])
  const everyTemplate: Iterable<Named> = [
    ...[...namedTemplates, ...signatureBases()].map(
      ([schemeName, template]): Named => [`as ${schemeName} signs`, template],
    ),
    ...slips,
    ...signed.map((headerLines): Named => ['as HTTP Signatures list headers', headerLines.join('\n')]),
    ...everyList(),
  ]
  const templatesSeen = new Set<string>()
  for (const [detail, template] of everyTemplate) {
    if (templatesSeen.has(template)) continue
    yield { detail, pieces: piecesOf(template), place: templatesSeen.size }
    templatesSeen.add(template)
  }
})

/** The templates that go on with the same plain text, by the places after it. Thousands of templates have some hundred beginnings. */
interface Branch {
  readonly plain: string
  /** The templates of which nothing more is compared. */
  readonly ended: ReadonlyArray<Template>
  readonly continued: ReadonlyArray<readonly [place: string, branches: ReadonlyArray<Branch>]>
}

const groupBy = <K>(all: ReadonlyArray<Template>, keyOf: (template: Template) => K): Map<K, Array<Template>> => {
  const groups = new Map<K, Array<Template>>()
  for (const template of all) {
    const key = keyOf(template)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [template])
    else group.push(template)
  }
  return groups
}

/** The branches of templates that are alike before `index`. The body may hold anything, so nothing after it is compared. */
const branchesOf = (alike: ReadonlyArray<Template>, index = 0): ReadonlyArray<Branch> => {
  const plainAt = ({ pieces }: Template): string => (index < piecesOfBeginning ? (pieces[index] ?? '') : '')
  const placeAt = ({ pieces }: Template): string => (index < piecesOfBeginning ? (pieces[index + 1] ?? 'body') : 'body')
  return Array.from(groupBy(alike, plainAt), ([plain, group]): Branch => {
    const byPlace = groupBy(group, placeAt)
    const ended = byPlace.get('body') ?? []
    byPlace.delete('body')
    const continued = Array.from(byPlace, ([place, members]) => [place, branchesOf(members, index + 2)] as const)
    return { plain, ended, continued }
  })
}

const allBranches = lazily(() => branchesOf([...templates()]))

/** The templates whose beginnings fit this text. */
const templatesFor = (candidates: Values, wanted: string): ReadonlyArray<Template> => {
  const fitting = new Set<Template>()
  addFitting(fitting, allBranches(), candidates, wanted, 0)
  return [...fitting].toSorted((a, b) => a.place - b.place)
}

/**
 * Adds the templates of these branches that can make the text from `start` on with some choice of values. Here a place that occurs
 * twice may have two values.
 */
const addFitting = (
  fitting: Set<Template>,
  branches: ReadonlyArray<Branch>,
  candidates: Values,
  wanted: string,
  start: number,
): void => {
  for (const { plain, ended, continued } of branches) {
    if (!wanted.startsWith(plain, start)) continue
    for (const template of ended) fitting.add(template)
    const valueStart = start + plain.length
    for (const [place, furtherBranches] of continued)
      for (const placeValue of valuesAt(place, candidates))
        if (wanted.startsWith(placeValue, valueStart))
          addFitting(fitting, furtherBranches, candidates, wanted, valueStart + placeValue.length)
  }
}

const escaped = (component: string): string => percentEncode(component, /^[0-9A-Za-z._~-]$/)

const digestsOf = (body: Bytes.Bytes, hash: Hash): Values => {
  const sha256 = lazily(() => [hash('sha256', body)].flatMap((digest) => [Bytes.toHex(digest), Base64.encode(digest)]))
  const md5 = lazily(() => [hash('md5', body)].flatMap((digest) => [Bytes.toHex(digest), Base64.encode(digest)]))
  return {
    crc: lazily(() => [crc32(body)].flatMap((crc) => [String(crc), crc.toString(16)])),
    sha256: lazily(() => sha256().slice(0, 1)),
    sha256b: lazily(() => sha256().slice(1)),
    sha512: lazily(() => [Bytes.toHex(hash('sha512', body))]),
    md5: lazily(() => ['', ...md5().toReversed()]),
    'hash of the body': lazily(() => [...sha256(), ...md5()]),
  }
}

const valuesOf = (draft: Draft, hash: Hash, wanted?: string): Values => {
  const { timestamp, appId, body } = draft
  const bodyText = rewritable(body, maxPayload) ?? ''
  const basic: Values = {
    ...targetValues(draft),
    ...timeValues(timestamp),
    ...nameValues(draft),
    ...contentValues(body, bodyText),
    ...rpcValues(draft),
    ...oauthValues(draft, hash),
    jws: lazily(() => jsonWebSignatures(body, appId).map((jws) => jws.slice(jwsStart.length))),
    ...sortedValues(bodyText, draft),
    ...digestsOf(body, hash),
  }
  const canonical = (only?: string): ReadonlySet<string> =>
    new Set(canonicalRequests().flatMap((templatePieces) => fillTemplate(templatePieces, basic, only)))
  const hashed = lazily(() => Array.from(canonical(), (request) => Bytes.toHex(hash('sha256', utf8(request)))))
  return { ...basic, canonical: lazily(() => canonical(wanted)), hashed }
}

/** The sorted fields of a JSON object, as payment services sign them. */
const sortedValues = (bodyText: string, { appId, nonce, timestamp }: Draft): Values => {
  const sortedTexts = lazily(() => [
    sortedForms(bodyText, { nonce, timestamp }, { app_id: appId, nonce_str: nonce, timestamp }),
  ])
  const formsNamed = (formName: 'form' | 'joined') =>
    lazily(() => sortedTexts().flatMap((forms) => forms[formName] ?? []))
  return { form: formsNamed('form'), joined: formsNamed('joined') }
}

const originsOf = ({ host }: Draft): ReadonlyArray<string> =>
  host === undefined ? [] : [`https://${host}`, `http://${host}`]

const targetValues = (draft: Draft): Values => {
  const { method, target, appId, host, url } = draft
  const [path, question] = splitTarget(target)
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
    'path or URL': [path, ...urls].filter((address) => address !== target),
    slashed: path.endsWith('/') ? [path] : [path, `${path}/`],
    resource: [`/${appId}${path}`, target],
    start: [4, 8].map((size) => `${method}\n${target}`.slice(0, size)),
  }
}

/** The date of a timestamp. A timestamp that is no number of seconds has the date of 1970. */
const dateOf = (timestamp: string): Date => new Date(/^\d{1,11}$/.test(timestamp) ? Number(timestamp) * 1000 : 0)

const isoOf = (timestamp: string): string => dateOf(timestamp).toISOString().replace('.000Z', 'Z')

const timeValues = (timestamp: string): Values => {
  const iso = isoOf(timestamp)
  const gmt = httpDateOf(timestamp)
  const compact = iso.replace(/[-:]/g, '')
  const sum = Number(timestamp) + 10
  return {
    timestamp: [timestamp],
    gmt: [gmt],
    compact: [compact],
    date: [iso.slice(0, 10)],
    day: [compact.slice(0, 8)],
    created: [`created=${timestamp}`],
    msheaders: ['ms', 'oss', 'amz'].map((vendor) => `x-${vendor}-date:${gmt}`),
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

const contentValues = (body: Bytes.Bytes, bodyText: string): Values => {
  const json = ['', '; charset=utf-8', '; charset=UTF-8', ';charset=utf-8'].map(
    (charset) => `application/json${charset}`,
  )
  const type = /^\s*[[{]/.test(bodyText) ? json : ['', 'application/x-www-form-urlencoded', 'text/plain']
  return {
    body: [bodyMark],
    length: [String(body.length)],
    type,
    typeline: ['', ...type.map((contentType) => `Content-Type: ${contentType}\n`)],
  }
}

/** The parameters that Aliyun's RPC APIs sign. */
const rpcValues = ({ timestamp, nonce, appId }: Draft): Values => {
  const starts = ['HMAC-SHA1', 'HMAC-SHA256', 'RSA-SHA256'].flatMap((algorithm) =>
    ['', 'Format=JSON&'].map((format) => `AccessKeyId=${escaped(appId)}&${format}SignatureMethod=${algorithm}`),
  )
  const end = `SignatureVersion=1.0&Timestamp=${escaped(isoOf(timestamp))}`
  return { rpc: lazily(() => starts.map((start) => escaped(`${start}&SignatureNonce=${escaped(nonce)}&${end}`))) }
}

/** The parameters that OAuth 1.0 signs, with or without the hash of a body (RFC 5849, section 3.4.1). */
const oauthValues = (draft: Draft, hash: Hash): Values => {
  const { target, timestamp, nonce, appId, body } = draft
  const [path] = splitTarget(target)
  const middles = ['RSA-SHA256', 'RSA-SHA1'].map(
    (algorithm) => `oauth_nonce=${nonce}&oauth_signature_method=${algorithm}`,
  )
  const parameters = (middle: string): ReadonlyArray<string> =>
    ['', `oauth_body_hash=${escaped(Base64.encode(hash('sha256', body)))}&`].map((bodyHash) =>
      escaped(`${bodyHash}oauth_consumer_key=${appId}&${middle}&oauth_timestamp=${timestamp}&oauth_version=1.0`),
    )
  return {
    oauthurl: lazily(() => originsOf(draft).map((origin) => escaped(origin + path))),
    oauth: lazily(() => middles.flatMap(parameters)),
  }
}

/** A longer body is not tried with other schemes. */
const maxPayload = 65_536

/** The bytes of a filled text, with the body in its place. */
const bytesOf = (filledText: string, body: Bytes.Bytes): Bytes.Bytes => {
  const [start, end] = aroundBody(filledText)
  return end === undefined ? utf8(filledText) : Bytes.concat([utf8(start), body, utf8(end)])
}

/** Whether a text has our five parts with another target at most. No other scheme has such a text, as the spec shows. */
const isOursButTarget = (text: string, { method, timestamp, nonce }: Draft): boolean => {
  const start = `${method}\n`
  const end = `\n${timestamp}\n${nonce}\n`
  return text.startsWith(start) && text.startsWith(end, text.indexOf('\n', start.length))
}

/** Every text that another scheme signs. With `only`, those that can have these bytes. */
export function* schemes(draft: Draft, hash: Hash, only?: Bytes.Bytes): Generator<Form<Layout>> {
  // Bytes that are not UTF-8 change nothing of the text around them.
  const wanted = only && decodeReplacing(only)
  if (draft.body.length > maxPayload || (wanted !== undefined && isOursButTarget(wanted, draft))) return
  const candidates = valuesOf(draft, hash, wanted)
  const counts = new Map<string, number>()
  const open = wanted === undefined ? templates() : templatesFor(candidates, wanted)
  for (const { detail, pieces: templatePieces } of open)
    for (const filledText of fillTemplate(templatePieces, candidates, wanted)) {
      const count = (counts.get(detail) ?? 0) + 1
      counts.set(detail, count)
      yield [count === 1 ? detail : `${detail} (${count})`, textAlone(bytesOf(filledText, draft.body))]
    }
}
