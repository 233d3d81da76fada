/**
 * The target of the URL that the caller says it called, if that target was signed and another one arrived. The digest proves what was
 * signed, but not who changed it: the client may have sent another target than its URL has, or something on the way changed it.
 *
 *     URL /v1/jobs?status=open         arrived /v1/jobs             the query did not arrive
 *     URL /v1/jobs?page=1&size=5       arrived /v1/jobs?page=1      the end from & on did not arrive
 *     URL /v1/orders/{{id}}            arrived /v1/orders/7         other words: a variable without its value
 */
import type { Draft } from './Draft.ts'
import { forBoth } from './remedies.ts'
import type { Telling } from './Telling.ts'
import { chainSentences, isOfProxies, keepTarget, targetChain } from './targetChain.ts'
import { variablesIn } from './variables.ts'

const sendWhatIsSigned = 'Send exactly the target that is signed.'

const verifyBeforeChange =
  'If the client sent this target, verify the request before the proxy changes the target, or configure the proxy so that it does not change the target.'

/** The end of the target did not arrive: the query, or its parameters from an & on. */
const endLost = (target: string, arrived: string): Telling | undefined => {
  if (!target.startsWith(arrived)) return undefined
  const lostEnd = target.slice(arrived.length)
  if (lostEnd.startsWith('?') && lostEnd.length > 1)
    return {
      what: `The caller signed ${target}, the target of its URL, but the query did not arrive: ${lostEnd}. Either the client did not send it, or something on the way removed it.`,
      ...forBoth(sendWhatIsSigned, verifyBeforeChange),
    }
  return lostEnd.startsWith('&') && arrived.includes('?')
    ? {
        what: `The caller signed ${target}, the target of its URL, but the end of the query did not arrive: ${lostEnd}. Either the client did not send it, or something on the way removed it. A shell ends a command at an & outside of quotation marks.`,
        ...forBoth(`${sendWhatIsSigned} In a shell, put the URL in quotation marks.`, verifyBeforeChange),
      }
    : undefined
}

/** Undefined if no URL was given, or if another target than its own was signed. */
export const calledTarget = ({ target }: Draft, { url, target: arrived }: Draft): Telling | undefined => {
  const path = url === undefined ? undefined : /^[^/]*\/\/[^/?#]*([^#]*)/.exec(url)?.[1]
  if (path === undefined || path !== target || path === arrived) return undefined
  if (variablesIn(target, arrived).length > 0) return undefined
  return endLost(target, arrived) ?? changedInSteps(target, arrived) ?? anotherTarget(target, arrived)
}

/** What was done to the target, if a few operations explain it. */
const changedInSteps = (target: string, arrived: string): Telling | undefined => {
  const chain = targetChain(target, arrived)
  if (chain === undefined) return undefined
  const bothTargets = `The caller signed ${target}, the target of its URL, but ${arrived} arrived.`
  return {
    what: chainSentences(bothTargets, chain),
    ...forBoth(sendWhatIsSigned, isOfProxies(chain) ? keepTarget : verifyBeforeChange),
  }
}

const anotherTarget = (target: string, arrived: string): Telling => ({
  what: `The caller signed ${target}, the target of its URL, but ${arrived} arrived. Perhaps the client sent another target than its URL has, or followed a redirect with the old signature, or something on the way changed the target.`,
  ...forBoth(
    `${sendWhatIsSigned} If the client followed a redirect, call the final address of the redirect and sign its target.`,
    verifyBeforeChange,
  ),
})
