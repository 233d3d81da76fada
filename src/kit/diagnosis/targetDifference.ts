/**
 * What two targets show by themselves: the difference between the one that was signed and the one that arrived, in words.
 * `/api/v1/jobs` signed and `/v1/jobs` sent: the prefix `/api`, which a proxy removes. It claims no more than the texts show.
 */

import { doubleSlash } from './directions.ts'
import { fieldsDifference, joinFields, strayMarks } from './fieldsDifference.ts'
import { isMissingText } from './forms/missingValues.ts'
import { isOtherMillisecond } from './forms/otherMilliseconds.ts'
import { pathsIntoQuery, pathsOutOfQuery } from './forms/pathInQuery.ts'
import { decode, splitTarget } from './forms/percent.ts'
import { printedNothings, withoutPathParameters } from './forms/targets.ts'
import { missingWords } from './missingWords.ts'
import { normalizationDifference } from './normalizationDifference.ts'
import { prefixAndSlash } from './prefixAndSlash.ts'
import { forBoth, type Remedy } from './remedies.ts'
import type { Telling } from './Telling.ts'
import { targetMarks } from './targetMarks.ts'
import { listed, variablesIn } from './variables.ts'
import { endsInDots, withoutDots } from './withoutDots.ts'

/** The two targets in their two halves. */
interface Halves {
  readonly signed: string
  readonly sent: string
  readonly signedPath: string
  readonly sentPath: string
  /** With its question mark. */
  readonly signedQuery: string
  readonly sentQuery: string
}

type Namer = (halves: Halves) => Telling | undefined

const segmentsOf = (path: string): ReadonlyArray<string> => path.split('/').slice(1)

const said = (what: string, remedy: string | Required<Remedy>, detail?: string): Telling => ({
  what,
  ...(typeof remedy === 'string' ? { remedy } : remedy),
  detail,
})

const signWhatIsSent = 'Sign the target that is sent.'

/** What the path that was signed has in front of the one that arrived. */
const prefixAdded: Namer = ({ signedPath, sentPath, signedQuery, sentQuery }) => {
  const prefix = signedPath.slice(0, -sentPath.length)
  if (sentPath.length < 2 || prefix === '' || signedQuery !== sentQuery) return undefined
  if (!signedPath.endsWith(sentPath) || !prefix.startsWith('/') || prefix.endsWith('/')) return undefined
  if (sentPath === prefix || sentPath.startsWith(`${prefix}/`))
    return said(
      `The caller signed the prefix ${prefix} twice, but sent it once.`,
      'Join the base URL and the path once. Then sign and send this path.',
      `${prefix} twice`,
    )
  return {
    id: 'target-prefix-added',
    detail: prefix,
    what: `The caller signed the path with the prefix ${prefix}, but the path arrived without this prefix. Either the caller did not send the prefix, or a proxy removed it.`,
    ...forBoth(
      `Sign the path that is sent, without ${prefix}.`,
      `If the caller sent the prefix, configure the proxy to keep it, or set the option prefix: '${prefix}' of the adapter.`,
    ),
  }
}

/** The path was signed without its prefix and without a slash in front, as HTTP libraries join it to a base URL: `user` for `/1/user`. */
const relativePath: Namer = ({ signedPath, sentPath, signedQuery, sentQuery }) => {
  if (signedPath === '' || signedPath.startsWith('/') || signedQuery !== sentQuery) return undefined
  const prefix = sentPath.slice(0, -signedPath.length)
  if (prefix.length < 2 || !sentPath.endsWith(`/${signedPath}`)) return undefined
  return {
    id: 'target-prefix-lost',
    detail: prefix,
    what: `The caller signed only ${signedPath}, the end of the path. The beginning ${prefix} is missing.`,
    remedy: 'Sign the whole path that is sent, with the slash at its beginning.',
  }
}

const dotSegments: Namer = ({ signedPath, sentPath, signedQuery, sentQuery }) => {
  if (signedQuery !== sentQuery || signedPath === sentPath || !signedPath.startsWith('/')) return undefined
  const resolved = withoutDots(signedPath)
  const isResolved = [resolved, ...(endsInDots.test(signedPath) ? [resolved.replace(/\/$/, '')] : [])].includes(
    withoutDots(sentPath),
  )
  if (!isResolved) return undefined
  return signedPath.length > sentPath.length
    ? said(
        'The caller signed a path with dot segments (. or ..), but its HTTP library or a proxy resolved them after signing.',
        'Resolve . and .. before you sign the path.',
        'dot segments',
      )
    : said(
        'The caller signed the path without its dot segments (. and ..), but sent the path with them.',
        signWhatIsSent,
        'dot segments',
      )
}

/** The difference of two targets that differ in dot segments alone. */
export const dotsResolved = (signed: string, sentTarget: string): Telling | undefined =>
  dotSegments(halvesOf(signed, sentTarget))

/** As tools and languages write the place of a value that is not there yet, also percent-encoded. */
const template =
  /^(?::[\w-]+|[=$]?\{+ ?[.$]*(?:[\w-][\w.-]*)?(?: [\w-]+)* ?\}+|\{[\w-]+(?::[^{}]*|[+*])\}|<+(?:\w+:)?[\w-]+>+|\[+[\w-]+\]+|[$@#]?\{[\w.()/,-]+\}|\$\([\w-]+\)|%\([\w-]+\)s|%[\w-]+%|\{% [^%]+ %\}|__\w+__|<%=? ?[\w.@]+ %>|\\\([\w.]+\)|\$\(\$[\w.]+\)|%(?:\d\$)?[sdvqiu@]|%l{1,2}d|:[\w-]+\?)$/
/** What may be such a place, but `/users/@me` is a path too. */
const perhapsUnfilled = /^[$@][\w-]+$/

const isTemplate = (target: string): boolean => template.test(target) || template.test(decode(target))
const isPerhapsUnfilled = (target: string): boolean =>
  perhapsUnfilled.test(decode(target)) || isMissingText(decode(target))

/** The segments of both paths, and where they begin to differ. */
interface Segments {
  readonly signed: ReadonlyArray<string>
  readonly sent: ReadonlyArray<string>
  readonly firstDifference: number
}

const segmentsOfBoth = ({ signedPath, sentPath }: Halves): Segments => {
  const signed = segmentsOf(signedPath)
  const sent = segmentsOf(sentPath)
  const differing = signed.findIndex((signedSegment, i) => signedSegment !== sent[i])
  return { signed, sent, firstDifference: differing < 0 ? Math.min(signed.length, sent.length) : differing }
}

const isSamePath = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean => a.join('/') === b.join('/')

/** The pieces of a target between its marks. */
const piecesOf = (target: string): ReadonlyArray<string> => target.split(/[/?&]/)

/** Several placeholders, in the segments of the path or in the parameters of the query: `/v1/%s/images/%s`. */
const unfilledPieces: Namer = ({ signed, sent: sentTarget, signedQuery, sentQuery }) => {
  const sentPieces = piecesOf(sentTarget)
  const signedPieces = piecesOf(signed)
  const differing = signedPieces.filter((piece, i) => piece !== sentPieces[i])
  if (signedPieces.length !== sentPieces.length || differing.length < 2) return undefined
  // Placeholders of the query alone are told with the query.
  if (
    !differing.every((piece) => isTemplate(writtenValue(piece))) ||
    splitTarget(signed)[0] === splitTarget(sentTarget)[0]
  )
    return undefined
  if (itemsOf(signedQuery).length !== itemsOf(sentQuery).length) return undefined
  return said(
    `The caller signed the target with ${listed([...new Set(differing)])}. These are placeholders of a template, and their values were not filled in.`,
    'Put the values into the template before you sign the target.',
    differing.join(', '),
  )
}

/** Segments more or fewer at the end, one more or one less within the path, or another one. */
const segment: Namer = (halves) => {
  if (halves.signedQuery !== halves.sentQuery || /^[^/]/.test(halves.signedPath)) return undefined
  const segments = segmentsOfBoth(halves)
  return segmentsAtEnd(segments) ?? segmentMoreOrLess(segments) ?? slashMoreOrLess(segments) ?? otherSegment(segments)
}

/** `/v1/jobs` and `/v1/jobs/7/log` */
const segmentsAtEnd = ({ signed, sent }: Segments): Telling | undefined => {
  const missing = sent.slice(signed.length).join('/')
  if (sent.length > signed.length && isSamePath(signed, sent.slice(0, signed.length)))
    return said(`The caller signed the path without /${missing} at its end.`, signWhatIsSent, `without /${missing}`)
  const added = signed.slice(sent.length).join('/')
  if (signed.length > sent.length && isSamePath(sent, signed.slice(0, sent.length)))
    return said(
      `The caller signed the path with /${added} at its end, but did not send this end.`,
      signWhatIsSent,
      `with /${added}`,
    )
  return undefined
}

/** `/v1/jobs` and `/v1/eu/jobs` */
const segmentMoreOrLess = ({ signed, sent, firstDifference }: Segments): Telling | undefined => {
  const missing = sent[firstDifference]
  if (isSamePath(signed, sent.toSpliced(firstDifference, 1)))
    return said(
      `The caller signed the path without its segment ${missing}. Either its signing code left the segment out, or the client followed a redirect with the old signature, or something on the way added the segment.`,
      forBoth(
        'Sign the target that is sent. If the client follows a redirect, sign again for each new address.',
        'If the caller sent what it signed, configure the proxy so that it does not change the path.',
      ),
      `without ${missing}`,
    )
  const added = signed[firstDifference]
  if (isSamePath(signed.toSpliced(firstDifference, 1), sent))
    return said(
      `The caller signed the path with the additional segment ${added}, which did not arrive.`,
      signWhatIsSent,
      `with ${added}`,
    )
  return undefined
}

/** `/v3groups/7` and `/v3/groups/7` */
const slashMoreOrLess = ({ signed, sent, firstDifference: first }: Segments): Telling | undefined => {
  const sentPair = sent.slice(first, first + 2)
  const signedPair = signed.slice(first, first + 2)
  if (isSamePath(signed, sent.toSpliced(first, 2, sentPair.join(''))))
    return said(
      `In the path, the caller signed ${signed[first]}, but ${sentPair.join('/')} was sent. A slash is missing in the signed path.`,
      signWhatIsSent,
      `${signed[first]} where ${sentPair.join('/')} was sent`,
    )
  if (isSamePath(signed.toSpliced(first, 2, signedPair.join('')), sent))
    return said(
      `In the path, the caller signed ${signedPair.join('/')}, but ${sent[first]} was sent, without this slash.`,
      signWhatIsSent,
      `${signedPair.join('/')} where ${sent[first]} was sent`,
    )
  return undefined
}

/** The file that a server answers with for a folder. */
const directoryIndex = /^index\.[a-z]{2,5}$/

const otherVersionRouted =
  'If the caller sent what it signed, a gateway changed the version. Configure the gateway so that it does not change the path, or verify the request before it.'

/** `/v1/:id/log` and `/v1/7/log` */
const otherSegment = ({ signed, sent, firstDifference }: Segments): Telling | undefined => {
  const signedSegment = signed[firstDifference]
  const sentSegment = sent[firstDifference]
  if (signedSegment === undefined || sentSegment === undefined || signed.length !== sent.length) return undefined
  if (!isSamePath(signed.with(firstDifference, ''), sent.with(firstDifference, ''))) return undefined
  const place = `segment ${firstDifference + 1} of the path`
  if (sentSegment === '')
    return said(
      `The caller signed ${signedSegment} in ${place}, but this segment arrived empty.`,
      signWhatIsSent,
      `${signedSegment} where the segment is empty`,
    )
  if (signedSegment === '' && directoryIndex.test(sentSegment))
    return said(
      `The caller signed the path without ${sentSegment}. A server or a client adds this segment to a path that ends in a slash.`,
      signWhatIsSent,
      `without ${sentSegment}`,
    )
  if (signedSegment === '')
    return said(
      `In ${place}, the caller signed nothing, but ${sentSegment} was sent. Perhaps a variable in the path was empty, or something on the way added this segment.`,
      'Put the values into the path before you sign it. Then sign and send this path.',
      `without ${sentSegment}`,
    )
  if (isTemplate(signedSegment) || variablesIn(signedSegment, '').length > 0)
    return said(
      `The caller signed ${signedSegment} instead of ${sentSegment} in the path. The signed segment is a placeholder of a template, and its value was not filled in.`,
      'Put the values into the template before you sign the path.',
      signedSegment,
    )
  if (isPerhapsUnfilled(signedSegment))
    return said(
      `The caller signed ${signedSegment} instead of ${sentSegment} in the path. Perhaps a value was not filled in there.`,
      'If it is from a template, put the value in before you sign the path. Otherwise sign the path that is sent.',
      signedSegment,
    )
  const isVersion = [signedSegment, sentSegment].every((text) => /^v\d{1,2}(?:\.\d)?$/i.test(text))
  return said(
    [
      `In ${place}, the caller signed ${signedSegment}, but ${sentSegment} was sent.`,
      ...missingWords(signedSegment, sentSegment),
    ].join(' '),
    isVersion ? forBoth(signWhatIsSent, otherVersionRouted) : signWhatIsSent,
    `${signedSegment} where ${sentSegment} was sent`,
  )
}

/** Two slashes together are an empty segment. */
const slashes: Namer = ({ signed, sent: sentTarget }) => {
  const telling = doubleSlash(signed, sentTarget)
  return (
    telling && { ...telling, detail: signed.length > sentTarget.length ? '// where / was sent' : '/ where // was sent' }
  )
}

const lettersOf = (target: string): string => {
  if (target === target.toLowerCase()) return 'in lower case'
  return target === target.toUpperCase() ? 'in upper case' : 'in capital and small letters'
}

/** The one segment or the one parameter that differs, if there are others. */
const onlyDiffering = (
  signed: string,
  sentTarget: string,
): { readonly signed: string; readonly sent: string } | undefined => {
  const signedPieces = signed.split(/[/?&]/)
  const sentPieces = sentTarget.split(/[/?&]/)
  const differing = signedPieces.flatMap((piece, i) =>
    piece === sentPieces[i] ? [] : [{ signed: piece, sent: sentPieces[i] ?? '' }],
  )
  // The first piece is empty: it is before the slash.
  return differing.length === 1 && signedPieces.length > 2 ? differing[0] : undefined
}

const letterCase: Namer = ({ signed, sent: sentTarget }) => {
  if (signed.toLowerCase() !== sentTarget.toLowerCase()) return undefined
  const pair = onlyDiffering(signed, sentTarget)
  if (pair !== undefined)
    return said(
      `The caller signed ${pair.signed} in the target, but ${pair.sent} was sent. Only the case of the letters differs.`,
      'Write the target once. Then sign and send exactly this text.',
      `${pair.signed} where ${pair.sent} was sent`,
    )
  const signedLetters = lettersOf(signed)
  const sentLetters = lettersOf(sentTarget)
  return said(
    signedLetters === sentLetters
      ? 'Some letters of the target are upper case on one side and lower case on the other. The signing code or a proxy on the way changes them.'
      : `The caller signed the target ${signedLetters}, but it arrived ${sentLetters}. The signing code or a proxy on the way changes the letters.`,
    'Sign and send the same target. Do not change upper or lower case between the two.',
    'upper and lower case',
  )
}

const whiteSpace: Namer = ({ signed, sent: sentTarget }) => {
  if (signed.replace(/\s/g, '') !== sentTarget) return undefined
  return said(
    signed.trim() === sentTarget
      ? 'The caller signed white space before or after the target, such as the line end of a file or of a variable.'
      : 'The caller signed white space within the target, but sent the target without it.',
    'Remove the white space before you sign and send the target.',
    JSON.stringify(signed),
  )
}

/** What the longer list has besides all items of `fewer`. Undefined if it lacks one of these. */
const fewerItems = (
  fewer: ReadonlyArray<string>,
  longerList: ReadonlyArray<string>,
): ReadonlyArray<string> | undefined => {
  const counts = new Map<string, number>()
  for (const parameter of fewer) counts.set(parameter, (counts.get(parameter) ?? 0) + 1)
  const remaining = longerList.filter((parameter) => {
    const count = counts.get(parameter) ?? 0
    counts.set(parameter, count - 1)
    return count <= 0
  })
  return remaining.length === longerList.length - fewer.length ? remaining : undefined
}

const otherOrder = 'The order of the other parameters differs too.'

/** Whether the longer query has the items of the shorter one in their order, with others between them. */
const isInOrder = (shorter: string, longer: string): boolean => {
  const items = itemsOf(shorter)
  let found = 0
  for (const item of itemsOf(longer)) if (item === items[found]) found++
  return found === items.length
}

const itemsOf = (query: string): ReadonlyArray<string> => (query === '' ? [] : query.slice(1).split('&'))

const writtenValue = (parameter: string): string => parameter.slice(parameter.indexOf('=') + 1)

/** The items whose values are or may be placeholders, if the two differ in such items alone. */
const unfilledItems = (signed: ReadonlyArray<string>, sentParameters: ReadonlyArray<string>): ReadonlyArray<string> => {
  const differing = signed.filter((parameter, i) => parameter !== sentParameters[i])
  const isUnfilled = (parameter: string): boolean =>
    isTemplate(writtenValue(parameter)) ||
    isPerhapsUnfilled(writtenValue(parameter)) ||
    variablesIn(parameter, '').length > 0
  return signed.length === sentParameters.length && differing.every(isUnfilled) ? differing : []
}

const query: Namer = ({ signed, signedPath, sentPath, signedQuery, sentQuery }) => {
  if (sentQuery !== '' && signed === `${sentPath}\n${sentQuery.slice(1)}`)
    return said(
      'The caller signed the query on a separate line, as other schemes do.',
      'Sign path and query as one text, with the question mark between them.',
      'a line feed for ?',
    )
  if (signedPath !== sentPath) return undefined
  if (signedQuery === '?' && sentQuery === '')
    return said(
      'The caller signed a question mark with nothing after it. Many HTTP clients do not send such a question mark.',
      signWhatIsSent,
      'a bare ?',
    )
  if (signedQuery === '' && sentQuery === '?')
    return said('The caller did not sign the question mark at the end of the target.', signWhatIsSent, 'without ?')
  if (sentQuery === '' && /^\?&+$/.test(signedQuery))
    return said(
      `The caller signed ${signedQuery} at the end of the target, which has no parameter, but did not send it.`,
      signWhatIsSent,
      `with ${signedQuery}`,
    )
  if (signedQuery === '' && /^\?&+$/.test(sentQuery))
    return said(
      `The caller did not sign ${sentQuery} at the end of the target, which has no parameter.`,
      signWhatIsSent,
      `without ${sentQuery}`,
    )
  const doubled = sentQuery.slice(1)
  if (doubled !== '' && [`${sentQuery}${sentQuery}`, `${sentQuery}&${doubled}`].includes(signedQuery))
    return said('The signed text has the query twice.', 'Append the query once.', 'the query twice')
  const unfilled = unfilledItems(itemsOf(signedQuery), itemsOf(sentQuery))
  if (unfilled.some((parameter) => isPerhapsUnfilled(writtenValue(parameter))))
    return said(
      `The caller signed the query with ${listed(unfilled)}. Perhaps a value was not filled in there.`,
      'If it is from a template, put the values in before you sign the query. Otherwise sign the query that is sent.',
      unfilled.join('&'),
    )
  if (unfilled.length > 0)
    return said(
      `The caller signed the query with ${listed(unfilled)}. ${unfilled.length === 1 ? 'This is a placeholder of a template, and its value was not filled in.' : 'These are placeholders of a template, and their values were not filled in.'}`,
      'Put the values into the template before you sign the query.',
      unfilled.join('&'),
    )
  return itemsAdded(signedQuery, sentQuery) ?? itemsLost(signedQuery, sentQuery)
}

/** The parameters that only the sent query has. */
const itemsAdded = (signedQuery: string, sentQuery: string): Telling | undefined => {
  const added = fewerItems(itemsOf(signedQuery), itemsOf(sentQuery))
  if (added === undefined || added.length === 0) return undefined
  const order = isInOrder(signedQuery, sentQuery) ? '' : otherOrder
  if (added.every(isEmpty))
    return said(
      `The query arrived with ${strayMarks(added)} that the caller did not sign. ${order}`.trim(),
      joinFields('query'),
      `without ${strayMarks(added)}`,
    )
  if (added.every(isSignature))
    return said(
      `The caller signed the query without ${added.join('&')}, and sent this parameter in the query. Other schemes send the signature there. ${order}`.trim(),
      'Do not put a signature into the query: this scheme has it in the Authorization header alone. If the parameter is something else, add it before you sign the target.',
      `without ${added.join('&')}`,
    )
  return said(
    [
      `The caller signed the query without ${added.join('&')}. Either the client or something on the way added it after signing, or the signing code left it out.`,
      habitOfLeaving(added, itemsOf(signedQuery)),
      order,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    forBoth(
      'Add every parameter before you sign the target, and sign all of them.',
      'Configure proxies on the way so that they add no parameter.',
    ),
    `without ${added.join('&')}`,
  )
}

const nameOf = (parameter: string): string => decode(parameter.split('=', 1)[0] ?? '')

/** Which parameters some signing code leaves out, if these are such ones. Empty if they are not. */
const habitOfLeaving = (added: ReadonlyArray<string>, signedItems: ReadonlyArray<string>): string => {
  const signedNames = new Set(signedItems.map(nameOf))
  if (added.every((parameter) => signedNames.has(nameOf(parameter))))
    return 'Some signing code keeps only one parameter of each name.'
  return added.every((parameter) => /[[(]/.test(nameOf(parameter)))
    ? 'Some signing code leaves out names with brackets.'
    : ''
}

/** The parameters that only the signed query has. */
const itemsLost = (signedQuery: string, sentQuery: string): Telling | undefined => {
  const lost = fewerItems(itemsOf(sentQuery), itemsOf(signedQuery))
  if (lost === undefined || lost.length === 0) return undefined
  const order = isInOrder(sentQuery, signedQuery) ? '' : otherOrder
  if (lost.every(isEmpty))
    return said(
      `The caller signed the query with ${strayMarks(lost)}, but it arrived without this. ${order}`.trim(),
      joinFields('query'),
      `with ${strayMarks(lost)}`,
    )
  if (sentQuery === '' && lost.length === 1 && printedNothings.includes(lost[0] as string))
    return said(
      `The caller signed ?${lost[0]}, which is how a program prints a missing query, but no query was sent.`,
      'Append the question mark and the query only if there is a query. Then sign and send this target.',
      `with ${lost[0]}`,
    )
  if (lost.every(isOfMissingValue))
    return said(
      `The caller signed ${lost.join('&')}, which is how a program prints a missing value, but it did not arrive. Many HTTP clients leave out such a parameter. ${order}`.trim(),
      'Leave out each parameter without a value before you sign the target.',
      `with ${lost.join('&')}`,
    )
  if (lost.every(isSignature))
    return said(
      `The caller signed ${lost.join('&')} in the query, but it did not arrive. Other schemes send the signature there. Either the caller added it only where it signed, or the client or a proxy removed it. ${order}`.trim(),
      'Do not sign a parameter for the signature: this scheme has the signature in the Authorization header alone. If the parameter is something else, send it too.',
      `with ${lost.join('&')}`,
    )
  return said(
    `The caller signed ${lost.join('&')} in the query, but it did not arrive. Either the caller added it only where it signed, or the client or a proxy removed it. ${order}`.trim(),
    forBoth(
      'Do not sign a parameter that is not sent. If the request needs it, send it too.',
      'Configure proxies on the way so that they remove no parameter.',
    ),
    `with ${lost.join('&')}`,
  )
}

/** As other schemes call the parameter with the signature. */
const isSignature = (piece: string): boolean => /^(?:x-[a-z]+-)?(?:sign|signature|sig|hmac)(?:=|$)/i.test(piece)

/** `cursor=undefined` */
const isOfMissingValue = (piece: string): boolean => {
  const equals = piece.indexOf('=')
  return equals > 0 && isMissingText(decode(piece.slice(equals + 1)))
}

const isEmpty = (piece: string): boolean => piece === ''

/** A path without its extension, and the extension with its dot: `/a/b.json` is `/a/b` and `.json`. */
interface Named {
  readonly stem: string
  readonly extension: string
}

const namedBy = (path: string): Named => {
  const [, stem = path, extension = ''] = /^(.*[^/])(\.[0-9A-Za-z]{1,6})$/.exec(path) ?? []
  return { stem: stem.replace(/\/$/, ''), extension }
}

const describeExtension = (extension: string): string =>
  extension === '' ? 'without an extension' : `with ${extension}`

/** An extension at the end of one of the two paths, or another one. */
const extensionChanged: Namer = ({ signedPath, sentPath, signedQuery, sentQuery }) => {
  const signed = namedBy(signedPath)
  const sent = namedBy(sentPath)
  if (signedQuery !== sentQuery || signed.stem !== sent.stem || signed.extension === sent.extension) return undefined
  return said(
    `The caller signed the path ${describeExtension(signed.extension)}, but it arrived ${describeExtension(sent.extension)}.`,
    signWhatIsSent,
    signed.extension === '' ? `${sent.extension} left out` : `${signed.extension} signed`,
  )
}

/** A parameter of a path segment, as servlet containers add them. */
const pathParameters: Namer = ({ signed, sent: sentTarget, sentPath }) => {
  const parameters = sentPath.match(/;[^/;]*/g) ?? []
  if (!withoutPathParameters(sentTarget).includes(signed) || parameters.length === 0) return undefined
  return said(
    `The caller signed the path without ${listed(parameters)}. Either its framework removed the parameters of the path, or something added them after signing, as servlet containers add ;jsessionid.`,
    signWhatIsSent,
    `without ${parameters.join('')}`,
  )
}

/** A mark that turns a text into an expression, and that stayed in the text. */
const expressionMark: Namer = ({ signed, sent: sentTarget }) =>
  signed === `=${sentTarget}`
    ? said(
        'The caller signed an equals sign before the target. In n8n this sign begins an expression, but here it stayed in the text.',
        'Remove the equals sign, or make the whole field an expression.',
        '= in front',
      )
    : undefined

/** A server moved the path into the query, or the caller signed it there. */
const pathInQuery: Namer = ({ signed, sent: sentTarget }) => {
  if (pathsOutOfQuery(sentTarget).has(signed))
    return said(
      `The caller signed ${signed}, but ${sentTarget} arrived. The query that arrived contains the signed path, or the end of it. A server on the way changed the target (as nginx does for index.php), or the client called another address than the one it signed.`,
      forBoth(
        signWhatIsSent,
        'If the caller sent what it signed, verify the target before the server changes it: REQUEST_URI in PHP, $request_uri in nginx.',
      ),
      `${signed} where ${sentTarget} was sent`,
    )
  return pathsIntoQuery(sentTarget).has(signed) || pathsOutOfQuery(signed).has(sentTarget)
    ? said(
        `The caller signed ${signed}, with the path, or its end, in the query. But ${sentTarget} arrived.`,
        signWhatIsSent,
        `${signed} where ${sentTarget} was sent`,
      )
    : undefined
}

/** Characters that come along when a URL is typed or copied out of a text, and their escapes. */
const stray = /^(?:['"`)\]},.;:>]|%(?:20|22|27|29|2C|3B|3E|5D|60|7D))+$/i

/** A character at the end of the URL that was called, and not of the one that was signed. */
export const strayEnd = (signed: string, sentTarget: string): Telling | undefined => {
  const { signedPath, sentPath, signedQuery, sentQuery } = halvesOf(signed, sentTarget)
  // The queries are the same: the paths differ, and the end is before the question mark, as in `/v1/jobs,?page=1`.
  const isEndOfPath = signedQuery === sentQuery
  const end = isEndOfPath ? sentPath.slice(signedPath.length) : sentQuery.slice(signedQuery.length)
  const signedWithEnd = isEndOfPath ? signedPath + end + signedQuery : signed + end
  if (signedWithEnd !== sentPath + sentQuery || !stray.test(end)) return undefined
  return said(
    `The target arrived with ${end} at the end of its ${isEndOfPath ? 'path' : 'query'}. The caller did not sign this end. Probably it is a typing mistake in the URL that the caller calls.`,
    `Send the target that is signed: remove ${end} from the URL that is called.`,
    `${end} at the end was not signed`,
  )
}

/** The escaped line ends with which a text ends. */
const lineEndsAfter = (text: string): string => {
  let start = text.length
  while (/^%0[AD]$/i.test(text.slice(Math.max(start - 3, 0), start))) start -= 3
  return text.slice(start)
}

/** A line end at the end of the sent path or query: a value was read together with its line end. */
const lineEndSent: Namer = ({ signed, sent: sentTarget, sentPath, sentQuery }) => {
  const ofPath = lineEndsAfter(sentPath)
  const isOfPath = signed === sentPath.slice(0, sentPath.length - ofPath.length) + sentQuery
  const end = isOfPath ? ofPath : lineEndsAfter(sentQuery)
  if (end === '' || (!isOfPath && signed !== sentTarget.slice(0, sentTarget.length - end.length))) return undefined
  return said(
    `The target arrived with ${end}, an escaped line end, that the caller did not sign. Probably a value of the URL was read from a file or a command together with its line end.`,
    'Remove the line end from the value before you build the URL. Then sign and send the same target.',
    `an escaped line end, ${end}`,
  )
}

const strayEndOf: Namer = ({ signed, sent: sentTarget }) => strayEnd(signed, sentTarget)

/** An escaped `#`: `%23`, or `%2523` after two escapings. */
const escapedHash = /^%(?:25)*23/

/** The target up to an escaped `#`: a program decoded the URL, and then took the rest for a fragment. */
export const fragmentCut = (signed: string, sentTarget: string): Telling | undefined => {
  const [hash] = sentTarget.startsWith(signed) ? (escapedHash.exec(sentTarget.slice(signed.length)) ?? []) : []
  if (hash === undefined) return decodedAndCut(signed, sentTarget)
  return said(
    `The caller signed the target only up to ${hash}, an escaped #. Probably its program decoded the URL before it parsed it: a plain # begins a fragment, and the fragment was cut off.`,
    'Do not decode the URL before you parse it. Sign the whole target as it is sent, with its escapes.',
    `only up to ${hash}`,
  )
}

/** The same where the part before the # had escapes too, which were signed decoded. */
const decodedAndCut = (signed: string, sentTarget: string): Telling | undefined =>
  /%23/.test(sentTarget) && decode(sentTarget).startsWith(`${signed}#`)
    ? said(
        'The caller decoded the target, and then signed it only up to the #. In a decoded URL, a # begins a fragment, and the fragment was cut off.',
        'Do not decode the URL before you parse it. Sign the whole target as it is sent, with its escapes.',
        'decoded, and only up to #',
      )
    : undefined

const fragmentCutOf: Namer = ({ signed, sent: sentTarget }) => fragmentCut(signed, sentTarget)

/** Only a part of the query was signed, from or up to some character. */
const partOfQuery: Namer = ({ signedPath, sentPath, signedQuery, sentQuery }) => {
  const signed = signedQuery.slice(1)
  const sentParameters = sentQuery.slice(1)
  if (signedPath !== sentPath || signed === '' || signed.length >= sentParameters.length) return undefined
  const isEnd = sentParameters.endsWith(signed)
  if (!isEnd && !sentParameters.startsWith(signed)) return undefined
  return said(
    `The caller signed only the ${isEnd ? 'end' : 'beginning'} of the query, ${signed}. Either its signing code has another query than its client, or it cuts the target at a wrong place.`,
    'Sign the whole query, from the question mark on, as it is sent.',
    `only ${signed}`,
  )
}

/** The base URL of a client has a prefix, and the signing code took neither it nor what follows the path. */
const prefixAndEndLost: Namer = ({ signedPath, sentPath, signedQuery, sentQuery }) => {
  const prefix = sentPath.slice(0, -signedPath.length)
  const isPrefixLost = signedPath.length > 1 && signedPath.startsWith('/') && sentPath === prefix + signedPath
  if (!isPrefixLost || prefix === '' || signedQuery !== '' || sentQuery === '') return undefined
  return sentQuery === '?'
    ? said(
        `The caller signed only ${signedPath}: neither the prefix ${prefix} of the path nor the question mark after it.`,
        'Sign the whole path, with its prefix. Send no question mark if there is no query.',
        `only ${signedPath}`,
      )
    : said(
        `The caller signed only ${signedPath}: neither the prefix ${prefix} of the path nor the query.`,
        'Sign the whole target that is sent: the path and the query.',
        `only ${signedPath}`,
      )
}

/** Only a part of the path was signed. */
const partOfPath: Namer = ({ signedPath, sentPath, signedQuery, sentQuery }) => {
  const isEnd = sentPath.endsWith(signedPath)
  if (signedPath.length >= sentPath.length || signedPath === '') return undefined
  if (![sentQuery, ''].includes(signedQuery) || !(isEnd || sentPath.startsWith(signedPath))) return undefined
  const remedy =
    signedQuery === sentQuery
      ? 'Sign the whole path, as it is sent.'
      : 'Sign the whole target that is sent: the path and the query.'
  if (signedPath === '/')
    return said(
      `The caller signed only /, but ${sentPath} was sent. Either its program cut the path, or it signed the address of the service without the path of the request.`,
      remedy,
      'only /',
    )
  if (sentPath.startsWith(`${signedPath}/`))
    return said(
      `The caller signed only ${signedPath}, without ${sentPath.slice(signedPath.length)} at the end of the path and without the query. Either its signing code has another path than its client, or it cuts the target at a wrong place.`,
      remedy,
      `only ${signedPath}`,
    )
  return said(
    `The caller signed only the ${isEnd ? 'end' : 'beginning'} of the path, ${signedPath}. Either its signing code has another path than its client, or it cuts the target at a wrong place.`,
    remedy,
    `only ${signedPath}`,
  )
}

const prefixAndSlashOf: Namer = ({ signed, sent: sentTarget }) => prefixAndSlash(signed, sentTarget)

const marksOf: Namer = ({ signed, sent: sentTarget }) => targetMarks(signed, sentTarget)

const normalization: Namer = ({ signed, sent: sentTarget }) =>
  normalizationDifference(decode(signed), decode(sentTarget), 'target')

/** Other parameters, or other values of them. */
const otherFields: Namer = ({ signedPath, sentPath, signedQuery, sentQuery }) =>
  signedPath === sentPath && signedQuery.length > 1 && sentQuery.length > 1
    ? fieldsDifference(itemsOf(signedQuery), itemsOf(sentQuery), '', 'query')
    : undefined

/** The target without the fragment with which it was sent. */
export const fragmentSent = (signed: string, sentTarget: string): Telling | undefined =>
  sentTarget.startsWith(`${signed}#`)
    ? said(
        'The caller signed the target without its fragment, which begins with #, but sent the fragment too.',
        'Send the target without the # and everything after it, as it is signed.',
        'without the fragment',
      )
    : undefined

const fragmentSentOf: Namer = ({ signed, sent: sentTarget }) => fragmentSent(signed, sentTarget)

/** An expression for the current time was evaluated twice. */
const millisecondsChanged: Namer = ({ signed, sent: sentTarget }) =>
  isOtherMillisecond(signed, sentTarget)
    ? said(
        'The time in the target has other milliseconds in the signed text than in the request. Probably the current time was read twice: once for signing and once for sending.',
        'Read the time once, and keep the target in a variable. Then sign and send exactly this target.',
        'other milliseconds',
      )
    : undefined

/** The namers in the order in which they are asked: a difference that one of the first names exactly is not left to a vaguer one. */
const namers: ReadonlyArray<Namer> = [
  normalization,
  millisecondsChanged,
  expressionMark,
  fragmentSentOf,
  pathParameters,
  unfilledPieces,
  dotSegments,
  strayEndOf,
  lineEndSent,
  fragmentCutOf,
  prefixAdded,
  prefixAndSlashOf,
  relativePath,
  query,
  marksOf,
  extensionChanged,
  pathInQuery,
  letterCase,
  whiteSpace,
  partOfQuery,
  otherFields,
  slashes,
  segment,
  prefixAndEndLost,
  partOfPath,
]

const halvesOf = (signed: string, sentTarget: string): Halves => {
  const [signedPath, signedQuery] = splitTarget(signed)
  const [sentPath, sentQuery] = splitTarget(sentTarget)
  return { signed, sent: sentTarget, signedPath, sentPath, signedQuery, sentQuery }
}

/** The difference of two targets, if it can be named. */
export const targetDifference = (signed: string, sentTarget: string): Telling | undefined => {
  const halves = halvesOf(signed, sentTarget)
  for (const namer of namers) {
    const telling = namer(halves)
    if (telling !== undefined) return telling
  }
  return undefined
}
