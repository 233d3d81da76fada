/**
 * The values of the places in the templates of other schemes: `{gmt}` is the date of the timestamp, `{md5}` a digest of the body. Most
 * templates need few of them, so the values that take long are made when they are asked for.
 */
import * as Base64 from '../../../../core/Base64.ts'
import * as Bytes from '../../../../core/Bytes.ts'
import type { Hash } from '../../../../effects/Hash.ts'
import { type Draft, rewritable } from '../../Draft.ts'
import { utf8 } from '../charsets.ts'
import { crc32 } from '../crc32.ts'
import { sortedForms } from '../formFields.ts'
import { jsonWebSignatures } from '../layouts.ts'
import { lazily } from '../lazily.ts'
import { decode, splitTarget } from '../percent.ts'
import { percentEncode } from '../percentEncode.ts'
import { httpDateOf } from '../signingStrings.ts'
import { bodyMark, fillTemplate, type Values } from './Template.ts'
import { canonicalRequests, jwsStart } from './templates.ts'

const escaped = (component: string): string => percentEncode(component, /^[0-9A-Za-z._~-]$/)

/** The values of every place for this request. With `wanted`, of the canonical requests only those that can be this text. */
export const valuesOf = (draft: Draft, hash: Hash, wanted?: string): Values => {
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
    // No text is made of a query that is not there.
    'some query': question.length > 1 ? [question.slice(1)] : [],
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
export const maxPayload = 65_536
