/**
 * A report in words: how certain it is, and what it claims.
 */
import type { Report } from '../../kit/diagnosis/Report.ts'
import { excludedWords, sorted } from '../../kit/diagnosis/sorted.ts'
import { capital } from './words.ts'

export interface Circumstances {
  /** Why the search did not come to its end: the user, or the time limit. */
  readonly stopped?: 'asked' | 'limit' | undefined
  /** How many keys were given. */
  readonly keys: number
}

export const guessesTitle = 'A guess, by what this request shows:'
export const clockTitle = 'Depends on the time of arrival above'

/** A report in a few words, for screen readers. */
export const reportInWords = (given: Report, circumstances: Circumstances): string => {
  const report = withoutKeyless(given, circumstances)
  const certainty = certaintyOf(report)
  if (certainty === 'healthy') return ''
  const { proven, clock, guesses } = sorted(report)
  const told = [
    ...(report.headline === undefined || certainty === 'untimely' ? [] : [`${capital(report.headline)}.`]),
    ...(certainty === 'ambiguous' || certainty === 'nothing' ? [message(report, circumstances)] : []),
    ...[...proven, ...clock].map(({ what }) => what),
    ...guesses.slice(0, 1).map(({ what }) => `Perhaps: ${what}`),
  ]
  return `Diagnosis: ${tags[certainty].word}. ${told.join(' ')}`
}

/** If no key was given, `unknown-key` is no finding. */
export const withoutKeyless = (report: Report, { keys }: Circumstances): Report =>
  keys > 0 ? report : { ...report, findings: report.findings.filter(({ id }) => id !== 'unknown-key') }

/** `ambiguous`: several causes lead to the text. `untimely`: only the time is wrong. `visible`: the signature was not opened. */
export type Certainty = 'healthy' | 'certain' | 'ambiguous' | 'untimely' | 'visible' | 'part' | 'nothing'

export const certaintyOf = (report: Report): Certainty => {
  const { outcome, recovered, findings, key } = report
  const { proven } = sorted(report)
  if (recovered && findings.length === 0) return 'healthy'
  if (recovered) return proven.length === 0 ? 'untimely' : proven.every(({ exact }) => exact) ? 'certain' : 'ambiguous'
  if (outcome === 'accept') return 'healthy'
  return proven.length === 0 ? 'nothing' : key === undefined ? 'visible' : 'part'
}

export const tags: Record<Exclude<Certainty, 'healthy'>, { readonly word: string; readonly kind: string }> = {
  certain: { word: 'Exact', kind: 'good' },
  ambiguous: { word: 'Recovered, not exact', kind: 'warn' },
  untimely: { word: 'Depends on the time', kind: 'warn' },
  visible: { word: 'As far as can be seen', kind: 'warn' },
  part: { word: 'Certain in part', kind: 'warn' },
  nothing: { word: 'Not found', kind: 'plain' },
}

/** How long the page searches unless it is told to go on, as the command does. */
export const timeLimit = 10_000

const stops = {
  asked: 'the search was stopped',
  limit: `the search was stopped after ${timeLimit / 1000} s,`,
}

const noKeyOpens = ({ complete }: Report): string =>
  complete ? 'No key given here opens the signature' : 'Not every key was tried, and none of those opens the signature'

const words: Readonly<Record<Certainty, string | ((report: Report, circumstances: Circumstances) => string)>> = {
  healthy: 'Nothing to diagnose: what was signed is what a verifier expects.',
  certain: 'Recovered: the digest in the signature proves the text. Exact: no other cause leads to it as simply.',
  ambiguous: ({ alternatives }) =>
    alternatives.length > 0
      ? 'Recovered: the digest in the signature proves the text. Not exact: this explains it, and the alternatives do as simply.'
      : 'Recovered: the digest in the signature proves the text. Not exact: the search ended before it had looked for other causes.',
  untimely: 'What was signed is what a verifier expects.',
  visible: (report, { keys }) =>
    keys === 0
      ? "This shows without a key. Give the app's public key, and what was signed can be read out of the signature."
      : `This shows from outside. ${noKeyOpens(report)}, so what was signed cannot be read, and there may be more.`,
  part: (_, { stopped }) =>
    stopped !== undefined
      ? `What is called certain shows in the header or in the signature itself. What was signed is not known: ${stops[stopped]} before it met it.`
      : 'What is called certain shows in the header or in the signature itself. What was signed is not known: nothing that was tried leads to it.',
  nothing: (report, circumstances) => nothingFound(report, circumstances),
}

export const message = (report: Report, circumstances: Circumstances): string => {
  const said = words[certaintyOf(report)]
  return typeof said === 'string' ? said : said(report, circumstances)
}

const nothingFound = (report: Report, { stopped, keys }: Circumstances): string => {
  const { complete, key } = report
  if (keys === 0) return "Give the app's public key, and what was signed can be read out of the signature."
  if (key === undefined) return `${noKeyOpens(report)}, so nothing can be said about what was signed.`
  const how =
    stopped !== undefined
      ? `${capital(stops[stopped])} before it met what was signed.`
      : complete
        ? 'No mistake that is known here leads to what was signed.'
        : 'The search ended before it met what was signed.'
  return [how, ...excludedWords(report)].join(' ')
}

export const signedWith = ({ fingerprint, bits, appId }: NonNullable<Report['key']>): string =>
  `signed with the key ${fingerprint}, ${bits} bits${appId === undefined ? '' : `, of ${appId}`}`
