/**
 * The parameters of a body as the query of the target: a client that has them in one object signs `POST /v1/order?side=BUY`, and sends
 * `side=BUY` as the body. Some APIs read both, and their examples sign either.
 */
import type { Telling } from '../Telling.ts'
import { formsOfMembers } from './formFields.ts'
import { isForm } from './formText.ts'
import { isJson } from './isJson.ts'
import { treeOf } from './jsonText.ts'
import type { Form } from './Respelling.ts'

/** A longer body is no query. */
const maxLength = 2048

/** What begins the detail of such a form. */
export const inQuery = 'in the query: '

function* queriesOf(body: string): Generator<Form> {
  if (isForm(body)) {
    yield ['the body', body]
    yield ['the body, sorted', body.split('&').toSorted().join('&')]
  } else if (isJson(body))
    for (const [detail, query] of formsOfMembers(treeOf(body)))
      if (/^[^=&]+=[^&]*(?:&|$)/.test(query)) yield [detail, query]
}

/** The target and the mark before further parameters. */
export const beforeParameters = (target: string): string => target + (target.includes('?') ? '&' : '?')

/** The target with the parameters of the body in its query. None if the wanted text does not begin like all of them. */
export function* withParameters(target: string, body: string, wanted?: string): Generator<Form> {
  const start = beforeParameters(target)
  if (body.length > maxLength || wanted?.startsWith(start) === false) return
  for (const [detail, query] of queriesOf(body)) yield [inQuery + detail, start + query]
}

const signWhereSent =
  'Sign the target and the body as they are sent. If parameters are sent as the body, put them only after the fourth line feed.'

export const movedTelling = (signedTarget: string): Telling => ({
  detail: `signed ${signedTarget} and no body`,
  what: `The caller signed the parameters of the body in the query of the target, ${signedTarget}, and no body, and sent them as the body.`,
  remedy: signWhereSent,
})

/** The same with the body, if the target that was signed is one of these. */
export const signedTwiceTelling = (signedTarget: string, sentTarget: string, body: string): Telling | undefined =>
  Array.from(withParameters(sentTarget, body)).some(([, target]) => target === signedTarget)
    ? {
        detail: `signed ${signedTarget} and the body`,
        what: `The caller signed the parameters of the body in the query of the target as well, ${signedTarget}, and sent them only as the body.`,
        remedy: signWhereSent,
      }
    : undefined
