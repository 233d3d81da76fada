/**
 * A report in words: how certain it is, and what it claims.
 */
import type { Report } from '../../kit/diagnosis/Report.ts'
import { isOfTime, type Sorted, sorted } from './certainty.ts'
import { capital } from './words.ts'

export interface Circumstances {
  /** Why the search did not come to its end: the user, or the time limit. */
  readonly stopped?: 'asked' | 'limit' | undefined
  /** How many keys were given. */
  readonly keys: number
}

export const guessesTitle = ({ certain, guesses }: Sorted): string => {
  const some = guesses.length === 1 ? 'perhaps this' : 'perhaps one of these'
  return certain.length === 0 ? `${capital(some)}:` : `Beyond that, ${some}:`
}

/** A report in a few words, for screen readers. */
export const reportInWords = (given: Report, circumstances: Circumstances): string => {
  const report = withoutKeyless(given, circumstances)
  const certainty = certaintyOf(report)
  if (certainty === 'healthy') return ''
  const { certain, guesses } = sorted(report)
  const sure = certain.map(({ what }) => what)
  const [likeliest] = guesses
  const perhaps =
    likeliest === undefined ? [] : [`${certain.length === 0 ? 'Perhaps' : 'Beyond that, perhaps'}: ${likeliest.what}`]
  const headline = report.headline === undefined || certainty === 'untimely' ? [] : [`${capital(report.headline)}.`]
  const told = [
    ...headline,
    ...(certainty === 'ambiguous' ? [message(report, circumstances)] : []),
    ...sure,
    ...perhaps,
  ]
  return `Diagnosis: ${tags[certainty].word}. ${told.length === 0 ? message(report, circumstances) : told.join(' ')}`
}

/** If no key was given, `unknown-key` is no finding. */
export const withoutKeyless = (report: Report, { keys }: Circumstances): Report =>
  keys > 0 ? report : { ...report, findings: report.findings.filter(({ id }) => id !== 'unknown-key') }

/** `ambiguous`: several causes lead to the text. `untimely`: only the time is wrong. `visible`: the signature was not opened. */
export type Certainty = 'healthy' | 'certain' | 'ambiguous' | 'untimely' | 'visible' | 'part' | 'guess' | 'nothing'

export const certaintyOf = (report: Report): Certainty => {
  const { outcome, recovered, exact, findings, key } = report
  if (findings.length === 0) return outcome === 'accept' || recovered ? 'healthy' : 'nothing'
  if (recovered) return findings.every(isOfTime) ? 'untimely' : exact ? 'certain' : 'ambiguous'
  if (key === undefined) return 'visible'
  return sorted(report).certain.length === 0 ? 'guess' : 'part'
}

export const tags: Record<Exclude<Certainty, 'healthy'>, { readonly word: string; readonly kind: string }> = {
  certain: { word: 'Exact', kind: 'good' },
  ambiguous: { word: 'Recovered, not exact', kind: 'warn' },
  untimely: { word: 'Depends on the time', kind: 'warn' },
  visible: { word: 'As far as can be seen', kind: 'warn' },
  part: { word: 'Certain in part', kind: 'warn' },
  guess: { word: 'A guess', kind: 'warn' },
  nothing: { word: 'No explanation', kind: 'plain' },
}

/** How long the page searches unless it is told to go on, as the command does. */
export const timeLimit = 10_000

const stops = {
  asked: 'the search was stopped',
  limit: `the search was stopped after ${timeLimit / 1000} s,`,
}

const noKeyOpens = ({ complete }: Report): string =>
  complete ? 'No key given here opens the signature' : 'Not every key was tried, and none of those opens the signature'

export const message = (report: Report, { stopped, keys }: Circumstances): string => {
  switch (certaintyOf(report)) {
    case 'healthy':
      return 'Nothing to diagnose: what was signed is what a verifier expects.'
    case 'certain':
      return 'Recovered: the digest in the signature proves the text. Exact: no other cause leads to it as simply.'
    case 'ambiguous':
      return report.alternatives.length > 0
        ? 'Recovered: the digest in the signature proves the text. Not exact: this explains it, and the alternatives do as simply.'
        : 'Recovered: the digest in the signature proves the text. Not exact: the search ended before it had looked for other causes.'
    case 'untimely':
      return 'What was signed is what a verifier expects. Only the time does not fit.'
    case 'visible':
      return keys === 0
        ? "This shows without a key. Give the app's public key, and what was signed can be read out of the signature."
        : `This shows from outside. ${noKeyOpens(report)}, so what was signed cannot be read, and there may be more.`
    case 'part':
      return stopped !== undefined
        ? `What is called certain shows in the header or in the signature itself. What was signed is not known: ${stops[stopped]} before it met it.`
        : 'What is called certain shows in the header or in the signature itself. What was signed is not known: nothing that was tried leads to it.'
    case 'guess':
      return stopped !== undefined
        ? `This is a guess: ${stops[stopped]} before it met what stands in the signature.`
        : 'This is a guess: nothing that was tried leads to what stands in the signature. Take it as a place to look first.'
    case 'nothing':
      return nothingFound(report, { stopped, keys })
  }
}

const nothingFound = (report: Report, { stopped, keys }: Circumstances): string => {
  const { complete, key } = report
  if (keys === 0) return "Give the app's public key, and what was signed can be read out of the signature."
  if (key === undefined) return `${noKeyOpens(report)}, so nothing can be said about what was signed.`
  if (stopped !== undefined) return `${capital(stops[stopped])} before it met what was signed.`
  return complete
    ? 'No mistake that is known here leads to what was signed.'
    : 'The search ended before it met what was signed.'
}

export const signedWith = ({ fingerprint, bits, appId }: NonNullable<Report['key']>): string =>
  `signed with the key ${fingerprint}, ${bits} bits${appId === undefined ? '' : `, of ${appId}`}`
