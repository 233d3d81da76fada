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
import { type Received, textOf, type Unreadable, unreadable, unrecognized } from '../Received.ts'
import { bytesBody, requestSent } from './librarySent.ts'
import { withoutReferences } from './markupText.ts'

export const beginsLikeJmx = (firstLine: string): boolean => /^[ \t]*<(?:\?xml\b|jmeterTestPlan\b)/.test(firstLine)

const isTestPlan = (xml: string): boolean => /<(?:jmeterTestPlan|hashTree)\b/.test(xml)

/** Said if no reader finds a request in XML. */
export const noRequestInXml =
  'this XML has no request that can be read; paste the request as raw HTTP or as a curl command'

/** `${name}`, or a call such as `${__time(,)}`. */
const variable = /\$\{[\w.(), -]{1,128}\}/

const parametersUnread =
  'The parameters of this request were not read: JMeter writes them when the test runs. View Results Tree shows the URL that was sent.'

/** The values of all properties of that name, in their order. */
const propertiesIn = (xml: string, propertyName: string): ReadonlyArray<string> =>
  [...xml.matchAll(/<(?:string|bool|int)Prop name="([\w.]{1,64})"(?:\/>|>([^<]{0,1000000})<)/g)].flatMap(
    ([, foundName, xmlValue = '']) => (foundName === propertyName ? [withoutReferences(xmlValue)] : []),
  )

const elementsIn = (xml: string, tagName: string): ReadonlyArray<string> =>
  xml
    .split(`<${tagName} `)
    .slice(1)
    .map((afterTag) => afterTag.split(`</${tagName}>`, 1)[0] ?? '')

const headersIn = (manager: string): ReadonlyArray<readonly [string, string]> => {
  const headerValues = propertiesIn(manager, 'Header.value')
  return propertiesIn(manager, 'Header.name').map((headerName, i) => [headerName, headerValues[i] ?? ''])
}

export const readJmx = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const refused = (problem: string): E.Either<Unreadable, never> => unreadable(bytes, 0, problem)
  const testPlan = textOf(bytes)
  const [sampler] = elementsIn(testPlan, 'HTTPSamplerProxy')
  if (sampler === undefined && !isTestPlan(testPlan)) return unrecognized(bytes, 0, noRequestInXml)
  if (sampler === undefined)
    return refused('this test plan of JMeter has no HTTP request; paste the request as raw HTTP or as a curl command')
  const headers = elementsIn(testPlan, 'HeaderManager').flatMap(headersIn)
  const samplerProperty = (propertyName: string): string =>
    propertiesIn(sampler, `HTTPSampler.${propertyName}`)[0] ?? ''
  const bodyArguments = propertiesIn(sampler, 'Argument.value')
  const isRaw = samplerProperty('postBodyRaw') === 'true'
  if ([sampler, ...headers.flat()].some((sampledText) => variable.test(sampledText)))
    return refused(
      'JMeter replaces a variable by its value when the test runs; take the request from View Results Tree',
    )
  if (!isRaw && bodyArguments.length > 0 && !/^(?:GET|HEAD|DELETE)?$/.test(samplerProperty('method')))
    return refused(
      'JMeter makes the body of its parameters when the test runs; take the request from View Results Tree',
    )
  const port = samplerProperty('port') === '' ? '' : `:${samplerProperty('port')}`
  const place = samplerProperty('path').startsWith('/') ? samplerProperty('path') : `/${samplerProperty('path')}`
  const url = /^https?:/.test(samplerProperty('path'))
    ? samplerProperty('path')
    : `${samplerProperty('protocol') || 'http'}://${samplerProperty('domain') || 'localhost'}${port}${place}`
  const notes = !isRaw && bodyArguments.length > 0 ? [parametersUnread] : []
  const body = bytesBody(isRaw ? bodyArguments.join('') : '')
  const request = requestSent({ method: samplerProperty('method') || 'GET', url, headers, body, notes })
  return E.isLeft(request) ? refused(request.left) : request
}
