/**
 * The text that a caller says it signs, held against its signature. One hash proves it, or shows that the program prints another
 * text than it signs; nothing is searched for. What a log adds to a text (a last line end, CR LF, escapes, quotation marks) is
 * tried as well. What a service says of its own text is told from a caller's text, and compared with the request.
 *
 *     claimedText(text, request, hash)   { _tag: 'Signed', text, difference: { offset: 9, part: 'target' } }
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import { definedOf } from '../../core/Settings.ts'
import * as VerifyPolicy from '../../core/VerifyPolicy.ts'
import type { Hash } from '../../effects/Hash.ts'
import type { Case } from './Case.ts'
import { message } from './Draft.ts'
import { differenceOf } from './difference.ts'
import { type HeaderEvidence, headerEvidence } from './headerEvidence.ts'
import { inBackslashes } from './pasted/wireText.ts'
import { latin1 } from './Received.ts'
import type { Difference } from './Report.ts'
import { matcherOf } from './recover.ts'
import { type Comparison, compareWith, type ServiceText, serviceTextIn } from './serviceText.ts'
import { type Opened, unlock } from './unlock.ts'

export type Claim =
  /** The text was signed; of several spellings of it this one. */
  | {
      readonly _tag: 'Signed'
      readonly text: Bytes.Bytes
      /** How the text that was given had to be changed. */
      readonly change?: string
      /** Where it departs from the text that this request should have been signed with; absent if it does not. */
      readonly difference?: Difference
      readonly expected: Bytes.Bytes
    }
  /** The key opens the signature, and another text is under it. */
  | { readonly _tag: 'NotSigned' }
  /** No signature, or none that a given key opens. */
  | { readonly _tag: 'NotOpened' }
  /** The text is the answer of a service, which says what it took for the text. */
  | { readonly _tag: 'OfService'; readonly service: ServiceText; readonly comparison: Comparison }

interface Spelling {
  readonly text: Bytes.Bytes
  readonly change?: string
}

const spellLines = (logged: string, earlierChanges: ReadonlyArray<string>): ReadonlyArray<Spelling> => {
  const withLf = logged.replaceAll('\r\n', '\n')
  const spell = (spelling: string, ...changes: ReadonlyArray<string>): Spelling => {
    const allChanges = [...earlierChanges, ...changes]
    return { text: Bytes.ofAscii(spelling), ...(allChanges.length === 0 ? {} : { change: allChanges.join(', and ') }) }
  }
  return [
    spell(logged),
    spell(logged.replace(/\r?\n$/, ''), 'without its last line end'),
    spell(`${logged}\n`, 'with a last line end'),
    spell(withLf, 'with LF instead of CR LF'),
    spell(withLf.replace(/\n$/, ''), 'with LF instead of CR LF', 'without its last line end'),
    // A text field turns CR LF into LF.
    spell(withLf.replaceAll('\n', '\r\n'), 'with CR LF instead of LF'),
  ]
}

/** What is in the quotation marks of a literal: `a` of `"a"`, `'a'` and `b'a'`. Another text as it is. */
const withoutQuotes = (printed: string): string => {
  const literal = /^b["']/.test(printed) ? printed.slice(1) : printed
  const [mark = ''] = literal
  const isQuoted = /["']/.test(mark) && literal.length > 1 && literal.endsWith(mark)
  return isQuoted ? literal.slice(1, -1) : printed
}

/** The text, and what printing may have made of it. */
const spellingsOf = (claimed: Bytes.Bytes): ReadonlyArray<Spelling> => {
  const claimedLatin1 = latin1(claimed)
  const printed = withoutQuotes(claimedLatin1.trim())
  const isEscaped = /\\[nr]/.test(printed) && !printed.includes('\n')
  return [
    ...spellLines(claimedLatin1, []),
    ...(isEscaped ? spellLines(inBackslashes(printed), ['with its escapes undone']) : []),
  ]
}

const openedBy = (evidence: HeaderEvidence, { keys }: Case, hash: Hash): Opened | undefined => {
  if (evidence.signature === undefined) return undefined
  const unlocking = unlock(evidence.signature, evidence.appId, keys, hash)
  for (;;) {
    const step = unlocking.next()
    if (step.done === true) return step.value.opened
  }
}

/** Whether this text was signed, and where it departs from the right one. */
export const claimedText = (claimed: Bytes.Bytes, request: Case, hash: Hash): Claim => {
  const policy = VerifyPolicy.parse(request.settings ?? {})
  const credentials =
    request.authorization.find((candidate) => /signature/i.test(candidate)) ?? request.authorization[0]
  if (E.isLeft(policy) || credentials === undefined) return { _tag: 'NotOpened' }
  const evidence = headerEvidence(credentials, request, policy.right, hash)
  const [rightDraft] = evidence.expected
  const expected = message(rightDraft, hash)
  const service = serviceTextIn(claimed)
  if (service !== undefined)
    return { _tag: 'OfService', service, comparison: compareWith(service, expected, rightDraft) }
  const opened = openedBy(evidence, request, hash)
  if (opened === undefined) return { _tag: 'NotOpened' }
  for (const { text: spelling, change } of spellingsOf(claimed)) {
    if (!opened.recovered.some((recovered) => matcherOf(recovered, hash)(spelling))) continue
    return {
      _tag: 'Signed',
      text: spelling,
      expected,
      ...definedOf({ change, difference: differenceOf(spelling, expected, rightDraft) }),
    }
  }
  return { _tag: 'NotSigned' }
}
