/**
 * A request in a test plan of JMeter, a file in XML: a sampler with domain, path and method, its body as an argument, and the headers
 * in managers. What is below an element of the plan stands in the `hashTree` behind it. A manager belongs to the samplers beside it,
 * and to those below them.
 *
 *     <HTTPSamplerProxy …>
 *       <stringProp name="HTTPSampler.path">/v1/jobs</stringProp>
 *       <stringProp name="Argument.value">{}</stringProp>
 *     </HTTPSamplerProxy>
 *     <hashTree>
 *       <HeaderManager …><stringProp name="Header.name">Authorization</stringProp>…
 *     </hashTree>
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { type Received, textOf, type Unreadable, unreadable, unrecognized } from '../Received.ts'
import { bytesBody, requestSent, severalRequests } from './librarySent.ts'
import { withoutReferences } from './markupText.ts'
import { isAuthorization } from './objects/objectHeaders.ts'
import type { Pair } from './Pair.ts'

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

/** A `hashTree`, from the outside in. */
interface Level {
  /** Whether an element above it is switched off, and all below with it. */
  readonly isOff: boolean
  readonly managers: Array<ReadonlyArray<Pair>>
  readonly parent: Level | undefined
}

interface Element {
  readonly properties: string
  readonly isSampler: boolean
  readonly isOff: boolean
  /** Where the element stands, and below it the `hashTree` behind it if there is one. */
  level: Level
}

/** A mark of the tree, or the first tag of an element of the plan, the end of which is found by its name. */
const planTag = /<(\/?)hashTree\s*(\/?)>|<([A-Za-z][\w.]{0,127}) ([^<>]{0,4096}?)(\/?)>/g

/** The elements that JMeter runs, with their places in the tree. */
const elementsIn = (testPlan: string): ReadonlyArray<Element> => {
  const elements: Array<Element> = []
  const root: Level = { isOff: false, managers: [], parent: undefined }
  let level = root
  let last: Element | undefined
  planTag.lastIndex = 0
  for (let tag = planTag.exec(testPlan); tag !== null; tag = planTag.exec(testPlan)) {
    const [, closes, isEmptyTree, name, attributes = '', isAlone] = tag
    if (name === 'jmeterTestPlan') continue
    if (name === undefined) {
      if (isEmptyTree === '/') continue
      if (closes === '/') level = level.parent ?? root
      else {
        level = { isOff: level.isOff || last?.isOff === true, managers: [], parent: level }
        if (last !== undefined) last.level = level
      }
      last = undefined
      continue
    }
    const start = planTag.lastIndex
    const end = isAlone === '/' ? start : testPlan.indexOf(`</${name}>`, start)
    if (end < 0) break
    planTag.lastIndex = end
    const isOff = level.isOff || /\benabled="false"/.test(attributes)
    const properties = testPlan.slice(start, end)
    last = { properties, isSampler: name === 'HTTPSamplerProxy', isOff, level }
    elements.push(last)
    if (name === 'HeaderManager' && !isOff) level.managers.push(headersIn(properties))
  }
  return elements.filter(({ isOff }) => !isOff)
}

const headersIn = (manager: string): ReadonlyArray<Pair> => {
  const headerValues = propertiesIn(manager, 'Header.value')
  return propertiesIn(manager, 'Header.name').map((headerName, i) => [headerName, headerValues[i] ?? ''])
}

/** The headers of the managers, from the inside out: a name that an inner manager has is not taken from an outer one. */
const headersAt = (innermost: Level): ReadonlyArray<Pair> => {
  const headers: Array<Pair> = []
  const names = new Set<string>()
  for (let level: Level | undefined = innermost; level !== undefined; level = level.parent)
    for (const manager of level.managers) {
      const added = manager.filter(([name]) => !names.has(name.toLowerCase()))
      for (const header of added) headers.push(header)
      for (const [name] of added) names.add(name.toLowerCase())
    }
  return headers
}

/** Of more samplers the first is taken: to look for the headers of all would take quadratic time. */
const mostSearched = 1000

export const readJmx = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const refused = (problem: string): E.Either<Unreadable, never> => unreadable(bytes, 0, problem)
  // XML 1.0 §2.11: a parser reads each line end as a line feed.
  const testPlan = textOf(bytes).replace(/\r\n?/g, '\n')
  const samplers = elementsIn(testPlan).filter(({ isSampler }) => isSampler)
  const isSigned = ({ level }: Element): boolean => headersAt(level).some(isAuthorization)
  const chosen = samplers.slice(0, mostSearched).find(isSigned) ?? samplers[0]
  if (chosen === undefined && !isTestPlan(testPlan)) return unrecognized(bytes, 0, noRequestInXml)
  if (chosen === undefined)
    return refused('this test plan of JMeter has no HTTP request; paste the request as raw HTTP or as a curl command')
  const { properties: sampler } = chosen
  const headers = headersAt(chosen.level)
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
  const notes = [
    ...(!isRaw && bodyArguments.length > 0 ? [parametersUnread] : []),
    ...(samplers.length > 1 ? [severalRequests(samplers.length)] : []),
  ]
  const body = bytesBody(isRaw ? bodyArguments.join('') : '')
  const request = requestSent({ method: samplerProperty('method') || 'GET', url, headers, body, notes })
  return E.isLeft(request) ? refused(request.left) : request
}
