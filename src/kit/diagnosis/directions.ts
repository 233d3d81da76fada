/**
 * Words for mistakes that have two directions: the catalogue says both, and the two texts show the one that happened. A slash was
 * signed at the end and did not arrive, or it arrived and was not signed.
 */
import * as Bytes from '../../core/Bytes.ts'
import { type Draft, type Layout, standard } from './Draft.ts'
import { splitTarget } from './forms/percent.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

export const trailingSlash = (signed: string, sent: string): Telling | undefined => {
  const [signedPath, signedQuery] = splitTarget(signed)
  const [sentPath, sentQuery] = splitTarget(sent)
  if (signedQuery === `${sentQuery}/` && signedPath === sentPath)
    return {
      what: 'The caller signed a slash behind the query, and the target arrived without it.',
      remedy: 'Sign the target that is sent, without a slash behind its query.',
    }
  if (signedPath === `${sentPath}/`)
    return {
      what: 'The caller signed the path with a slash at its end, and the path arrived without it.',
      remedy: 'Sign the path that is sent, without the slash at its end.',
    }
  if (signedPath === '' && sentPath === '/')
    return {
      what: 'The caller signed an empty path where / arrived: HTTP libraries send / for a URL without a path.',
      remedy: 'Sign / in place of an empty path.',
    }
  if (`${signedPath}/` === sentPath)
    return {
      what: 'The caller signed the path without a slash at its end, and the path arrived with it.',
      remedy: 'Sign the path that is sent, with the slash at its end.',
    }
  return undefined
}

const joinOnce = 'Join the base URL and the path with exactly one slash, then sign and send that.'

export const doubleSlash = (signed: string, sent: string): Telling | undefined => {
  const merged = (target: string): string => target.replace(/\/{2,}/g, '/')
  if (merged(signed) !== merged(sent)) return undefined
  return signed.length > sent.length
    ? {
        what: 'The caller signed two slashes in a row where one arrived: either it joined base and path so where it signed alone, or something on the way merged them.',
        remedy: joinOnce,
      }
    : {
        what: 'The caller signed one slash where two in a row arrived: it joined base and path so where it sent alone.',
        remedy: joinOnce,
      }
}

const lineEnds: Readonly<Record<string, string>> = {
  '\n': 'a line feed',
  '\n\n': 'two line feeds',
  '\r\n': 'a CR LF',
  '\r\n\r\n': 'two CR LF',
  '\r': 'a carriage return',
}

/** What stands behind the body, if that is line ends alone. */
export const lineEndsBehind = (end: string): Telling | undefined => {
  const lineEnd = lineEnds[end]
  return lineEnd === undefined
    ? undefined
    : {
        what: `The caller signed ${lineEnd} behind the body that it did not send.`,
        remedy: 'Let nothing follow the body.',
      }
}

const isMarked = (bytes: Bytes.Bytes): boolean => Bytes.toHex(bytes.subarray(0, 3)) === 'efbbbf'

export const byteOrderMark = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling | undefined => {
  if (isMarked(signed) === isMarked(sent)) return undefined
  return {
    what: isMarked(signed)
      ? 'The caller signed a byte order mark in front of the body that it did not send.'
      : 'The caller signed the body without the byte order mark that it sent in front of it.',
    remedy: 'Sign and send the same bytes, best without a byte order mark.',
  }
}

export const lineEndsWithin = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling | undefined => {
  const returns = (bytes: Bytes.Bytes): number => bytes.filter((byte) => byte === 0x0d).length
  if (returns(signed) === returns(sent)) return undefined
  const [theirs, ours] = returns(signed) > returns(sent) ? ['CR LF', 'LF'] : ['LF', 'CR LF']
  return {
    what: `The caller signed the line ends within the body as ${theirs}, and they arrived as ${ours}.`,
    remedy:
      'Give the HTTP library the very bytes that are signed, so that no line end is changed. Or something on the way rewrote it.',
  }
}

export const hyphens = (signed: string, sent: string): Telling | undefined => {
  if (signed.replaceAll('-', '') !== sent.replaceAll('-', '') || signed === sent) return undefined
  return signed.length < sent.length
    ? {
        what: 'The caller signed the nonce without the hyphens with which it sent it, as those of a UUID.',
        remedy: 'Make the nonce once, then sign and send that text.',
      }
    : {
        what: 'The caller signed the nonce with hyphens, as those of a UUID, and sent it without.',
        remedy: 'Make the nonce once, then sign and send that text.',
      }
}

/** Which separators are missing. */
export const missingSeparators = ({ separator, last }: Layout): Telling | undefined => {
  if (separator !== '' && last !== '') return undefined
  return {
    what:
      separator === ''
        ? 'The caller joined all parts by nothing.'
        : 'The caller put no line feed between the nonce and the body.',
    remedy: 'Put a line feed behind each of the first four parts.',
  }
}

/** In which order the parts were signed. */
export const partsInOrder = ({ layout }: Draft): Telling | undefined => {
  if (layout.whole !== undefined || layout.pieces !== undefined || layout.text !== undefined) return undefined
  return {
    what: `The caller signed the parts in this order: ${listed(layout.order)}.`,
    remedy: 'Sign method, target, timestamp, nonce and body, in this order.',
  }
}

/** Which parts were left out; the form of the mistake names those that were not. */
export const missingParts = (how: string, { body }: Draft): Telling | undefined => {
  const [, signedParts] = /^only ([a-z]+(?:, [a-z]+)*)(?:$|, (?:"|a line feed|and Go|with names))/.exec(how) ?? []
  const names = (signedParts ?? '').split(', ') as ReadonlyArray<(typeof standard.order)[number]>
  const missing = standard.order.filter((name) => !names.includes(name) && (name !== 'body' || body.length > 0))
  if (missing.length === 0 || !names.every((name) => standard.order.includes(name))) return undefined
  return {
    what: `The caller left the ${listed(missing)} out of the string to sign.`,
    remedy: 'Sign all five parts; only the body may be empty.',
  }
}

export const escapedBody = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling => ({
  what:
    signed.length > sent.length
      ? 'The caller signed the body with escapes that it did not send, as in a string of JSON or of a language.'
      : 'The caller signed the body without the escapes with which it sent it, as in a string of JSON or of a language.',
  remedy: 'Serialize and encode the body once, then sign and send those very bytes.',
})

export const htmlEntities = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling => ({
  what:
    signed.length > sent.length
      ? 'The caller signed a text with HTML entities that it did not send, such as &quot; in place of a quotation mark.'
      : 'The caller sent a text with HTML entities, such as &quot; in place of a quotation mark, and signed it without.',
  remedy: 'Build the string to sign without templates for pages, or tell them that the text is safe.',
})
