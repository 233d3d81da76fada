/**
 * Which findings tell the truth about a client, by definitions of their own: each id says by two texts alone whether it is right. So a
 * report can be judged without the catalogue that made it.
 *
 *     signed /v1/jobs/, sent /v1/jobs      true: target-trailing-slash, target-other, …      untrue: target-prefix-lost, …
 */
import { type Draft, textOf } from '../../src/kit/diagnosis/Draft.ts'
import type { Case } from '../../src/kit/diagnosis/examine.ts'
import { splitTarget } from '../../src/kit/diagnosis/forms/percent.ts'
import type { Report } from '../../src/kit/diagnosis/Report.ts'

/** Something that a client did, and the ids that tell it rightly. */
export interface Deed {
  readonly name: string
  readonly ids: ReadonlyArray<string>
  /** It put another body in place of the right one. */
  readonly ofBody?: true
}

export interface Client {
  readonly request: Case
  readonly deeds: ReadonlyArray<Deed>
  readonly signed: Draft
}

// ---- The target

/** Whether an id is true of a target that was signed in place of the one that the draft has sent. */
const targetTruths: Readonly<Record<string, (signed: string, draft: Draft) => boolean>> = {
  'target-other': () => true,
  'part-missing': (signed) => signed === '',
  'target-without-query': (signed, { sent }) => signed === pathOf(sent),
  'target-trailing-slash': (signed, { sent }) =>
    signed === `${sent}/` || (queryOf(signed) === queryOf(sent) && withoutLastSlash(signed) === withoutLastSlash(sent)),
  'target-prefix-lost': (signed, { sent }) =>
    sent.length > signed.length && sent.endsWith(signed) && signed.startsWith('/'),
  // A proxy that removes a prefix may change a slash too.
  'target-prefix-added': (signed, { sent }) =>
    signed.startsWith('/') && sent.length > 1 && withPlainSlashes(signed).endsWith(withPlainSlashes(sent)),
  'target-no-leading-slash': (signed, { sent }) => `/${signed}` === sent,
  'parts-labelled': (signed, { sent }) => signed === sent + sent,
  'target-double-slash': (signed, { sent }) => signed.replace(/\/+/g, '/') === sent.replace(/\/+/g, '/'),
  'target-with-origin': (signed, draft) =>
    signed.endsWith(draft.sent) && (isGivenUrl(signed, draft) || isOriginBefore(signed, draft)),
  'target-with-fragment': (signed, { sent, url = '' }) => signed === `${sent}#${url.split('#')[1]}`,
  'target-decoded': (signed, { sent }) => decoded(signed) === decoded(sent),
  'target-reencoded': (signed, { sent }) =>
    decoded(signed).replaceAll('=', '') === decoded(sent).replaceAll('=', '') ||
    decoded(decoded(signed)) === decoded(sent),
  // A program put an object or nothing into the query, and its language printed it.
  'query-respelled': (signed, { sent }) =>
    pathOf(signed) === pathOf(sent) && ['?[object Object]', '?undefined', '?null'].includes(queryOf(signed)),
  'query-reordered': (signed, { sent }) =>
    pathOf(signed) === pathOf(sent) && sortedFields(signed) === sortedFields(sent),
}

/** The ids that are true of this signed target. */
export const truthsOfTarget = (signed: string, draft: Draft): ReadonlyArray<string> =>
  Object.keys(targetTruths).filter((id) => targetTruths[id]?.(signed, draft))

/** Whether the client signed the URL that it says it calls, up to its fragment. */
const isGivenUrl = (signed: string, { url = '' }: Draft): boolean =>
  url.split('#')[0] === signed && !signed.startsWith('/')

/** Whether what stands before the sent target is the beginning of the URL, or has the host. */
const isOriginBefore = (signed: string, { sent, url = '', host }: Draft): boolean => {
  const isUrlAbsolute = /^(?:https?:)?\/\//.test(url)
  const hostname = host?.replace(/:\d+$/, '')
  return (
    (isUrlAbsolute && url.startsWith(signed.slice(0, -sent.length))) ||
    (hostname !== undefined && signed.includes(hostname))
  )
}

const pathOf = (target: string): string => splitTarget(target)[0]

/** The query with its question mark. */
const queryOf = (target: string): string => splitTarget(target)[1]

const withoutLastSlash = (target: string): string => pathOf(target).replace(/\/$/, '')

const withPlainSlashes = (target: string): string => withoutLastSlash(target).replace(/\/+/g, '/') + queryOf(target)

const sortedFields = (target: string): string => queryOf(target).slice(1).split('&').toSorted().join('&')

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

// ---- The body

/** Whether an id is true of a body that was signed in place of the sent one, whatever the client did. */
const bodyTruths: Readonly<Record<string, (signed: string, sent: string) => boolean>> = {
  'body-other': () => true,
  'body-missing': (signed) => signed.trim() === '',
  'trailing-line-feed': (signed) => signed.endsWith('\n'),
  'body-trailing-newline': (signed, sent) => sent.replace(/\r?\n$/, '') === signed,
  'body-crlf': (signed, sent) => sent.replaceAll('\r', '') === signed.replaceAll('\r', ''),
  'body-lines-joined': (signed, sent) => withoutBlanks(sent) === withoutBlanks(signed),
  'body-reserialized': (signed, sent) => compactJson(sent) === compactJson(signed),
  'body-printed': (signed, sent) => signed === 'null' || (sent === '' && ['{}', '[]', '""'].includes(signed)),
  'body-quoted': (signed, sent) => JSON.stringify(sent) === signed || JSON.stringify(signed) === sent,
}

const withoutBlanks = (text: string): string => text.replace(/\s/g, '')

/** The JSON as one serializer writes it. An empty object is an empty array, as in PHP. Undefined if the text is no JSON. */
const compactJson = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text)).replaceAll('{}', '[]')
  } catch {
    return undefined
  }
}

// ---- A report

/** What should come before the body, without the last line feed. */
const firstFourParts = ({ request: { method, target, authorization } }: Client): string => {
  const [, nonce, timestamp] = /nonce_str=(.*),timestamp=(.*),/.exec(authorization[0] ?? '') ?? []
  return [method, target, timestamp, nonce].join('\n')
}

/** The texts that may be called the signed body. */
const signedBodies = ({ deeds, signed }: Client, signedText: string, right: string): ReadonlyArray<string> => {
  const bodies: Array<string> = []
  if (deeds.some(({ ofBody }) => ofBody === true)) bodies.push(Buffer.from(signed.body).toString())
  // What follows the four right lines is a body, whatever the client did to get there.
  if (signedText.startsWith(`${right}\n`)) bodies.push(signedText.slice(right.length + 1))
  return bodies
}

/** Whether a finding with this id tells what the client did, or how the signed text differs from the right one. */
const isTruth = (id: string, client: Client): boolean => {
  const { deeds, signed, request } = client
  const signedText = Buffer.from(textOf(signed)).toString()
  const sentBody = Buffer.from(request.body).toString()
  const right = firstFourParts(client)
  const [, signedTarget = ''] = signedText.split('\n')
  if (id === 'nonce-from-clock' || deeds.some(({ ids }) => ids.includes(id))) return true
  if (id === 'body-missing' && [right, `${right}\n`].includes(signedText)) return true
  if (id === 'separator-other' && signedText === `${right}\n\n${sentBody}`) return true
  // Two deeds may leave one difference between the targets.
  if (signedTarget !== signed.sent && targetTruths[id]?.(signedTarget, signed) === true) return true
  return signedBodies(client, signedText, right).some((body) => bodyTruths[id]?.(body, sentBody) === true)
}

/** Whether a report is true. If it is exact, it may leave out what another mistake covers, but it never tells what was not done. */
export const isTrue = ({ exact, findings }: Report, client: Client): boolean =>
  !exact || findings.every(({ id }) => isTruth(id, client))
