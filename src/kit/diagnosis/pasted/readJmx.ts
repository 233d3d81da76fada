/**
 * A request in a test plan of JMeter, a file in XML: a sampler with domain, path and method, its body as an argument, and the headers
 * in a manager, which belongs to the sampler before it or to all.
 *
 *     <HTTPSamplerProxy …>
 *       <stringProp name="HTTPSampler.path">/v1/jobs</stringProp>
 *       <stringProp name="Argument.value">{}</stringProp>
 *     </HTTPSamplerProxy>
 *     <HeaderManager …><stringProp name="Header.name">Authorization</stringProp>…
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { type Received, textOf, type Unreadable, unreadable } from '../Received.ts'
import { bytesBody, requestSent } from './librarySent.ts'

export const beginsLikeJmx = (line: string): boolean => /^[ \t]*<(?:\?xml\b|jmeterTestPlan\b)/.test(line)

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (all, hex, digits, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? all
    const point = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    return point > 0x10ffff ? all : String.fromCodePoint(point)
  })

/** `${name}`, or a call such as `${__time(,)}`. */
const variable = /\$\{[\w.(), -]{1,128}\}/

/** The values of all properties of that name, in their order. */
const propertiesIn = (xml: string, name: string): ReadonlyArray<string> =>
  [...xml.matchAll(/<(?:string|bool|int)Prop name="([\w.]{1,64})"(?:\/>|>([^<]{0,1000000})<)/g)].flatMap(
    ([, own, value = '']) => (own === name ? [unescaped(value)] : []),
  )

const elementsIn = (xml: string, name: string): ReadonlyArray<string> =>
  xml
    .split(`<${name} `)
    .slice(1)
    .map((rest) => rest.split(`</${name}>`, 1)[0] ?? '')

const headersIn = (manager: string): ReadonlyArray<readonly [string, string]> => {
  const values = propertiesIn(manager, 'Header.value')
  return propertiesIn(manager, 'Header.name').map((name, i) => [name, values[i] ?? ''])
}

export const readJmx = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const refused = (what: string): E.Either<Unreadable, never> => unreadable(bytes, 0, what)
  const text = textOf(bytes)
  const [sampler] = elementsIn(text, 'HTTPSamplerProxy')
  if (sampler === undefined)
    return refused('this XML has no sampler of HTTP as a test plan of JMeter has them; paste the request itself')
  const headers = elementsIn(text, 'HeaderManager').flatMap(headersIn)
  const one = (name: string): string => propertiesIn(sampler, `HTTPSampler.${name}`)[0] ?? ''
  const values = propertiesIn(sampler, 'Argument.value')
  const isRaw = one('postBodyRaw') === 'true'
  if ([sampler, ...headers.flat()].some((part) => variable.test(part)))
    return refused('a variable of JMeter is put in when the test runs; take the request from View Results Tree')
  if (!isRaw && values.length > 0 && !/^(?:GET|HEAD|DELETE)?$/.test(one('method')))
    return refused(
      'JMeter makes the body of its parameters when the test runs; take the request from View Results Tree',
    )
  const port = one('port') === '' ? '' : `:${one('port')}`
  const place = one('path').startsWith('/') ? one('path') : `/${one('path')}`
  const url = /^https?:/.test(one('path'))
    ? one('path')
    : `${one('protocol') || 'http'}://${one('domain') || 'localhost'}${port}${place}`
  const body = bytesBody(isRaw ? values.join('') : '')
  const sent = requestSent({ method: one('method') || 'GET', url, headers, body, notes: [] })
  return E.isLeft(sent) ? refused(sent.left) : sent
}
