/** The words for a target that was signed with something before its path, such as the origin, or without the start of its path. */
import { calledTarget } from '../calledTarget.ts'
import type { Draft } from '../Draft.ts'
import { doubleSlash, trailingSlash } from '../directions.ts'
import { editDifference, repeatedInTarget } from '../editDifference.ts'
import { escapeDifference, escapesAlone } from '../escapeDifference.ts'
import { backslashesInTarget } from '../forms/backslashMarks.ts'
import { signedTwiceTelling } from '../forms/movedParameters.ts'
import { splitTarget } from '../forms/percent.ts'
import { escapesOfJsonSent } from '../jsonEscapes.ts'
import { miswritingDifference } from '../miswritingDifference.ts'
import { pieceDifference } from '../pieceDifference.ts'
import { forBoth, forOperator } from '../remedies.ts'
import { shownPair } from '../shownPair.ts'
import type { Telling } from '../Telling.ts'
import { chainDifference } from '../targetChain.ts'
import { dotsResolved, targetDifference } from '../targetDifference.ts'
import { targetMarks } from '../targetMarks.ts'
import { anyUnitDifference, parametersPrinted, unitDifference } from '../unitDifference.ts'
import { byForm, firstOf, type MistakeFound, ofDrafts, ofTargets, sentBodyText, type Tellings } from './Teller.ts'

const verifyBeforeProxy =
  'Verify the request before the proxy changes the target, or configure the proxy so that it does not change the target.'

/** The target that a proxy says was called is the one that was signed. */
const originalTelling = ({ target }: Draft, { original, target: arrived }: Draft): Telling | undefined =>
  original === undefined || original[1] !== target
    ? undefined
    : {
        detail: `${original[0]}: ${target}`,
        what: `The caller signed ${target}, and ${original[0]} says that it called this target. But a proxy before the verifier changed the target to ${arrived}, or sends its own request.`,
        ...forOperator(verifyBeforeProxy),
      }

/** The beginning of the path that arrived was not signed. */
const prefixLost = (prefix: string): Telling => ({
  what: `The caller signed the path without ${prefix}, with which the path that arrived begins. Either the caller left out this prefix, such as the path of the base URL, or something on the way added it.`,
  remedy: `Sign the whole path that is sent, with ${prefix}.`,
})

/** The address of the service: in front of the path and the query that were sent, or in place of them. */
const originTelling = (signed: string, sent: string): Telling | undefined => {
  const [path] = splitTarget(sent)
  if (!signed.endsWith(sent) && path !== '/' && signed.includes(path))
    return {
      detail: 'the URL, printed',
      what: `The caller signed ${signed}. This is the whole URL, as a program prints an object that holds it.`,
      remedy: 'Sign only the path and the query, as a plain text.',
    }
  if (!signed.endsWith(sent))
    return {
      detail: signed,
      what: `The caller signed ${signed} instead of the path and the query. This is only the address of the service.`,
      remedy: 'Sign the path and the query of the request, without scheme and host.',
    }
  const origin = signed.slice(0, signed.length - sent.length)
  const [, repeated] = /^([a-z]+:\/\/[^/]+)\/?\1$/.exec(origin) ?? []
  if (repeated !== undefined)
    return {
      what: `The caller signed ${repeated} twice before the path. Perhaps its program put the base URL before a URL that was whole already.`,
      remedy: 'Sign only the path and the query. Join a URL with functions for URLs.',
    }
  if (/^https?:\/[^/]+$/.test(origin))
    return {
      what: `The caller signed ${origin} before the path. A function for file names joined the URL, and wrote one slash for two.`,
      remedy: 'Sign only the path and the query. Join a URL with functions for URLs.',
    }
  const [, missingPort] = /:(-1|None|null|undefined)$/.exec(origin) ?? []
  if (missingPort !== undefined)
    return {
      what: `The caller signed ${origin} before the path. The URL has no port, and the program wrote ${missingPort} for it.`,
      remedy: 'Sign only the path and the query.',
    }
  if (/^[a-z]+:\/\/[^/]+$/.test(origin))
    return {
      what: `The caller signed the whole URL: ${origin} is before the path.`,
      remedy: 'Sign only the path and the query.',
    }
  return /^[^/]+$/.test(origin)
    ? {
        what: `The caller signed the host before the path: ${origin}.`,
        remedy: 'Sign only the path and the query.',
      }
    : undefined
}

/** All of the target as one value, or all of its path, so that its slashes are escapes too. No client sends such a target. */
const escapedAsWhole = (signed: string, sent: string): Telling | undefined => {
  if (!/^%2f/i.test(signed) || !sent.startsWith('/')) return undefined
  const shown = shownPair(signed, sent)[0]
  return sent.includes('?') && /%3f/i.test(signed)
    ? {
        detail: 'escaped as a whole',
        what: `The caller escaped the whole target before it signed it, also its slashes: it signed ${shown}.`,
        remedy:
          'Sign the target as it is sent. Escape only the names and values within it, not the slashes and the signs between parameters.',
      }
    : {
        detail: 'the path, escaped as a whole',
        what: `The caller escaped the whole path before it signed it, also its slashes: it signed ${shown}.`,
        remedy: 'Sign the path as it is sent. Escape only what is between two slashes, not the slashes.',
      }
}

/** All of the query as one value, so that the signs between its parameters are escapes too. */
const queryEscapedAsWhole = (signed: string, sent: string): Telling | undefined => {
  const [signedPath, signedQuery] = splitTarget(signed)
  const [sentPath, sentQuery] = splitTarget(sent)
  const isWhole =
    signedPath === sentPath && /%3d/i.test(signedQuery) && !/[=&]/.test(signedQuery) && sentQuery.includes('=')
  return isWhole
    ? {
        detail: 'the query, escaped as a whole',
        what: `The caller escaped the whole query before it signed it, also the signs between its parameters: it signed ${shownPair(signedQuery, sentQuery)[0]}.`,
        remedy: 'Escape only the names and values of the parameters. Then sign and send exactly this query.',
      }
    : undefined
}

/** A path with a placeholder, whose query was left out as well. */
const unfilledWithoutQuery = (signed: string, sent: string): Telling | undefined => {
  const [sentPath, sentQuery] = splitTarget(sent)
  if (sentQuery === '' || signed.includes('?')) return undefined
  const ofPath = targetDifference(signed, sentPath)
  return ofPath === undefined || !ofPath.what.includes('placeholder')
    ? undefined
    : {
        detail: `${signed}, without the query`,
        what: `${ofPath.what} Also, the caller signed the path without the query.`,
        remedy: `${ofPath.remedy} Sign the query too, exactly as it is sent.`,
      }
}

const signWhatIsSent = 'Sign the target that is sent.'

/** Names of parameters without a value, whose equals sign is no percent escape. By the forms of `percent.ts`. */
export const bareNames = (detail: string): Telling | undefined => {
  if (detail === 'names without a value with =')
    return {
      what: 'The caller signed an equals sign after the name of a parameter without a value, but the name arrived without this sign.',
      remedy: signWhatIsSent,
    }
  return detail === 'empty values without ='
    ? {
        what: 'The caller signed the name of a parameter without a value, but the name arrived with an equals sign.',
        remedy: signWhatIsSent,
      }
    : undefined
}

const changedEscapes = ofTargets((signed, sent) => escapeDifference(signed, sent))

const someEscapes = (signed: string, sent: string): Telling | undefined => escapesAlone(signed, sent, 'target')

/** Dot segments at the beginning of a path are no prefix of it. */
const dotsAtStart = (signed: string, sent: string): Telling | undefined => {
  const dots = dotsResolved(signed, sent)
  return dots === undefined ? undefined : { ...dots, id: 'target-other' }
}

const dotsSigned = ofTargets(dotsAtStart)

/** A query that has no parameter: a question mark alone, or with stray marks. */
const questionMarkAlone = (signed: string, sent: string): Telling | undefined => {
  const telling = /^\?&*$/.test(splitTarget(sent)[1]) ? targetDifference(signed, sent) : undefined
  return telling === undefined ? undefined : { ...telling, id: 'target-other' }
}

/** A prefix of the path is told as such unless dots in the path made it. */
const prefixAdded = (signed: string, sent: string): Telling | undefined => {
  const dots = dotsAtStart(signed, sent)
  if (dots !== undefined) return dots
  const difference = targetDifference(signed, sent)
  return difference?.id === 'target-prefix-added' ? difference : undefined
}

const parametersSignedTwice = (found: MistakeFound): Telling | undefined =>
  signedTwiceTelling(found.signed.target, found.right.target, sentBodyText(found))

const miswritten = ({ signed, right }: MistakeFound): Telling | undefined =>
  miswritingDifference(signed.target, right.target, right.method)

/** Entities between the parameters, or escapes that were escaped again, and another change. */
const entitiesAndMore = (signed: string, sent: string): Telling | undefined =>
  [/&amp;/, /%25[0-9A-F]{2}/i].some((mark) => mark.test(signed) && !mark.test(sent))
    ? chainDifference(signed, sent)
    : undefined

const targetEdited = (signed: string, sent: string): Telling | undefined => editDifference(signed, sent, 'target')

/** Two paths that have nothing else in common: a server rewrote the path, or the client called another address. */
const otherPath = (signed: string, sent: string): Telling | undefined => {
  const [signedPath, signedQuery] = splitTarget(signed)
  const [sentPath, sentQuery] = splitTarget(sent)
  const areWords = [signedPath, sentPath].every((path) => /^\/[\w./~-]{1,200}$/.test(path))
  const sentSegments = sentPath.split('/').filter(Boolean)
  const isAnother = !signedPath.split('/').some((segment) => sentSegments.includes(segment))
  return !areWords || !isAnother || signedQuery !== sentQuery
    ? undefined
    : {
        what: `The caller signed the path ${signedPath}, but the path ${sentPath} arrived. Either the client called another address than it signed, or a server on the way rewrote the path.`,
        ...forBoth('Sign the path that is sent.', verifyBeforeRewrite),
      }
}

const verifyBeforeRewrite =
  'If the caller sent what it signed, verify the target before the server changes it: REQUEST_URI in PHP, $request_uri in nginx.'

export const targetTellings: Tellings = {
  'target-with-origin': ofTargets(originTelling),
  'target-other': firstOf(
    ofTargets(escapesOfJsonSent),
    ofTargets(escapedAsWhole),
    ofTargets(parametersPrinted),
    ofTargets(unfilledWithoutQuery),
    ofDrafts(originalTelling),
    ofTargets(dotsResolved),
    ofDrafts(calledTarget),
    parametersSignedTwice,
    ofTargets(entitiesAndMore),
    ofTargets(pieceDifference),
    ofTargets(targetMarks),
    miswritten,
    ofTargets(backslashesInTarget),
    ofTargets(someEscapes),
    ofTargets(unitDifference),
    ofTargets(repeatedInTarget),
    ofTargets(targetDifference),
    changedEscapes,
    ofTargets(chainDifference),
    ofTargets(anyUnitDifference),
    ofTargets(otherPath),
    ofTargets(targetEdited),
  ),
  'target-prefix-added': ofTargets(prefixAdded),
  'target-prefix-lost': firstOf(dotsSigned, byForm(prefixLost)),
  'target-without-query': ofTargets(questionMarkAlone),
  'target-decoded': firstOf(changedEscapes, ofTargets(chainDifference)),
  'target-reencoded': firstOf(
    ofTargets(escapedAsWhole),
    ofTargets(queryEscapedAsWhole),
    changedEscapes,
    ofTargets(chainDifference),
  ),
  'target-trailing-slash': ofTargets(trailingSlash),
  'target-double-slash': ofTargets(doubleSlash),
}
