/**
 * A report in words, for command, page and ticket alike: how certain it is, what was found, and what that rests on.
 */
import type { Reason } from '../../core/VerifyError.ts'
import type { Finding, Report } from './Report.ts'

/** How a search came about. */
export interface Circumstances {
  /** Why the search ended early, such as `the search was stopped`. */
  readonly stopped?: string | undefined
  /** The number of keys that were given. */
  readonly keys: number
  /** Whether the caller's own text was given. */
  readonly isTextGiven?: boolean | undefined
  /** The signature proves that text, so nothing was searched for. */
  readonly isTextProven?: boolean | undefined
}

/** How certain the report is, in a few words. */
export type Certainty =
  | 'Nothing to diagnose'
  /** The request carries none. */
  | 'No signature'
  | 'Exact'
  /** The text and its causes are exact. A further finding depends on the time. */
  | 'Exact except for the time'
  /** Several causes lead to the text. */
  | 'Text found, cause not certain'
  | 'Depends on the time'
  /** The signature was not opened. */
  | 'Found without the signed text'
  | 'Found in part'
  | 'Not found'

/** Findings under a title. */
export interface Group {
  readonly kind: 'proven' | 'alternatives' | 'clock' | 'guesses'
  readonly title?: string
  readonly findings: ReadonlyArray<Finding>
}

export interface ReportWords {
  readonly certainty: Certainty
  /** The difference between the signed and the sent request, in a few words. May quote the request. */
  readonly headline?: string | undefined
  /** The report in sentences. */
  readonly message: string
  /** If nothing was found: what was tried, what cannot be, and what was not given, a sentence or two each. */
  readonly points: ReadonlyArray<string>
  /** How many mistakes there are, how many texts were tried, and whose key it is. */
  readonly facts: ReadonlyArray<string>
  readonly groups: ReadonlyArray<Group>
  /** What to do next, in sentences. Absent if the remedies of the findings say it. */
  readonly next?: string | undefined
}

export const reportWords = (given: Report, circumstances: Circumstances): ReportWords => {
  // If no key was given, `unknown-key` is no finding.
  const findings = given.findings.filter(({ id }) => circumstances.keys > 0 || id !== 'unknown-key')
  const report = { ...given, findings }
  const { headline, tried, complete, key, sender } = report
  const certainty = certaintyOf(report)
  const together = sorted(report).proven.length
  return {
    certainty,
    headline: certainty === 'Depends on the time' ? undefined : headline,
    message: [message(report, certainty, circumstances), ...refusedPartsWords(report), ...failedWords(report)].join(
      ' ',
    ),
    points: certainty === 'Not found' && key !== undefined ? pointsOf(report) : [],
    facts: [
      ...(report.recovered && together > 1 ? [`${together} mistakes together`] : []),
      ...(tried === 0
        ? []
        : [
            `${tried.toLocaleString('en')} ${tried === 1 ? 'text' : 'texts'} tried${complete || circumstances.isTextProven === true ? '' : circumstances.stopped === undefined ? ', and not all' : ', then stopped'}`,
          ]),
      ...(key === undefined ? [] : [signedWith(key)]),
      ...(sender === undefined ? [] : [`User-Agent names ${sender}`]),
    ],
    groups: groupsOf(report),
    next: nextOf(report, certainty, circumstances),
  }
}

const printText =
  'Ask the caller to print the text that it signs. Give this text with --signed. The diagnosis hashes this text, and so knows for sure whether the caller signed it.'

const nextUnsigned: Readonly<Partial<Record<Reason, string>>> = {
  authorization_missing:
    "Look at the request in the debug output of the caller's HTTP library. If it has Authorization there, check each redirect and proxy on the way.",
  bearer_not_offered:
    'Ask the caller to sign its requests, or accept tokens (serve --tokens, in an edition that has tokens).',
}

const nextOf = (report: Report, certainty: Certainty, circumstances: Circumstances): string | undefined => {
  const { keys, isTextGiven = false } = circumstances
  const askForText = isTextGiven ? undefined : printText
  switch (certainty) {
    case 'Nothing to diagnose':
      if (report.reason === 'nonce_replayed') return undefined
      if (report.outcome === 'reject') return `countersign explain ${report.reason} says what to do about this refusal.`
      return 'If the service refuses exactly this request, then its key, clock or settings are not the ones given here. Compare them.'
    case 'No signature':
      return nextUnsigned[report.reason ?? 'authorization_missing']
    case 'Not found':
      if (keys === 0) return undefined
      return report.key === undefined
        ? 'Ask the caller which key it uses to sign. countersign key FILE prints the fingerprint of a key. Compare it with the fingerprint of the registered key.'
        : nextUnexplained(report, askForText)
    case 'Found in part':
      return askForText
    default:
      return undefined
  }
}

/** A guess comes first. If it is of the body, no URL helps; if it is of the target, the URL shows more than the text. */
const nextUnexplained = (report: Report, askForText: string | undefined): string | undefined => {
  const [guess] = sorted(report).guesses
  const askForUrl =
    report.untried?.includes('URL') && guess?.part !== 'body' && guess?.part !== 'encoding' ? giveUrl : undefined
  const questions = guess?.part === 'target' ? [askForUrl, askForText] : [askForText, askForUrl]
  const steps = [...(guess === undefined ? [] : [checkGuess]), ...questions.filter((step) => step !== undefined)]
  return steps.length === 0 ? undefined : steps.join(' ')
}

const signedWith = ({ fingerprint, bits, appId }: NonNullable<Report['key']>): string =>
  `the key ${appId === undefined ? '' : `of ${appId}, `}${fingerprint}, ${bits} bits, made the signature`

/** The findings of a report, by their evidence. */
export interface Sorted {
  /** Findings that the digest, or the request as it was received, proves. */
  readonly proven: ReadonlyArray<Finding>
  /** Other sets of as few mistakes that lead to the same text. */
  readonly alternatives: ReadonlyArray<ReadonlyArray<Finding>>
  /** Findings that depend on the time of arrival. */
  readonly clock: ReadonlyArray<Finding>
  /** Guesses, the likeliest first. Each names its reason. */
  readonly guesses: ReadonlyArray<Finding>
}

export const sorted = ({ recovered, findings, alternatives }: Report): Sorted => {
  const proven = (some: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
    some.filter(({ evidence }) => evidence !== 'clock' && evidence !== 'guess')
  return {
    proven: proven(findings),
    alternatives: recovered ? alternatives.map(proven) : [],
    clock: findings.filter(({ evidence }) => evidence === 'clock'),
    guesses: [findings, ...alternatives].flat().filter(({ evidence }) => evidence === 'guess'),
  }
}

const alternativeTitle = (mistakes: number): string =>
  mistakes === 1 ? 'Or only this mistake:' : `Or these ${mistakes} mistakes together:`

const groupsOf = (report: Report): ReadonlyArray<Group> => {
  const { proven, alternatives, clock, guesses } = sorted(report)
  const groups: ReadonlyArray<Group> = [
    { kind: 'proven', findings: proven },
    ...alternatives.map(
      (findings) => ({ kind: 'alternatives', title: alternativeTitle(findings.length), findings }) as const,
    ),
    { kind: 'clock', title: `It depends on the time of arrival. ${inTimeWords(report)}`.trim(), findings: clock },
    { kind: 'guesses', title: 'This request suggests one thing to check:', findings: guesses },
  ]
  return groups.filter(({ findings }) => findings.length > 0)
}

const certaintyOf = (report: Report): Certainty => {
  const { outcome, recovered, findings, key } = report
  const { proven, clock } = sorted(report)
  if (recovered ? findings.length === 0 : outcome === 'accept') return 'Nothing to diagnose'
  if (unsignedWords(report) !== undefined) return 'No signature'
  if (!recovered && proven.length === 0) return 'Not found'
  if (!recovered) return key === undefined ? 'Found without the signed text' : 'Found in part'
  if (proven.length === 0) return 'Depends on the time'
  if (!proven.every(({ exact }) => exact)) return 'Text found, cause not certain'
  return clock.length === 0 ? 'Exact' : 'Exact except for the time'
}

/** The words for a replay: the request is right, but it or another with its nonce came before. */
export const replayed = {
  what: 'The signature and the time are right, but the nonce was used before.',
  remedy: 'Sign each attempt again, with a new nonce.',
}

/** The same in one line. */
export const replayedWords: string = `${replayed.what} ${replayed.remedy}`

const unsignedBy: Readonly<Partial<Record<Reason, string>>> = {
  authorization_missing:
    'The request has no Authorization header, so nothing in it is signed. Either the caller did not send the header, or a redirect or a proxy removed it on the way.',
  bearer_not_offered: 'The request has a token, so nothing in it is signed.',
}

/** Says why there is no signature to look at, if there is none. */
const unsignedWords = ({ reason, findings, key }: Report): string | undefined =>
  reason === undefined || findings.length > 0 || key !== undefined ? undefined : unsignedBy[reason]

const proves = 'The digest in the signature proves which text was signed'
const unread = 'the diagnosis cannot find out which text was signed'
const askForKey = "If you give the app's public key, the diagnosis can also find out which text was signed."

/** The stage of a search that was not finished: its name in a log, and what that means. */
export const stages: Readonly<
  Record<NonNullable<Report['unfinished']>, { readonly name: string; readonly what: string }>
> = {
  1: { name: 'singles', what: 'not all mistakes were tried' },
  2: { name: 'pairs', what: 'each mistake was tried alone, but not all pairs' },
  3: {
    name: 'threes',
    what: 'each mistake was tried alone, and all pairs of mistakes except pairs with the rarest forms, but not all groups of three',
  },
}

/** Whether only the signature's encoding or the header is wrong. */
const isTextRight = (report: Report): boolean =>
  report.difference === undefined &&
  sorted(report).proven.every(({ part }) => part === 'signature' || part === 'header')

/** Why the signed text is not known, after `The signed text is not known:`. */
const unknownText = ({ complete, tried, findings, unfinished: stage }: Report, stopped: string): string => {
  if (!complete)
    return `${stopped}. It did not find the text that was signed${stage === undefined ? '' : `: ${stages[stage].what}`}.`
  return tried === 0 && findings.some(({ id }) => id === 'wrong-hash')
    ? 'the diagnosis cannot calculate this hash, so it tried no text.'
    : 'no known mistake leads to the text that was signed.'
}

const message = (report: Report, certainty: Certainty, circumstances: Circumstances): string => {
  const { complete, key, alternatives } = report
  const { keys, stopped = 'the search ended' } = circumstances
  const noKeyOpens = complete
    ? 'The signature does not fit any key given here'
    : 'Not every key was tried, and the signature does not fit any tried key'
  const how = unknownText(report, stopped)
  switch (certainty) {
    case 'Nothing to diagnose':
      if (report.reason === 'nonce_replayed') return replayedWords
      return 'There is nothing to diagnose: the caller signed the text that a verifier expects.'
    case 'No signature':
      return unsignedWords(report) ?? ''
    case 'Exact':
    case 'Exact except for the time':
      return isTextRight(report)
        ? 'The digest in the signature proves that the caller signed the right text. So the fault is in another part of the request.'
        : `${proves}. No other cause explains this text as simply.`
    case 'Text found, cause not certain':
      if (circumstances.isTextProven === true && alternatives.length === 0)
        return `${proves}. The list shows, part by part, how this text differs from the right text. Perhaps another cause explains the same text.`
      return `${proves}. ${alternatives.length > 0 ? 'More than one explanation is possible; all of them are listed' : 'The search ended before it looked for other causes'}.`
    case 'Depends on the time':
      return 'The signed text is the text that a verifier expects.'
    case 'Found without the signed text':
      if (report.findings.some(({ detail }) => detail === 'the query'))
        return 'This is visible in the request itself. The diagnosis did not look for the signed text.'
      return keys === 0
        ? `This is visible without a key. ${askForKey}`
        : [
            'The request shows this by itself.',
            ...unopenedWords(report, noKeyOpens),
            'There may be more mistakes.',
          ].join(' ')
    case 'Found in part':
      return `This is visible in the header or in the signature itself. The signed text is not known: ${how}`
    case 'Not found':
      if (keys === 0) return askForKey
      if (key === undefined) return `${noKeyOpens}, so ${unread}.`
      return how.charAt(0).toUpperCase() + how.slice(1)
  }
}

/** Says why the signed text is not known. Nothing if the header has no signature: the findings say so. */
const unopenedWords = ({ findings }: Report, noKeyOpens: string): ReadonlyArray<string> => {
  const lacksSignature = findings.some(({ id, detail }) => id === 'header-missing-key' && /\bsignature\b/.test(detail))
  if (lacksSignature) return []
  const wasRead = findings.some(({ id }) => id === 'unknown-key')
  const isUnreadable = !wasRead && findings.some(({ part }) => part === 'signature')
  return [isUnreadable ? `The signature cannot be read, so ${unread}.` : `${noKeyOpens}, so ${unread}.`]
}

/** Says that the right text of the report is not right for the next request. */
const refusedPartsWords = ({ refusedParts = [] }: Report): ReadonlyArray<string> =>
  refusedParts.length === 0
    ? []
    : [`If you change the ${refusedParts.join(' and the ')}, make the change in the header and in the signed text.`]

/** Says which mistakes could not be tried. */
const failedWords = ({ failed = [] }: Report): ReadonlyArray<string> =>
  failed.length === 0
    ? []
    : [`${failed.join(', ')} failed and ${failed.length === 1 ? 'was' : 'were'} skipped; please report it.`]

const nouns: Readonly<Partial<Record<string, string>>> = {
  body: 'bodies',
  layout: 'ways to join the parts',
  digested: 'digests of the text',
}

/** Says what was tried, if the search was not ended early. */
const allTried = 'each mistake alone; also two and three mistakes at the same time, except with the rarest forms'

const neverTried =
  'The search cannot try another random nonce, another job, the body of another request, or a body that did not arrive (browsers send none with GET, and some proxies and CDNs drop the body of GET and DELETE), because the request does not show them.'

const checkGuess = 'Check first what this request suggests.'

const giveTargets = 'The targets of the service were not given (--paths). Perhaps the caller signed another target.'

const giveUrl = 'Give the URL that the caller called (--url), above all if a proxy stands before the verifier.'

const notGiven = {
  host: 'The host of the service was not given (--host), so mistakes with it were not tried.',
  URL: 'The URL that the caller called was not given (--url), so mistakes with it were not tried.',
} as const

/** A search that found nothing, as a list. */
const pointsOf = ({ excluded, untried = [], unfinished }: Report): ReadonlyArray<string> => {
  const counts = Object.entries(excluded ?? {}).flatMap(([slot, count]) =>
    count === 0 ? [] : [`${count.toLocaleString('en')} other ${nouns[slot] ?? `${slot}s`}`],
  )
  const tried = unfinished === undefined ? [`Tried: ${allTried}.`] : []
  return [
    ...tried,
    ...(counts.length === 0
      ? []
      : [`If all other parts are right, the caller signed none of these: ${counts.join(', ')}.`]),
    neverTried,
    ...untried.map((missing) => notGiven[missing]),
    ...(untried.includes('URL') ? [giveTargets] : []),
  ]
}

/** Says whether the request is refused because of its time alone. */
const inTimeWords = ({ inTime }: Report): string => {
  if (inTime === undefined) return ''
  return inTime === 'accept'
    ? 'Only the time of the request is wrong. All other checks accept it.'
    : `The service checks the time first, and refuses the request for it. Also with a right time, the service refuses this request: ${inTime}.`
}
