/** The words for a query that was signed where the body belongs, or together with the body. */
import { isQueryAsJson, queryAgain } from '../forms/changedBody.ts'
import { isInQuery, isMergedByGateway, mergedTelling, movedTelling } from '../forms/movedParameters.ts'
import { splitTarget } from '../forms/percent.ts'
import { isJoinedQuery, isQueryBefore } from '../forms/wrappedBody.ts'
import { shownPair } from '../shownPair.ts'
import type { Telling } from '../Telling.ts'
import { readingMethods } from './readingMethods.ts'
import { byForm, firstOf, forForm, type MistakeFound, signedBodyText, type Teller } from './Teller.ts'

/** Some services sign the query and the body as one text. */
const joinedQueryTelling = (target: string): Telling => ({
  id: 'body-other',
  detail: `signed ${splitTarget(target)[1].slice(1)} with the body`,
  what: 'The caller signed the path without its query. It put the query together with the body.',
  remedy:
    'Sign the target with its query, exactly as it is on the request line. After the fourth line feed, sign only the body.',
})

/** Some services sign the query and the body, and no target. */
const queryBeforeTelling = (detail: string): Telling => ({
  detail,
  what: 'The caller signed the target with its query, and the query again before the body.',
  remedy: 'Sign the query only in the target. After the fourth line feed, sign only the body.',
})

const isQueryAgain = (detail: string): boolean => detail === queryAgain

/** The caller signed the query in the target, and once more as the body. */
const queryAgainTelling = ({ signed, right: { method } }: MistakeFound): Telling => ({
  what: signed.target.includes('?')
    ? 'The caller signed the target with its query, and the query again instead of a body. It sent no body.'
    : 'The caller signed the query instead of a body, and not in the target. It sent no body.',
  remedy: readingMethods.includes(method)
    ? `Sign nothing after the line feed after the nonce: ${method} sends no body.`
    : 'Sign the body that is sent: nothing after the line feed after the nonce, or send these parameters as the body.',
})

/** The caller signed the parameters of the query as a body of JSON. */
const queryAsJsonTelling = (found: MistakeFound): Telling => {
  const {
    detail,
    right: { method },
  } = found
  return {
    detail,
    what: `Instead of a body, the caller signed the parameters of the query as JSON, ${shownPair(signedBodyText(found), '')[0]}. It sent no body.`,
    remedy: readingMethods.includes(method)
      ? `Sign nothing after the line feed after the nonce: ${method} sends no body.`
      : 'Sign the body that is sent: nothing after the line feed after the nonce, or send this JSON as the body.',
  }
}

/** For a body that was not signed as such. */
export const bodyInQuery: Teller = firstOf(
  forForm(isInQuery, ({ detail }) => movedTelling(detail.slice(detail.indexOf(': /') + 2))),
  forForm(isMergedByGateway, byForm(mergedTelling)),
  forForm(isJoinedQuery, ({ right }) => joinedQueryTelling(right.target)),
)

/** For another body than the one that was sent. */
export const queryInBody: Teller = firstOf(
  forForm(isQueryBefore, byForm(queryBeforeTelling)),
  forForm(isQueryAgain, queryAgainTelling),
  forForm(isQueryAsJson, queryAsJsonTelling),
)
