/**
 * Single changes of a request that are not alterations by a normalization. They show that the method changes no check, that the target is
 * signed in its origin form, and that each text one edit away from a valid method, target or nonce has the verdict of its rule. For
 * `altered.ts`.
 */
import * as E from 'fp-ts/lib/Either.js'
import { flow } from 'fp-ts/lib/function.js'
import * as Method from '../../../core/Method.ts'
import * as Nonce from '../../../core/Nonce.ts'
import * as RequestTarget from '../../../core/RequestTarget.ts'
import * as Gen from '../../values/Gen.ts'
import { type LabelledGens, mapValues } from '../../values/Labelled.ts'
import { neighbours } from '../../values/neighbours.ts'
import { nonces, usualMethods } from '../../values/parts.ts'
import { sendAndSign } from './alterations.ts'
import * as drafts from './requestDrafts.ts'
import { lineSamples } from './requests.ts'

const single = (change: string, applyChange: drafts.Change, passes = false): LabelledGens<drafts.Change>[number] =>
  Gen.constant({ value: applyChange, rule: drafts.signedRule, change, passes })

/** Each neighbour of a valid part is signed as it is sent. */
const neighboursSigned = (
  part: 'method' | 'target' | 'nonce',
  valid: string,
  isValid: (text: string) => boolean,
): LabelledGens<drafts.Change> =>
  Object.entries(neighbours).flatMap(([edit, neighboursOf]) =>
    neighboursOf(valid).map((text) => single(edit, drafts.signAndSend({ [part]: text }), isValid(text))),
  )

const upperCaseMethod = (method: string): drafts.Change => drafts.signAndSend({ method: method.toUpperCase() })

/** The body is signed for every method. */
const otherBodies: LabelledGens<drafts.Change> = usualMethods.flatMap((method) =>
  [
    { signed: '{}', sent: '{}' },
    { signed: '', sent: '{}' },
    { signed: '{}', sent: '' },
  ].map(({ signed, sent }) => {
    const change = flow(upperCaseMethod(method), sendAndSign('body', sent, signed))
    return single(`${method} with another body than is signed`, change, signed === sent)
  }),
)

/** Permission and the second check of freshness do not depend on the method. */
const checkedForEachMethod: LabelledGens<drafts.Change> = usualMethods.flatMap((method) => {
  const forbid: drafts.Change = (draft) => ({ ...draft, allowed: false })
  const stall: drafts.Change = (draft) => ({ ...draft, later: draft.now + draft.maxAge + 1 })
  return [
    single(`${method} is not allowed`, flow(upperCaseMethod(method), forbid)),
    single(`${method} is stale when its body has come`, flow(upperCaseMethod(method), stall)),
  ]
})

/**
 * One method is signed, and another one is sent. The query names the signed method, such as `?_method=PUT`: some frameworks read the
 * method there. A verifier must check the method that was sent, and refuse.
 */
const otherMethods: LabelledGens<drafts.Change> = usualMethods.flatMap((signedMethod) => {
  const signed = signedMethod.toUpperCase()
  return usualMethods
    .filter((sentMethod) => sentMethod !== signedMethod)
    .map((sentMethod) => {
      const override = drafts.signAndSend({ target: `/v1/jobs?_method=${signed}` })
      return single(`${signed} is signed`, flow(override, sendAndSign('method', sentMethod.toUpperCase(), signed)))
    })
})

/** The origin form of an absolute form is signed, and not the whole text. */
const signedAbsolute: LabelledGens<drafts.Change> = [
  'https://jobs.example/v1/jobs',
  'http://jobs.example:80/?a',
  'HTTPS://J/',
].map((url) => single('as it stands', sendAndSign('target', url, url)))

/** The samples of nonces that break the rule: `passes` of their labels is false. */
const refusedNonces: LabelledGens<drafts.Change> = mapValues(nonces, (nonce) => drafts.signAndSend({ nonce })).filter(
  ({ labels }) => labels.passes === false,
)

export const singleChanges: LabelledGens<drafts.Change> = [
  ...signedAbsolute,
  ...otherBodies,
  ...checkedForEachMethod,
  ...otherMethods,
  ...lineSamples,
  ...refusedNonces,
  ...neighboursSigned('method', 'PO', (text) => E.isRight(Method.parseExact(text))),
  ...neighboursSigned('target', '/a?', (text) => E.isRight(RequestTarget.parse(text))),
  ...neighboursSigned('nonce', 'a-1', Nonce.isNonce),
]
