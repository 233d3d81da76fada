/**
 * Whether a proxy or a framework on the way may have rewritten a part of the request, so that the caller may have signed and sent the right
 * one. `/v1/%6aobs` signed and `/v1/jobs` arrived: an HTTP library of the caller did it, or nginx. The request does not tell. So the
 * finding of a target, a body or a method names both, wherever the two texts allow both. No finding of another part does.
 */

import type { Draft, Slot } from './Draft.ts'
import { printedQuery } from './printedParts.ts'
import { arePythonBytes } from './pythonBytesInQuery.ts'
import type { Finding } from './Report.ts'
import { forBoth } from './remedies.ts'
import { mayBodyBeRewritten } from './rewrittenBody.ts'

/** What servers on the way are known to make equal: escapes, letters' case, slashes, dot segments, order and empty values. */
const normalOf = (target: string): string => {
  const [path = '', ...queries] = target.split('?')
  const plain = [path, queries.join('?')].map(decodeTwice)
  const segments: Array<string> = []
  for (const segment of (plain[0] as string).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  const parameters = (plain[1] as string).split('&').map((parameter) => parameter.replace(/=$/, ''))
  return `/${segments.join('/')}?${parameters.filter(Boolean).sort().join('&')}`.toLowerCase()
}

/**
 * A byte for each escape: bytes that are no UTF-8 are compared, too. Twice, for what was escaped twice. A server may decode `%2B` to a
 * plus sign, and a further one takes this sign for a space. So both are a space here.
 */
const decodeTwice = (escapedText: string): string => {
  const decodeOnce = (escapedOnce: string): string =>
    escapedOnce.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return decodeOnce(decodeOnce(escapedText)).replaceAll('+', ' ')
}

/** Mistakes that servers make as often as callers. */
const byServers: ReadonlyArray<string> = ['query-respelled', 'target-prefix-lost', 'target-without-query']

/** The remedy for the operator of the service, after that of the caller, for each part that such programs rewrite. */
const proxyRemedies = {
  target:
    'Perhaps the caller already does this, and a proxy or framework on the way changed the target. Then read the guides "Behind a proxy" and "Other frameworks" of countersign: they say which programs change a target, and how to prevent this.',
  body: 'Perhaps the caller already does this, and a proxy or framework on the way changed the body. Then read the guide "Behind a proxy" of countersign, and verify the body as it arrived, before any program parses it.',
  method:
    'Perhaps the caller already does this, and a proxy or framework on the way changed the method. Then read the guide "Behind a proxy" of countersign.',
} as const

type RewrittenPart = keyof typeof proxyRemedies

const isRewrittenPart = (slot: Slot): slot is RewrittenPart => Object.hasOwn(proxyRemedies, slot)

/** A target that a client can put on the request line: a caller that signed another text did not send it. */
const canBeSent = /^\/[!-"$-~]*$/

/** The marks of a target that programs print round a value. A server escapes and decodes them, but neither adds nor removes them. */
const printedMarks = (target: string): string => decodeTwice(target).replace(/[^{}"<>()]/g, '')

const areMarksSame = (signed: string, sentTarget: string): boolean => printedMarks(signed) === printedMarks(sentTarget)

const queryOf = (target: string): string => target.slice(target.indexOf('?') + 1)

const fieldsOf = (target: string): ReadonlyArray<string> => queryOf(target).split('&')

/** Whether something on the way may have changed the signed target into the one that arrived. */
const mayTargetBeRewritten = (id: string, signed: string, sentTarget: string): boolean =>
  signed !== sentTarget &&
  canBeSent.test(signed) &&
  printedQuery(queryOf(signed), queryOf(sentTarget)) === undefined &&
  areMarksSame(signed, sentTarget) &&
  ((byServers.includes(id) && !arePythonBytes(fieldsOf(signed), fieldsOf(sentTarget))) ||
    normalOf(signed) === normalOf(sentTarget))

/** The methods of HTTP. A client sends no other ones, such as DEL. */
const methods: ReadonlyArray<string> = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** A mistake that was found in one part, by its id and the detail of its form. */
interface FoundIn {
  readonly slot: Slot
  readonly id: string
  readonly detail: string
}

/** Whether something on the way may have made what arrived of what was signed. */
const mayBeRewritten = (slot: RewrittenPart, found: FoundIn, signed: Draft, right: Draft): boolean => {
  switch (slot) {
    case 'target':
      return mayTargetBeRewritten(found.id, signed.target, right.target)
    case 'body':
      return mayBodyBeRewritten(found, signed.body, right.body)
    case 'method':
      return signed.method !== right.method && methods.includes(signed.method)
  }
}

/** The finding of a mistake in one part, with the second possibility at its end. */
export const orRewritten = (described: Finding, step: FoundIn, signed: Draft, right: Draft): Finding => {
  const { what, remedy, remedyFor, id } = described
  const { slot } = step
  if (!isRewrittenPart(slot) || remedyFor !== undefined || doWordsNameProxy(remedy)) return described
  if (!mayBeRewritten(slot, { ...step, id }, signed, right)) return described
  const isTargetReescaped = slot === 'target' && areSameCharacters(signed.target, right.target)
  const fullWhat = isTargetReescaped && !doWordsNameProxy(what) ? `${what} ${orDecoded}` : what
  return { ...described, what: fullWhat, ...forBoth(remedy, proxyRemedies[slot]) }
}

/** Whether the words name a program on the way. */
const doWordsNameProxy = (words: string): boolean => /\bprox|on the way/i.test(words)

/** Whether two targets differ in their escapes alone. */
const areSameCharacters = (signed: string, sentTarget: string): boolean =>
  decodeTwice(signed) === decodeTwice(sentTarget)

/** The third cause of other escapes, beside the signing code and the HTTP library of the caller. */
const orDecoded = 'Or a proxy or framework on the way changed the escapes.'

/** The remedy for the operator in each further finding of a report. The first one has the long remedy, which names the guides. */
const rewrittenToo = 'Or something on the way changed it.'

const longRemedies: ReadonlyArray<string> = Object.values(proxyRemedies)

const hasLongRemedy = ({ remedyFor }: Finding): boolean =>
  remedyFor !== undefined && longRemedies.includes(remedyFor.operator)

const shortenRemedy = (finding: Finding): Finding =>
  finding.remedyFor === undefined ? finding : { ...finding, ...forBoth(finding.remedyFor.caller, rewrittenToo) }

/** The findings of a report, cause by cause. Only the first long remedy on proxies stays long. */
export const proxiesNamedOnce = (
  causes: ReadonlyArray<ReadonlyArray<Finding>>,
): ReadonlyArray<ReadonlyArray<Finding>> => {
  let isNamedBefore = false
  const shortenFurther = (finding: Finding): Finding => {
    if (!hasLongRemedy(finding)) return finding
    const named = isNamedBefore ? shortenRemedy(finding) : finding
    isNamedBefore = true
    return named
  }
  return causes.map((findings) => findings.map(shortenFurther))
}
