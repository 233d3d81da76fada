/**
 * The parameters of a body as the query of the target: a client that has them in one object signs `POST /v1/order?side=BUY`, and sends
 * `side=BUY` as the body. Some APIs read both, and their examples sign either. A gateway may also move the query into the body: the
 * caller signs `POST /v1/order?side=BUY` with the body `{"count":2}`, and `{"count":2,"side":"BUY"}` arrives at `/v1/order`.
 */
import { forBoth } from '../remedies.ts'
import type { Telling } from '../Telling.ts'
import { encoders } from './encoders.ts'
import { formsOfMembers } from './formFields.ts'
import { isForm } from './formText.ts'
import { isJson } from './isJson.ts'
import { membersIn, objectsIn, withMembers } from './jsonSpans.ts'
import { treeOf } from './jsonText.ts'
import type { Form } from './Respelling.ts'

/** A longer body is no query. */
const maxLength = 2048

/** What begins the detail of such a form. */
const inQuery = 'in the query: '

/** Whether this form has the parameters of the body in the query. */
export const isInQuery = (detail: string): boolean => detail.startsWith(inQuery)

function* queriesOf(body: string): Generator<Form> {
  if (isForm(body)) {
    yield ['the body', body]
    yield ['the body, sorted', body.split('&').toSorted().join('&')]
  } else if (isJson(body))
    for (const [detail, query] of formsOfMembers(treeOf(body)))
      if (/^[^=&]+=[^&]*(?:&|$)/.test(query)) yield [detail, query]
}

/** The target and the mark before further parameters. */
const beforeParameters = (target: string): string => target + (target.includes('?') ? '&' : '?')

/** The target with the parameters of the body in its query. None if the wanted text does not begin like all of them. */
export function* withParameters(target: string, body: string, wanted?: string): Generator<Form> {
  const start = beforeParameters(target)
  if (body.length > maxLength) return
  yield* sortedTogether(target, body, wanted)
  if (wanted?.startsWith(start) === false) return
  for (const [detail, query] of queriesOf(body)) yield [inQuery + detail, start + query]
}

/** The parameters of the query and of the form in one list, which is sorted: other schemes sign this list. */
function* sortedTogether(target: string, body: string, wanted?: string): Generator<Form> {
  const [path = '', query] = target.split('?')
  if (query === undefined || !isForm(body) || wanted?.startsWith(`${path}?`) === false) return
  const sorted = [...query.split('&'), ...body.split('&')].toSorted().join('&')
  yield [`${inQuery}the query and the body, sorted`, `${path}?${sorted}`]
}

/** What begins the detail of a form whose query a gateway moved into the body. */
const mergedByGateway = 'the query was merged into the body: '

/** Whether in this form a gateway has merged the query into the body. */
export const isMergedByGateway = (detail: string): boolean => detail.startsWith(mergedByGateway)

/** A gateway adds no more parameters to a body. */
const maxMerged = 4

/** A target and a body that were signed, of which a gateway made one body. */
interface SignedApart {
  readonly detail: string
  readonly target: string
  readonly body: string
}

/** The ways to write the query that has these names and values. */
const queriesOfPairs = (pairs: ReadonlyArray<readonly [string, string]>): ReadonlySet<string> => {
  // A lone surrogate has no UTF-8, and so no escape.
  if (pairs.some((pair) => /\p{Cs}/u.test(pair.join('')))) return new Set()
  const queryBy = (encode: (part: string) => string): string =>
    pairs.map((pair) => pair.map(encode).join('=')).join('&')
  const usualEncoders = encoders.filter(({ isUsual }) => isUsual)
  return new Set([...usualEncoders.map(({ encode }) => queryBy(encode)), queryBy(String)])
}

/** The ways to divide a form or the outermost object of JSON into a body and a query of its last parameters. */
function* divisions(body: string): Generator<readonly [rest: string, queries: Iterable<string>]> {
  if (isForm(body)) {
    const fields = body.split('&')
    for (let count = 1; count <= Math.min(maxMerged, fields.length - 1); count++)
      yield [fields.slice(0, -count).join('&'), [fields.slice(-count).join('&')]]
    return
  }
  const [top] = isJson(body) ? objectsIn(body) : []
  if (top?.depth !== 0) return
  const memberTexts = membersIn(body, top)
  const pairs: Array<readonly [string, string]> = []
  for (const { name: nameSpan, value: valueSpan } of top.members.toReversed().slice(0, maxMerged)) {
    const parsed: unknown = JSON.parse(body.slice(...valueSpan))
    // A query has strings alone.
    if (typeof parsed !== 'string') return
    pairs.unshift([JSON.parse(body.slice(...nameSpan)) as string, parsed])
    yield [withMembers(body, top, memberTexts.slice(0, -pairs.length)), queriesOfPairs(pairs)]
  }
}

/** The target with a query and the body without its last parameters, as they were before a gateway merged them. */
export function* mergedParameters(target: string, body: string): Generator<SignedApart> {
  if (target.includes('?') || body.length > maxLength) return
  for (const [rest, queries] of divisions(body))
    for (const query of queries)
      yield { detail: `${mergedByGateway}${query}`, target: `${target}?${query}`, body: rest }
}

/** `detail` is that of a form of `mergedParameters`. */
export const mergedTelling = (detail: string): Telling => {
  const query = detail.slice(mergedByGateway.length)
  return {
    id: 'body-other',
    what: `The caller signed ${query} in the query of the target. It arrived in the body, and no query arrived: a gateway before the verifier moved the query into the body.`,
    ...forBoth(
      'If the program merges them itself, let it sign the target and the body that it sends.',
      'Otherwise let the gateway pass target and body as they came, or verify before it.',
    ),
  }
}

const signWhereSent =
  'Sign the target and the body as they are sent. If parameters are sent as the body, put them only after the fourth line feed.'

export const movedTelling = (signedTarget: string): Telling => ({
  detail: `signed ${signedTarget} and no body`,
  what: `The caller signed the target ${signedTarget} without a body, but sent these parameters in the body.`,
  remedy: signWhereSent,
})

/** The same with the body, if the target that was signed is one of these. */
export const signedTwiceTelling = (signedTarget: string, sentTarget: string, body: string): Telling | undefined =>
  Array.from(withParameters(sentTarget, body)).some(([, target]) => target === signedTarget)
    ? {
        detail: `signed ${signedTarget} and the body`,
        what: `The caller sent the parameters only in the body, but also signed them in the query of the target: ${signedTarget}.`,
        remedy: signWhereSent,
      }
    : undefined
