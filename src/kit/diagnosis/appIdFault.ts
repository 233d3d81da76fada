/**
 * Whose app id the header names. An app id selects the key, so something after it, such as the serial number of a certificate, makes it the
 * id of no app. With the registered app ids, such an id is explained:
 *
 *     app-1#shanghai#0, registered: app-1     the registered app id is app-1, and the header has #shanghai#0 after it
 *     app 1, registered: app-1                a space is not allowed in an app id
 *
 * `otherKey` has the words for a key that belongs to another app than the header names.
 */
import * as AppId from '../../core/AppId.ts'
import { firstFault } from '../../core/Rule.ts'
import type { KnownKey } from './Case.ts'
import { editDistance } from './difference.ts'
import { finding, inWordsOf } from './finding.ts'
import { decode } from './forms/percent.ts'
import { characterName, quoted } from './glyphs.ts'
import type { Finding } from './Report.ts'
import type { Telling } from './Telling.ts'
import { unfilledItem } from './unfilledItem.ts'

/** A longer text is not quoted. */
const maxQuoted = 128

const nothingElse = (registered: string): string => `Write app_id=${registered}, with nothing before it or after it.`

/** In quotation marks, if a reader would not see all of it. */
const shown = (text: string): string => (/[^!-~]/.test(text) ? withoutHidden(quoted(text)) : text)

/** Invisible characters as escapes. */
const withoutHidden = (text: string): string =>
  text.replace(/[^ -~\p{L}\p{N}\p{P}\p{S}]/gu, (hidden) =>
    [...hidden].map((c) => `\\u${(c.codePointAt(0) as number).toString(16).padStart(4, '0')}`).join(''),
  )

/** A letter or a digit beside the registered app id, other than that of an escape, would make one word of both: `apple` is not `app`. */
const endsApart = /(?:^|%[0-9A-Fa-f]{2}|[^\p{L}\p{N}])$/u
const beginsApart = /^(?:$|[^\p{L}\p{N}])/u

/** Where a registered app id stands as a word of its own. Undefined if it stands nowhere so. */
const wordStart = (appId: string, registered: string): number | undefined => {
  for (let start = appId.indexOf(registered); start >= 0; start = appId.indexOf(registered, start + 1))
    if (endsApart.test(appId.slice(0, start)) && beginsApart.test(appId.slice(start + registered.length))) return start
  return undefined
}

/** A longer text is not shown, nor a longer word. */
const maxShown = 40
const shortWord = /^(?:\p{L}{1,12}|\p{N}{1,4})$/u

/**
 * Whether a text beside a registered app id may be shown. It may be a password, which has letters and digits, or is long. So it is shown
 * if it has short words of letters and short numbers alone, and no word behind a colon, as in `user:password`.
 */
const isHarmless = (text: string): boolean =>
  text.length <= maxShown &&
  !/:[^\p{L}\p{N}]*[\p{L}\p{N}]/u.test(text) &&
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => shortWord.test(word))

/** What stands before and after a registered app id, in words. Undefined if it is not within the text. */
const textAround = (appId: string, registered: string): Telling | undefined => {
  if (appId === registered || registered === '') return undefined
  const start = wordStart(appId, registered)
  if (start === undefined) return undefined
  const textBefore = appId.slice(0, start)
  const textAfter = appId.slice(start + registered.length)
  const isShown = isHarmless(textBefore) && isHarmless(textAfter)
  const before = isShown ? shown(textBefore) : countOf(textBefore)
  const after = isShown ? shown(textAfter) : countOf(textAfter)
  const named = isShown ? `The header names the app ${shown(appId)}. The` : 'The'
  const remedy = nothingElse(registered)
  if (before === '')
    return {
      detail: `${after} after it`,
      what: `${named} registered app id is ${registered}, and the header has ${after} after it.`,
      remedy,
    }
  return after === ''
    ? {
        detail: `${before} before it`,
        what: `${named} registered app id is ${registered}, and the header has ${before} before it.`,
        remedy,
      }
    : {
        detail: `${before} before it and ${after} after it`,
        what: `${named} registered app id is ${registered}, and the header has ${before} before it and ${after} after it.`,
        remedy,
      }
}

const countOf = (text: string): string =>
  text === '' ? '' : text.length === 1 ? '1 more character' : `${text.length} more characters`

/** How an app id was written wrongly, if it is a registered one with something round it, in other letters or with percent escapes. */
export const appIdMiswritten = (appId: string, registered: string): Telling | undefined => {
  const around = textAround(appId, registered)
  if (around !== undefined) return around
  if (appId !== registered && appId.toLowerCase() === registered.toLowerCase())
    return {
      detail: 'upper and lower case',
      what: `The header names the app ${appId}, but the registered app id is ${registered}. Upper and lower case count.`,
      remedy: nothingElse(registered),
    }
  return appId.includes('%') && decode(appId) === registered
    ? {
        detail: 'percent escapes',
        what: `The header names the app ${appId}. This is the registered app id ${registered} with percent escapes, and a verifier does not decode them.`,
        remedy: nothingElse(registered),
      }
    : undefined
}

/** The registered app id from which this text was made. The longest, if it has several within it. Undefined if two are as long. */
const registeredWithin = (appId: string, keys: ReadonlyArray<KnownKey>): string | undefined => {
  const appIds = new Set(keys.flatMap((known) => known.appId ?? []))
  const [longest, other] = [...appIds]
    .filter((registered) => appIdMiswritten(appId, registered) !== undefined)
    .toSorted((a, b) => b.length - a.length)
  return longest?.length === other?.length ? undefined : longest
}

const brokenRule = (appId: string): Telling => {
  const offset = firstFault(AppId.rule)(appId) ?? 0
  const codePoint = appId.codePointAt(offset)
  if (codePoint === undefined)
    return {
      detail: 'empty',
      what: 'The app id in the header is empty.',
      remedy: 'Write the app id of the caller after app_id=.',
    }
  if (offset === AppId.rule.maxLength)
    return {
      detail: 'too long',
      what: `The app id in the header has ${appId.length} characters, but no app id has more than ${AppId.rule.maxLength}.`,
      remedy: 'Write the app id exactly as the service registered it.',
    }
  const name = characterName(codePoint)
  return {
    detail: `${name} at character ${offset + 1}`,
    what: `Character ${offset + 1} of the app id in the header is ${name}. An app id has only letters, digits and the characters . _ ~ -.`,
    remedy: 'Write the app id exactly as the service registered it.',
  }
}

/** The finding for an app id that breaks the rule of app ids. `keys`: those that have an app id show what was meant. */
export const appIdFindings = (appId: string | undefined, keys: ReadonlyArray<KnownKey>): ReadonlyArray<Finding> => {
  if (appId === undefined || AppId.isAppId(appId)) return []
  const registered = appId.length > maxQuoted ? undefined : registeredWithin(appId, keys)
  const telling = registered === undefined ? undefined : appIdMiswritten(appId, registered)
  const { detail = '', ...words } = telling ?? unfilledItem('app id', appId) ?? brokenRule(appId)
  return [inWordsOf(finding('app-id-form', detail), words)]
}

/** App ids that differ in more characters are no slip. */
const maxSlips = 2

/**
 * The key of another app signed. If the header names no registered app, and its app id differs only a little from that of the key, then the
 * app id is wrong, and not the key.
 */
export const otherKey = (matchingKey: KnownKey, appId = '', isRegistered = false): Finding => {
  const owner = matchingKey.appId ?? ''
  const otherKeyFinding = finding('other-key', owner, 'digest')
  const remedy = `Write app_id=${owner}, or sign with the key of ${appId}.`
  const unfilled = isRegistered ? undefined : unfilledItem('app id', appId)
  if (unfilled !== undefined) return inWordsOf(otherKeyFinding, { ...unfilled, detail: owner })
  const slips = editDistance(appId, owner)
  if (slips > 0 && slips <= maxSlips && owner.length > maxSlips)
    return {
      ...otherKeyFinding,
      what: `The header names the app ${appId}, but the key belongs to ${owner}: the names differ in ${slips === 1 ? 'one character' : `${slips} characters`}.`,
      remedy,
    }
  const miswritten = isRegistered || appId.length > maxQuoted ? undefined : appIdMiswritten(appId, owner)
  return miswritten === undefined ? otherKeyFinding : { ...otherKeyFinding, what: miswritten.what, remedy }
}
