/**
 * Words for mistakes that have two directions. The sentence of the catalogue names both directions; here the signed and the sent
 * text show which one happened, and the report says only that.
 *
 *     signed /v1/jobs/, sent /v1/jobs      The caller signed the path with a slash at its end, but the path arrived without it.
 *     signed /v1/jobs, sent /v1/jobs/      The caller signed the path without a slash at its end, but the path arrived with a slash.
 *
 * Each function answers undefined if the two texts do not differ in its way.
 */

import * as Bytes from '../../core/Bytes.ts'
import { type Draft, type Layout, standard, textOf } from './Draft.ts'
import { asItIs, inFields, inJson, lineEndsOf } from './forms/lineEnds.ts'
import { splitTarget } from './forms/percent.ts'
import { latin1 } from './Received.ts'
import { forBoth } from './remedies.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

// ---- The target

export const trailingSlash = (signed: string, sent: string): Telling | undefined => {
  const [signedPath, signedQuery] = splitTarget(signed)
  const [sentPath, sentQuery] = splitTarget(sent)
  if (signedQuery === `${sentQuery}/` && signedPath === sentPath)
    return {
      what: 'The caller signed a slash after the query, but the target arrived without it.',
      remedy: 'Sign the target that is sent, without a slash after its query.',
    }
  if (signedQuery !== sentQuery) return undefined
  if (signedPath === `${sentPath}/`)
    return {
      what: 'The caller signed the path with a slash at its end, but the path arrived without it.',
      remedy:
        'Sign the path that is sent, without the slash at its end. If the client followed a redirect, call and sign the final address of the redirect.',
    }
  if (signedPath === '' && sentPath === '/')
    return {
      detail: 'an empty path',
      what: 'The caller signed an empty path, but / arrived. HTTP libraries send / for a URL without a path.',
      remedy: 'Sign / if the path is empty.',
    }
  if (`${signedPath}/` === sentPath)
    return {
      what: 'The caller signed the path without a slash at its end, but the path arrived with a slash.',
      remedy:
        'Sign the path that is sent, with the slash at its end. If the client followed a redirect, call and sign the final address of the redirect.',
    }
  return undefined
}

const joinOnce = 'Join the base URL and the path with exactly one slash. Then sign and send this path.'

/** A URL that is part of a path: `/v1/proxy/https://h/a`. */
const urlInPath = /\/[a-z]{1,10}:\/\//

const urlMerged = forBoth(
  'Escape a URL that is part of a path: write :// as %3A%2F%2F. Then sign and send this path.',
  'If the caller sent two slashes, configure the proxy so that it does not merge them (nginx: merge_slashes off).',
)

const mergeSlashes = (target: string): string => target.replace(/\/{2,}/g, '/')

/** Whether slashes stand together at several places. A joint of two parts of a URL is one place, so the signing code normalizes paths. */
const hasSeveralPairs = (target: string): boolean => (target.match(/\/{2,}/g) ?? []).length > 1

/** For one slash that was signed in place of two. */
const slashesMerged = (sent: string): Telling =>
  hasSeveralPairs(sent)
    ? {
        what: 'The caller signed one slash wherever two slashes together arrived: its signing code normalizes the path.',
        remedy: 'Sign the path exactly as it is sent. Do not normalize it.',
      }
    : {
        what: 'The caller signed one slash, but two slashes together arrived. Either only the sent path has two slashes, or something on the way doubled the slash.',
        remedy: joinOnce,
      }

export const doubleSlash = (signed: string, sent: string): Telling | undefined => {
  if (mergeSlashes(signed) !== mergeSlashes(sent) || signed.length === sent.length) return undefined
  return signed.length > sent.length
    ? {
        what: 'The caller signed two slashes together, but only one arrived. Either only the signed path has two slashes, or something on the way merged them.',
        ...(urlInPath.test(signed) ? urlMerged : { remedy: joinOnce }),
      }
    : slashesMerged(sent)
}

// ---- The nonce

export const hyphens = (signed: string, sent: string): Telling | undefined => {
  if (signed === `{${sent}}`)
    return {
      what: 'The caller signed the nonce in braces, but sent it without them. For example, a GUID of .NET is printed like this with the format B.',
      remedy: 'Make the nonce once. Then sign and send exactly this text.',
    }
  if (signed.replaceAll('-', '') !== sent.replaceAll('-', '') || signed === sent) return undefined
  return signed.length < sent.length
    ? {
        what: 'The caller signed the nonce without hyphens, but sent it with hyphens (as in a UUID).',
        remedy: 'Make the nonce once. Then sign and send exactly this text.',
      }
    : {
        what: 'The caller signed the nonce with hyphens (as in a UUID), but sent it without them.',
        remedy: 'Make the nonce once. Then sign and send exactly this text.',
      }
}

// ---- The body

const lineEndNames: ReadonlyMap<string, string> = new Map([
  ['\n', 'a line feed'],
  ['\n\n', 'two line feeds'],
  ['\r\n', 'a CR LF'],
  ['\r\n\r\n', 'two CR LF'],
  ['\r', 'a carriage return'],
])

export const endWithNonce = 'If a request has no body, end the string to sign with the line feed after the nonce.'

/** `addedText` was signed after the body, or where the body of a request without one would be. Undefined if it is more than line ends. */
export const lineEndsBehind = (addedText: string, hasBody: boolean): Telling | undefined => {
  const lineEndName = lineEndNames.get(addedText)
  if (lineEndName === undefined) return undefined
  return hasBody
    ? {
        what: lineEndName.startsWith('two')
          ? `The caller signed ${lineEndName} after the body, but did not send them.`
          : `The caller signed ${lineEndName} after the body, but did not send it.`,
        remedy: 'End the string to sign with the last byte of the body.',
      }
    : {
        what: `The caller signed ${lineEndName} at the end of the text. But this request has no body, so nothing follows the line feed after the nonce.`,
        remedy: endWithNonce,
      }
}

const beginsWithMark = (bytes: Bytes.Bytes): boolean => Bytes.toHex(bytes.subarray(0, 3)) === 'efbbbf'

export const byteOrderMark = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling | undefined => {
  if (beginsWithMark(signed) === beginsWithMark(sent)) return undefined
  return {
    what: beginsWithMark(signed)
      ? 'The caller signed a byte order mark before the body, but the mark did not arrive.'
      : 'The caller signed the body without a byte order mark, but it arrived with one.',
    remedy: 'Sign and send the same bytes. It is best to use no byte order mark.',
  }
}

/** Text mode on Windows writes CR LF for each LF, also for the LF of a CR LF. Other line ends of the body are CR LF too. */
export const carriageReturnsDoubled = (signed: string, sent: string): Telling | undefined => {
  if (signed === sent || sent.replaceAll('\r\r\n', '\r\n') !== signed) return undefined
  return {
    detail: 'CR LF signed',
    what: 'The caller signed the line ends within the body as CR LF, but they arrived as CR CR LF. A file that is open in text mode on Windows gets one more CR before each LF.',
    remedy: 'Write the file in binary mode. Then sign and send exactly its bytes.',
  }
}

/** Whichever notation has other line ends in the signed text than in the sent one. */
export const lineEndsWithin = (signed: string, sent: string, within: 'body' | 'query'): Telling | undefined => {
  for (const notation of [asItIs, inJson, inFields]) {
    const signedEnds = lineEndsOf(signed, notation)
    const sentEnds = lineEndsOf(sent, notation)
    if (signedEnds.length === 0 || sentEnds.length === 0 || signedEnds.join() === sentEnds.join()) continue
    return {
      what: `The caller signed the line ends within the ${within} as ${listed(signedEnds)}, but they arrived as ${listed(sentEnds)}.`,
      remedy: 'Give the HTTP library exactly the bytes that are signed, so that no line end is changed.',
    }
  }
  return undefined
}

/** Other line ends within the body, and one more or one less at its end. */
export const linesReadAlone = (signed: string, sent: string): Telling | undefined => {
  const [isEndSigned, isEndSent] = [signed, sent].map((text) => text.endsWith('\n'))
  const signedEnds = lineEndsOf(signed, asItIs)
  const sentEnds = lineEndsOf(sent, asItIs)
  if (isEndSigned === isEndSent || signedEnds.join() === sentEnds.join()) return undefined
  const ends = `The caller signed the line ends within the body as ${listed(signedEnds)}, but they arrived as ${listed(sentEnds)}.`
  return {
    what: isEndSigned
      ? `${ends} It also signed a line end after the last line, which did not arrive. Probably its program read the body line by line and joined the lines again.`
      : `${ends} It also signed no line end after the last line, but one arrived. Probably its program read the body line by line and joined the lines again.`,
    remedy: 'Read the bytes of the body, not its lines. Then sign and send exactly these bytes.',
  }
}

export const escapedBody = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling => ({
  what: escapesOf(latin1(signed), latin1(sent)),
  remedy: 'Serialize and encode the body once. Then sign and send exactly these bytes.',
})

const escapesOf = (signed: string, sent: string): string => {
  const isSigned = signed.length > sent.length
  const escaped = isSigned ? signed : sent
  if (/%[0-9A-Fa-f]{2}/.test(escaped) && !/["'\\]/.test(escaped))
    return isSigned
      ? 'The caller signed the body with percent escapes, but it arrived without them.'
      : 'The caller signed the body without percent escapes, but it arrived with them.'
  return isSigned
    ? 'The caller signed the body with escapes, like a string in JSON or in source code, but sent it without them.'
    : 'The caller signed the body without escapes, but it arrived with escapes, like a string in JSON or in source code.'
}

/** A query or a form has `name=value`, and no mark of JSON or XML. */
const isOfParameters = (text: string): boolean => text.includes('=') && !/[\s<>{}"]/.test(text)

/** `&amp;` for each `&` between parameters: some programs that build a query write it so, to put the query into a web page. */
export const ampersandsWritten = (signed: string, sent: string): Telling | undefined => {
  if (signed === sent || !isOfParameters(signed) || !isOfParameters(sent)) return undefined
  if (signed.includes('&#038;') && signed.replaceAll('&#038;', '&') === sent)
    return {
      detail: '&#038; in place of &',
      what: 'The caller signed &#038; in place of &, but sent &.',
      remedy:
        'Build the signed text with & between the parameters. In WordPress, use esc_url_raw: esc_url writes a URL for a page.',
    }
  if (signed.replaceAll('&amp;', '&') === sent)
    return {
      detail: '&amp; in place of &',
      what: 'The caller signed &amp; in place of &, but sent &.',
      remedy:
        "Build the signed text with & between the parameters. In PHP, give http_build_query '&' as its third argument, because the setting arg_separator.output may be &amp;. A template for web pages writes &amp; too.",
    }
  if (sent.replaceAll('&amp;', '&') !== signed) return undefined
  return {
    detail: '& in place of &amp;',
    what: 'The caller signed &, but &amp; arrived in place of it. Either the program that sends writes it, or something before the verifier, such as a firewall.',
    ...forBoth(
      "Sign and send & between the parameters. In PHP, give http_build_query '&' as its third argument, because the setting arg_separator.output may be &amp;.",
      'If something before the verifier writes the entities, verify the request as it arrived, before this program.',
    ),
  }
}

// ---- The layout

/** Names the separators that are missing. */
export const missingSeparators = ({ separator, last }: Layout): Telling | undefined => {
  if (separator !== '' && last !== '') return undefined
  return {
    what:
      separator === ''
        ? 'The caller put nothing between the parts.'
        : 'The caller put no line feed between the nonce and the body.',
    remedy: 'Put a line feed after each of the first four parts.',
  }
}

/** The form of `parts-reordered` that has nonce and timestamp on one line. */
const onOneLine = /^nonce before timestamp, (.+) between nonce and timestamp$/

/** Names the order in which the parts were signed, unless the layout writes them in a way that has no order. */
export const partsInOrder = (detail: string, { layout }: Draft): Telling | undefined => {
  const [, joint] = onOneLine.exec(detail) ?? []
  if (joint !== undefined)
    return {
      what: `The caller signed the nonce before the timestamp, with ${joint} between them instead of a line feed.`,
      remedy: rightForm,
    }
  if (layout.whole !== undefined || layout.pieces !== undefined || layout.text !== undefined) return undefined
  const [twice] = layout.order.filter((piece, i) => layout.order.indexOf(piece) !== i)
  if (twice !== undefined && layout.order.length > standard.order.length)
    return {
      what: `The caller signed the ${twice} twice: it signed ${listed(layout.order)}, in this order.`,
      remedy: rightForm,
    }
  return {
    what: `The caller signed the parts in this order: ${listed(layout.order)}.`,
    remedy: 'Sign method, target, timestamp, nonce and body, each once and in this order.',
  }
}

/**
 * How `detail` of the mistake begins that leaves parts out: `only method, target, body`, perhaps with a layout after it. The names of
 * the layouts are in `catalogue/layouts.ts`.
 */
const onlySomeParts =
  /^only ((?:[a-z]+|app id|path or URL)(?:, (?:[a-z]+|app id|path or URL))*)(?:$|, (".*?"|a line feed|and Go|with names))/

/** The parts that were signed, in their order, and what stood between them; undefined if it is a line feed or is not known. */
const partsSigned = (detail: string, layout: Layout): readonly [parts: ReadonlyArray<string>, joint?: string] => {
  const { order, separator, last, labels, pieces, whole, text } = layout
  const isListed = [last, labels, pieces, whole, text].every((member) => member === undefined)
  if (order.length > 0 && isListed) return separator === '\n' ? [order] : [order, JSON.stringify(separator)]
  const [, signedList = '', joint = ''] = onlySomeParts.exec(detail) ?? []
  return joint.startsWith('"') ? [signedList.split(', '), joint] : [signedList.split(', ')]
}

/**
 * Names the parts that were left out, the order of the others if it is another one, and what stood between them. `detail` or the
 * layout names those that were signed. An empty body does not count as left out.
 */
export const missingParts = (detail: string, signed: Draft, right: Draft): Telling | undefined => {
  const { body } = right
  const [signedParts, joint] = partsSigned(detail, signed.layout)
  const ranks = signedParts
    .map((partName) => (partName === 'path or URL' ? 'target' : partName))
    .filter((partName) => partName !== 'app id')
    .map((partName) => (standard.order as ReadonlyArray<string>).indexOf(partName))
  if (ranks.includes(-1)) return undefined
  const isSigned = (partName: string): boolean =>
    signedParts.includes(partName) || (partName === 'target' && signedParts.includes('path or URL'))
  const missing = standard.order.filter((partName) => !isSigned(partName) && (partName !== 'body' || body.length > 0))
  if (missing.length === 0) return undefined
  const isReordered = ranks.some((rank, i) => rank < (ranks[i - 1] ?? 0))
  const isPlain = signedParts.length < 2 || detail.includes('with names')
  if (isPlain || !(isReordered || joint !== undefined))
    return {
      what: `The caller's string to sign has no ${listed(missing)}.`,
      remedy: 'Sign all five parts. Only the body may be empty.',
    }
  return {
    what: `The caller signed ${listed(signedParts.map((partName) => (partName === 'path or URL' ? addressSigned(signed, right) : partName)))}, in this order, with ${joinedBy(joint ?? JSON.stringify('\n'))} between them. It signed no ${listed(missing)}.`,
    remedy: rightForm,
  }
}

/** Which of both the text has: the whole URL with its origin, or the path alone. */
const addressSigned = (signed: Draft, { target }: Draft): string =>
  /https?:\/\/[^/\s]+$/i.test(latin1(textOf(signed)).split(splitTarget(target)[0])[0] ?? '') ? 'whole URL' : 'path'

const rightForm = 'Sign method, target, timestamp, nonce and body, in this order, with a single line feed between them.'

/** What stands between two parts, given in quotation marks, in words. */
export const joinedBy = (joint: string): string =>
  ({ '""': 'nothing', '" "': 'a space', '"\\n"': 'a line feed' })[joint] ?? joint

/** The method and the target in one line, or with the version of HTTP, as on the first line of a request. */
export const requestLine = (detail: string, { labels = {} }: Layout): Telling | undefined => {
  if (!detail.startsWith('a request line')) return undefined
  const between = labels.target ?? ''
  const [, version] = / (HTTP\/[\d.]+)/.exec(labels.timestamp ?? '') ?? []
  const joined = joinedBy(JSON.stringify(between))
  const what =
    between === '\n'
      ? `The caller signed ${version} after the target, as on the request line of HTTP.`
      : version === undefined
        ? `The caller signed the method and the target in one line, with ${joined} between them.`
        : `The caller signed the request line of HTTP as one line: the method, the target and ${version}, with ${joined} between them.`
  return {
    what,
    remedy:
      version === undefined
        ? 'Put a single line feed after the method and after the target.'
        : `Put a single line feed after the method and after the target, and leave out ${version}.`,
  }
}

/** The words for a request line that is not the first line of the right order. */
export const requestLineElsewhere = (detail: string): Telling | undefined => {
  const [, version, lines] = /^a request line, "(?: (HTTP\/[\d.]+))?" after it, in this order: (.+)$/.exec(detail) ?? []
  if (lines === undefined) return undefined
  const asOneLine =
    version === undefined
      ? 'The caller signed the method and the target in one line, as on the request line of HTTP.'
      : `The caller signed the method, the target and ${version} in one line, as on the request line of HTTP.`
  return {
    what: `${asOneLine} It signed the lines in this order: ${listed(lines.split(', '))}.`,
    remedy: rightForm,
  }
}

const otherScheme = /^as (.+?) (?:signs|list headers)(?: \(\d+\)|: .*)?$/

/** A service that wants the items of the header signed, by its name among the templates of schemes. */
const itemsOfHeader = 'a service whose text is the items of the header'

/** A text that another service or standard wants signed, with what it takes from the request. */
export const schemeTelling = (detail: string): Telling | undefined => {
  const [, scheme] = otherScheme.exec(detail) ?? []
  const remedy = rightForm
  if (scheme === itemsOfHeader)
    return { what: 'The caller signed the items of its Authorization header, and not the request.', remedy }
  if (scheme === 'payment services')
    return {
      what: 'The caller signed names with their values, joined by &, as payment services want it. This service wants five lines without names.',
      remedy,
    }
  if (scheme === undefined) return undefined
  if (scheme === 'HTTP Signatures')
    return {
      what: 'The caller signed the text of HTTP Signatures, the draft before RFC 9421 (Cavage). This text is a list of headers with their names, such as (request-target), host and date.',
      remedy,
    }
  if (scheme.includes('RFC 9421'))
    return {
      what: 'The caller signed the signature base of HTTP Message Signatures (RFC 9421). This text is a list of components with their names, such as "@method" and "@path".',
      remedy,
    }
  return { what: `The caller signed the text of another scheme: ${scheme}.`, remedy }
}
