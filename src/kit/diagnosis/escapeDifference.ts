/**
 * The difference of two texts that differ in their percent escapes alone: which characters were escaped in one of them and not in the
 * other. For `/v1/a%3Ab` signed and `/v1/a:b` sent it is `%3A where : was sent`. Each function below knows one kind of difference,
 * and the first that fits gives the words.
 */

import { componentDifference } from './componentDifference.ts'
import { letterEscapeIn } from './forms/charsetEncoders.ts'
import { decode, splitTarget } from './forms/percent.ts'
import { normalizationDifference } from './normalizationDifference.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

/** The part of the request that has the escapes. */
export type Carrier = 'target' | 'form'

const makeTelling = (sentence: string, remedy: string, detail: string): Telling => ({ what: sentence, remedy, detail })

const segmentsOf = (target: string): number => splitTarget(target)[0].split('/').length

/** How the escapes of two texts differ, as closely as the texts show it. */
export const escapeDifference = (signed: string, sent: string, carrier: Carrier = 'target'): Telling | undefined => {
  if (signed === sent) return undefined
  const inItems = ampersandsInItems(signed, sent, carrier)
  if (inItems !== undefined) return inItems
  const ofComponents = componentDifference(signed, sent, carrier)
  if (ofComponents !== undefined) return ofComponents
  if (sent.replace(/%25(?=[0-9A-Fa-f]{2})/g, '%') === signed)
    return makeTelling(
      `The ${carrier} was escaped once more after it was signed: %25 arrived where the caller signed %.`,
      carrier === 'target'
        ? 'Send the URL as it was signed: give the HTTP library a finished URL, which it does not escape again.'
        : 'Send the form as it was signed: give the HTTP library a finished text, which it does not escape again.',
      'escaped once more when it was sent',
    )
  if (signed.replace(/%25(?=[0-9A-Fa-f]{2})/g, '%') === sent)
    return makeTelling(
      `The caller escaped the ${carrier} once more before it signed: it signed %25 where % was sent.`,
      `Sign the ${carrier} as it is sent, and escape it once.`,
      'escaped once more when it was signed',
    )
  return (
    letterCase(signed, sent, carrier) ??
    bareNames(signed, sent, carrier) ??
    decodedWhole(signed, sent, carrier) ??
    normalizationDifference(decode(signed), decode(sent), carrier) ??
    reorderedToo(signed, sent, carrier) ??
    (carrier === 'target' ? slashDecoded(signed, sent) : undefined) ??
    otherEncoding(signed, sent, carrier) ??
    differingEscapes(signed, sent, carrier)
  )
}

/** Each item of a list ended in & already. The library put & between the items, and escaped those of the caller. */
const ampersandsInItems = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  const withoutEscaped = sent.replace(/%26(?=&|$)/g, '')
  if (withoutEscaped === sent || withoutEscaped !== signed.replace(/&$/, '')) return undefined
  return makeTelling(
    `The caller signed the parameters with & between them, and put an & of its own at the end of each: it was sent as %26, as a part of the value.`,
    `Put no & at the end of a parameter, such as an item of a TStringList in Delphi: the HTTP library puts & between them. Then sign the ${carrier === 'form' ? 'form' : 'target'} that it sends.`,
    'an & at the end of each parameter, sent as %26',
  )
}

const inUpperCase = (encodedText: string): string =>
  encodedText.replace(/%[0-9A-Fa-f]{2}/g, (written) => written.toUpperCase())

/** The same escapes, with their letters in another case. */
const letterCase = (signed: string, received: string, carrier: Carrier): Telling | undefined => {
  if (inUpperCase(signed) !== inUpperCase(received)) return undefined
  const pairs = differingPairs(signed, received)
  const isLower = pairs.every(([theirs, ours]) => theirs === theirs.toLowerCase() && ours === inUpperCase(ours))
  const isUpper = pairs.every(([theirs, ours]) => theirs === inUpperCase(theirs) && ours === ours.toLowerCase())
  const cases = isLower
    ? 'in lower case, and they were sent in upper case'
    : isUpper
      ? 'in upper case, and they were sent in lower case'
      : 'in letters of another case than they were sent in'
  return makeTelling(
    `The caller signed the percent escapes of the ${carrier} ${cases}: ${listed(namedPairs(pairs))}.`,
    `Write the ${carrier} once, its escapes in upper case, then sign and send that very text.`,
    `escapes in ${isLower ? 'lower' : isUpper ? 'upper' : 'another'} case: ${namedPairs(pairs).join(', ')}`,
  )
}

/** A name without a value has an equals sign behind it on one side alone: `x=` signed, and `x` sent. */
const bareNames = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  if (carrier === 'target' && splitTarget(signed)[0] !== splitTarget(sent)[0]) return undefined
  const theirs = fieldsOf(signed, carrier)
  const ours = fieldsOf(sent, carrier)
  const differing = theirs.flatMap((field, i) => (field === ours[i] ? [] : [[field, ours[i] ?? ''] as const]))
  if (theirs.length !== ours.length || differing.length === 0) return undefined
  const isAdded = differing.every(([field, other]) => field === `${other}=`)
  const isLeftOut = differing.every(([field, other]) => `${field}=` === other)
  if (!isAdded && !isLeftOut) return undefined
  return makeTelling(
    `The caller signed a name without a value ${isAdded ? 'with' : 'without'} an equals sign behind it: ${listed(namedPairs(differing))}.`,
    `Write the ${carrier} once, then sign and send that very text.`,
    namedPairs(differing).join(', '),
  )
}

/** All escapes of the text, or of one half of a target, were undone where it was signed. */
const decodedWhole = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  const isDecoded = (signedPart: string, escaped: string): boolean =>
    signedPart === escaped || signedPart === decode(escaped) || signedPart === decode(escaped.replaceAll('+', ' '))
  const [signedPath, signedQuery] = carrier === 'target' ? splitTarget(signed) : ['', signed]
  const [sentPath, sentQuery] = carrier === 'target' ? splitTarget(sent) : ['', sent]
  const isWhole = isDecoded(signed, sent)
  if (!isWhole && !(isDecoded(signedPath, sentPath) && isDecoded(signedQuery, sentQuery))) return undefined
  const half = signedPath === sentPath ? 'query' : 'path'
  const isHalf = carrier === 'target' && sentQuery !== '' && (signedPath === sentPath || signedQuery === sentQuery)
  const subject = isHalf ? half : carrier
  const pairNames = namedPairs(differingPairs(signed, sent))
  return makeTelling(
    `The caller signed the ${subject} decoded: ${listed(pairNames)}.`,
    `Sign the ${subject} as it is sent, with its escapes.`,
    `decoded: ${pairNames.join(', ')}`,
  )
}

const fieldsOf = (carried: string, carrier: Carrier): ReadonlyArray<string> =>
  (carrier === 'target' ? splitTarget(carried)[1].slice(1) : carried).split('&')

/** The same fields in another order, some of them with other escapes. */
const reorderedToo = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  const plain = (field: string): string => decode(field.replaceAll('+', ' '))
  const theirs = fieldsOf(signed, carrier)
  const ours = fieldsOf(sent, carrier)
  const isSame = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean =>
    some.map(plain).join('&') === others.map(plain).join('&')
  const byText = (some: ReadonlyArray<string>): ReadonlyArray<string> =>
    some.toSorted((a, b) => (plain(a) < plain(b) ? -1 : 1))
  if (isSame(theirs, ours) || !isSame(byText(theirs), byText(ours))) return undefined
  const isPathSame = carrier === 'form' || decode(splitTarget(signed)[0]) === decode(splitTarget(sent)[0])
  const left = [...ours]
  const pairs = theirs.map((item) => [
    item,
    left.splice(
      left.findIndex((each) => plain(each) === plain(item)),
      1,
    )[0],
  ])
  const [item, other] = pairs.find(([a, b]) => a !== b) ?? []
  if (!isPathSame || item === undefined) return undefined
  return makeTelling(
    `The caller signed the parameters in another order, and with other escapes: ${item} where ${other} was sent.`,
    `Write the ${carrier} once, in one order and by one encoder, then sign and send that very text.`,
    `another order, and ${item} where ${other} was sent`,
  )
}

/** The caller signed an escaped slash, and a slash arrived. */
const slashDecoded = (signed: string, sent: string): Telling | undefined => {
  const [signedPath, signedQuery] = splitTarget(signed)
  const [sentPath, sentQuery] = splitTarget(sent)
  const isSlash = signedQuery === sentQuery && decode(signedPath) === decode(sentPath)
  return isSlash && segmentsOf(signed) < segmentsOf(sent)
    ? makeTelling(
        'The caller signed %2F in the path, and a slash arrived: either its signer escaped a slash that it sent as it is, or something on the way decoded the escape.',
        'Sign the path in the spelling in which it is sent, and escape no slash that divides segments. If the caller sent %2F, let the path pass as it came, such as by proxy_pass without a path in nginx.',
        '%2F where a slash arrived',
      )
    : undefined
}

/** An escape of a byte beyond ASCII that is not UTF-8. */
const foreign = /%[89A-Fa-f][0-9A-Fa-f]/

/** Letters that were escaped in another encoding than UTF-8, or by their numbers. */
const otherEncoding = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  const plain = decode(sent)
  const isUtf8 = !foreign.test(decode(signed)) && decode(signed).replaceAll('+', ' ') === plain.replaceAll('+', ' ')
  const [letter, written, how] = isUtf8 ? [] : (letterEscapeIn(plain, sent, signed) ?? [])
  if (letter !== undefined)
    return makeTelling(
      `The caller wrote ${letter} as ${written}, ${how}, and not as the bytes of its UTF-8.`,
      `Escape the UTF-8 of the ${carrier} once, as encodeURIComponent does, then sign and send that very text.`,
      `${written} for ${letter}: ${how}`,
    )
  if (!foreign.test(decode(signed)) || foreign.test(plain)) return undefined
  return makeTelling(
    `The caller escaped the letters of the ${carrier} in another encoding than UTF-8, such as GBK.`,
    `Escape the UTF-8 of the ${carrier} once, then sign and send that very text.`,
    'not in UTF-8',
  )
}

/** One character, or its escape. */
const character = /%[C-Fc-f][0-9A-Fa-f](?:%[89ABab][0-9A-Fa-f])+|%[0-9A-Fa-f]{2}|[\s\S]/gu

const shown = (written: string): string => (written === ' ' ? 'a space' : written)

/** At most so many pairs are named in a sentence. */
const maxNamed = 5

/** Each pair of spellings that differ, once. If the texts have other numbers of characters, the first pair alone. */
const differingPairs = (signed: string, sent: string): ReadonlyArray<readonly [theirs: string, ours: string]> => {
  const theirs = signed.match(character) ?? []
  const ours = sent.match(character) ?? []
  const isAligned = theirs.length === ours.length
  const pairs = new Map<string, readonly [string, string]>()
  for (const [i, each] of theirs.entries()) {
    const other = ours[i]
    if (other === undefined || each === other) continue
    pairs.set(`${each} ${other}`, [each, other])
    if (!isAligned) break
  }
  return [...pairs.values()]
}

/** Each pair in words. More pairs than fill a sentence are counted. */
const namedPairs = (pairs: ReadonlyArray<readonly [theirs: string, ours: string]>): ReadonlyArray<string> => {
  const named = pairs.slice(0, maxNamed).map(([theirs, ours]) => `${shown(theirs)} where ${shown(ours)} was sent`)
  return pairs.length > maxNamed ? [...named, `${pairs.length - maxNamed} more`] : named
}

const isEscape = (written: string): boolean => /^(?:%|\+$)/.test(written)

/** On which side the escapes are. */
const sideOf = (pairs: ReadonlyArray<readonly [theirs: string, ours: string]>): string => {
  if (pairs.every(([theirs, ours]) => !isEscape(theirs) && isEscape(ours))) return 'without escapes that were sent'
  if (pairs.every(([theirs, ours]) => isEscape(theirs) && !isEscape(ours))) return 'with escapes that were not sent'
  return 'in other escapes than were sent'
}

const isSpace = (written: string): boolean => [' ', '%20'].includes(written)
const isPlus = (written: string): boolean => written.toLowerCase() === '%2b'

/** Whether only spaces differ, written as `+` and as `%20`. */
const isOfSpaces = (pairs: ReadonlyArray<readonly [theirs: string, ours: string]>): boolean =>
  pairs.every((pair) => pair.every((written) => written === '+' || written === '%20'))

/** Any other characters that were escaped on one side alone. */
const differingEscapes = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  if (carrier === 'form' && /[\r\n]/.test(signed) && !/[\r\n]/.test(sent))
    return makeTelling(
      'The caller signed the fields of the form with line ends between them, and not &.',
      'Sign the form as it is sent, name=value with & between them.',
      'line ends between the fields',
    )
  const pairs = differingPairs(signed, sent)
  const isOfEscapes = pairs.every(([a, b]) => /^[%+]/.test(a) || /^[%+]/.test(b))
  if (pairs.length === 0 || !isOfEscapes) return undefined
  const named = namedPairs(pairs)
  if (pairs.some(([a, b]) => isSpace(a) && isPlus(b)))
    return makeTelling(
      `The caller signed ${listed(named)}, as where a plus sign is taken for a space before the text is signed.`,
      'Escape a plus sign of a value as %2B, and sign the text with its escapes: what decodes it as a form makes a space of a bare plus sign.',
      named.join(', '),
    )
  if (pairs.some(([a, b]) => isPlus(a) && isSpace(b)))
    return makeTelling(
      `The caller signed ${listed(named)}, as where a plus sign becomes a space when it is sent, or a space a plus sign before it is escaped.`,
      'Escape each value once, a space as %20, then sign and send that very text.',
      named.join(', '),
    )
  if (
    pairs.some(([a, b]) => a.toLowerCase() === '%26' && b === '&') ||
    pairs.some(([a, b]) => a === '&' && b.toLowerCase() === '%26')
  )
    return makeTelling(
      `The caller signed ${listed(named)}, so that on one side several parameters are a single value.`,
      'Give each parameter to the HTTP library as an item of its own, such as a string for each in the TStrings of Indy, then sign the text that it sends.',
      named.join(', '),
    )
  return makeTelling(
    `The caller signed ${listed(named)}: the ${carrier} ${sideOf(pairs)}.`,
    isOfSpaces(pairs) && carrier === 'target'
      ? 'Write each space as %20 once, then sign and send that very text.'
      : `Encode the ${carrier} once, then sign and send that very text.`,
    named.join(', '),
  )
}
