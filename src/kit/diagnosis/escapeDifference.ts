/**
 * The difference of two texts that differ in their percent escapes alone: which characters were escaped in one of them and not in the
 * other. For `/v1/a%3Ab` signed and `/v1/a:b` sent it is `%3A where : was sent`. Each function below knows one kind of difference
 * and answers undefined for any other. The first that fits gives the words.
 */

import { componentDifference } from './componentDifference.ts'
import { character, escapeEdits, type SpellingPair } from './escapeEdits.ts'
import { letterEscapeIn, oneEscape } from './forms/charsetEncoders.ts'
import { decode, decodeForm, splitTarget } from './forms/percent.ts'
import { shortComponent } from './forms/shortEncoders.ts'
import { normalizationDifference } from './normalizationDifference.ts'
import { forBoth } from './remedies.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

/** The part of the request that has the escapes. */
export type Carrier = 'target' | 'form'

const makeTelling = (sentence: string, remedy: string, detail: string): Telling => ({ what: sentence, remedy, detail })

/** How the escapes of two texts differ, as closely as the texts show it. */
export const escapeDifference = (signed: string, sent: string, carrier: Carrier = 'target'): Telling | undefined => {
  if (signed === sent) return undefined
  return (
    ampersandsInItems(signed, sent, carrier) ??
    (carrier === 'target' ? plusInPath(signed, sent) : undefined) ??
    (carrier === 'target' ? questionMarkEscaped(signed, sent) : undefined) ??
    componentDifference(signed, sent, carrier) ??
    escapedTwice(signed, sent, carrier) ??
    letterCase(signed, sent, carrier) ??
    equalsAtEnd(signed, sent, carrier) ??
    decodedWhole(signed, sent, carrier) ??
    normalizationDifference(decode(signed), decode(sent), carrier) ??
    reorderedToo(signed, sent, carrier) ??
    (carrier === 'target' ? slashDecoded(signed, sent) : undefined) ??
    escapedInPart(signed, sent, carrier) ??
    otherEncoding(signed, sent, carrier) ??
    differingEscapes(signed, sent, carrier) ??
    someEscapes(signed, sent, carrier)
  )
}

/** Which of the parameters end in an escaped &. */
const endedParameters = (sent: string): 'each' | 'each but the last' | 'some' => {
  const parameters = sent.split('&')
  const isEnded = parameters.map((parameter) => parameter.endsWith('%26'))
  if (isEnded.every((ended) => ended)) return 'each'
  return isEnded.slice(0, -1).every((ended) => ended) ? 'each but the last' : 'some'
}

/** Items of a list ended in & already. The library put & between the items, and escaped those of the caller. */
const ampersandsInItems = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  const withoutEscaped = sent.replace(/%26(?=&|$)/g, '')
  if (withoutEscaped === sent || withoutEscaped !== signed.replace(/&$/, '')) return undefined
  const which = endedParameters(sent)
  return makeTelling(
    `The caller added an & at the end of ${which} of the parameters. Its HTTP library sent this & as %26, as a part of the value. But the caller signed the parameters without it.`,
    `Do not put an & at the end of a parameter (in Delphi, of an item of a TStringList). The HTTP library puts & between the parameters. Then sign the ${carrier === 'form' ? 'form' : 'target'} that it sends.`,
    `an & at the end of ${which} of the parameters, sent as %26`,
  )
}

/**
 * A space and a plus sign of the path. Only in a query and a form is a space written as `+`. Where the space was signed, two mistakes
 * make the same texts: the signing code read a plus sign as a space, or the client wrote a space as a plus sign.
 */
const plusInPath = (signed: string, sent: string): Telling | undefined => {
  const [signedPath, signedQuery] = splitTarget(signed)
  const [sentPath, sentQuery] = splitTarget(sent)
  const pairs = differingPairs(signedPath, sentPath)
  const isRead = pairs.every((pair) => isSpace(pair.signed) && pair.sent === '+')
  const isWritten = pairs.every((pair) => pair.signed === '+' && isSpace(pair.sent))
  if (signedQuery !== sentQuery || pairs.length === 0 || !(isRead || isWritten)) return undefined
  const pairNames = namePairs(pairs)
  return isRead
    ? makeTelling(
        `The caller signed ${listed(pairNames)}, in the path. Either the path has a space and the client wrote it as +, or it has a plus sign and the signing code took it for a space.`,
        'In a path, write a space as %20 and a plus sign as +. Then sign and send exactly that text. Only a query and a form write a space as +.',
        pairNames.join(', '),
      )
    : makeTelling(
        `The caller signed ${listed(pairNames)}, in the path: its encoder is for forms.`,
        'Write a space of the path as %20, then sign and send exactly that text: only a query and a form write a space as +.',
        pairNames.join(', '),
      )
}

/** `%3F` was signed where a question mark was sent: the query was escaped as a part of the path. Its slashes were not escaped. */
const questionMarkEscaped = (signed: string, sent: string): Telling | undefined => {
  const isMarkEscaped = signed.startsWith('/') && !signed.includes('?') && /%3f/i.test(signed) && sent.includes('?')
  if (!isMarkEscaped || decode(decode(signed)) !== decode(decode(sent))) return undefined
  const hasParameters = splitTarget(sent)[1].includes('=')
  return hasParameters
    ? makeTelling(
        'The caller signed %3F where the question mark before the query was sent. It escaped the path and the query together, as if both were a path.',
        'Escape the path and the values of the query separately. Then put an unescaped question mark between them, and sign exactly this target.',
        '%3F where ? was sent',
      )
    : makeTelling(
        'The caller signed %3F where a question mark was sent. Either it escaped the path and the query together, as if both were a path, or the question mark belongs to a name in the path and was sent without its escape.',
        'Escape each name of the path and each value of the query separately. Put an unescaped question mark only before the query. Then sign and send exactly this target.',
        '%3F where ? was sent',
      )
}

/** `%20` as `%2520`: the text was escaped once more on one side. */
const escapedTwice = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  if (isEscapedAgain(sent, signed) && !rawCharacter.test(signed))
    return makeTelling(
      `The ${carrier} was escaped again after signing. Where the caller signed %, %25 arrived.`,
      carrier === 'target'
        ? 'Send the URL exactly as it was signed. Give the HTTP library a complete URL that it does not escape again.'
        : 'Send the form exactly as it was signed. Give the HTTP library a complete text that it does not escape again.',
      'escaped once more when it was sent',
    )
  if (isEscapedAgain(signed, sent) && separatesWithin(signed, sent))
    return makeTelling(
      `The caller signed the ${carrier} with its escapes, but it arrived decoded: it signed ${listed(namePairs(decodedPairs(signed, sent)))}.`,
      `Send the ${carrier} exactly as it is signed, with its escapes. Do not decode and join it again after signing.`,
      'decoded after it was signed',
    )
  if (isEscapedAgain(signed, sent))
    return makeTelling(
      [
        `The caller escaped the ${carrier} twice before signing. It signed %25 where % was sent.`,
        ...escapedBeside(signed, sent),
      ].join(' '),
      `Sign the ${carrier} exactly as it is sent, and escape it only once.`,
      'escaped once more when it was signed',
    )
  return undefined
}

/** Whether a value that was sent has a bare & or =. An encoder of values escapes these, so the sent text was decoded. */
const separatesWithin = (signed: string, sent: string): boolean =>
  pairsBeside(signed, sent).some((pair) => ['&', '='].includes(pair.sent))

const decodedPairs = (signed: string, sent: string): ReadonlyArray<SpellingPair> => [
  ...pairsBeside(signed, sent),
  { signed: '%25', sent: '%' },
]

const pairsBeside = (signed: string, sent: string): ReadonlyArray<SpellingPair> =>
  differingPairs(signed.replaceAll(escapesOfEscapes, '%'), sent)

/** The other characters that the second encoder escaped, such as the plus sign of an escaped text. */
const escapedBeside = (signed: string, sent: string): ReadonlyArray<string> => {
  const pairs = pairsBeside(signed, sent)
  return pairs.length === 0 ? [] : [`The second encoder also wrote ${listed(namePairs(pairs))}.`]
}

/** Whether a text is another one that was escaped again: its escapes alone, or all of it, such as `+` as `%2B`. */
const isEscapedAgain = (escaped: string, plain: string): boolean =>
  escapeOfEscape.test(escaped) &&
  (plain.replaceAll(beginningOfEscape, '%25') === escaped || (anyEscape.test(plain) && decode(escaped) === plain))

/** No target and no form has such a character on the wire. A signed text with one was not escaped before: `/aa%25中.pdf` is the name of a file. */
const rawCharacter = /[^\x21-\x7e]/

const escapeOfEscape = /%25[0-9A-Fa-f]{2}/
const escapesOfEscapes = /%25(?=[0-9A-Fa-f]{2})/g
const beginningOfEscape = /%(?=[0-9A-Fa-f]{2})/g
const anyEscape = /%[0-9A-Fa-f]{2}/
const anyEscapes = /%[0-9A-Fa-f]{2}/g

/** The same escapes, with their letters in another case. */
const letterCase = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  if (escapesInUpperCase(signed) !== escapesInUpperCase(sent)) return undefined
  const pairs = differingPairs(signed, sent)
  const signedCase = caseOfSigned(pairs)
  const pairNames = namePairs(pairs)
  return makeTelling(
    `${caseSentences[signedCase](carrier)}: ${listed(pairNames)}.`,
    `Write the ${carrier} once, with its escapes in upper case. Then sign and send exactly this text.`,
    `escapes in ${signedCase} case: ${pairNames.join(', ')}`,
  )
}

const caseSentences = {
  lower: (carrier: Carrier) =>
    `The caller signed the percent escapes of the ${carrier} in lower case, but they were sent in upper case`,
  upper: (carrier: Carrier) =>
    `The caller signed the percent escapes of the ${carrier} in upper case, but they were sent in lower case`,
  another: (carrier: Carrier) =>
    `Some percent escapes of the ${carrier} are upper case on one side and lower case on the other`,
} as const

const caseOfSigned = (pairs: ReadonlyArray<SpellingPair>): keyof typeof caseSentences => {
  const isLowerCase = (spelling: string): boolean => spelling === spelling.toLowerCase()
  const isUpperCase = (spelling: string): boolean => spelling === escapesInUpperCase(spelling)
  if (pairs.every((pair) => isLowerCase(pair.signed) && isUpperCase(pair.sent))) return 'lower'
  return pairs.every((pair) => isUpperCase(pair.signed) && isLowerCase(pair.sent)) ? 'upper' : 'another'
}

/** An equals sign at the end of a parameter, on one side alone: `x=` and `x`, or `x=YQ==` and `x=YQ=`. */
const equalsAtEnd = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  if (carrier === 'target' && splitTarget(signed)[0] !== splitTarget(sent)[0]) return undefined
  const signedFields = fieldsOf(signed, carrier)
  const sentFields = fieldsOf(sent, carrier)
  const fieldPairs = signedFields.map((field, i): SpellingPair => ({ signed: field, sent: sentFields[i] ?? '' }))
  const differing = fieldPairs.filter((pair) => pair.signed !== pair.sent)
  if (signedFields.length !== sentFields.length || differing.length === 0) return undefined
  const isAdded = differing.every((pair) => pair.signed === `${pair.sent}=`)
  const isLeftOut = differing.every((pair) => `${pair.signed}=` === pair.sent)
  if (!isAdded && !isLeftOut) return undefined
  const isNameAlone = differing.every((pair) => !(isAdded ? pair.sent : pair.signed).includes('='))
  return makeTelling(
    isNameAlone
      ? `A parameter has no value. The caller signed ${isAdded ? 'an' : 'no'} equals sign after its name: ${listed(namePairs(differing))}.`
      : `The value of a parameter has one equals sign ${isAdded ? 'more' : 'less'} in the signed text: ${listed(namePairs(differing))}.`,
    `Write the ${carrier} once. Then sign and send exactly this text.`,
    namePairs(differing).join(', '),
  )
}

/** All escapes of the text, or of one half of a target, were undone where it was signed. */
const decodedWhole = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  const isDecoded = (signedPart: string, escaped: string): boolean =>
    signedPart === escaped || signedPart === decode(escaped) || signedPart === decodeForm(escaped)
  const [signedPath, signedQuery] = carrier === 'target' ? splitTarget(signed) : ['', signed]
  const [sentPath, sentQuery] = carrier === 'target' ? splitTarget(sent) : ['', sent]
  const isWhole = isDecoded(signed, sent)
  if (!isWhole && !(isDecoded(signedPath, sentPath) && isDecoded(signedQuery, sentQuery))) return undefined
  const half = signedPath === sentPath ? 'query' : 'path'
  const isHalf = carrier === 'target' && sentQuery !== '' && (signedPath === sentPath || signedQuery === sentQuery)
  const subject = isHalf ? half : carrier
  const pairNames = namePairs(signed === decode(sent) ? escapesUndone(sent) : differingPairs(signed, sent))
  return makeTelling(
    `The caller signed the ${subject} without escapes: ${listed(pairNames)}. Either its program decoded the ${subject} before signing, or the HTTP library escaped it after signing.`,
    `Sign the ${subject} exactly as it is sent, with its escapes.`,
    `without escapes: ${pairNames.join(', ')}`,
  )
}

/** The same fields in another order, some of them with other escapes. */
const reorderedToo = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  const signedFields = fieldsOf(signed, carrier)
  const sentFields = fieldsOf(sent, carrier)
  const isOrderSame = joinPlain(signedFields) === joinPlain(sentFields)
  if (isOrderSame || joinPlain(sortPlain(signedFields)) !== joinPlain(sortPlain(sentFields))) return undefined
  const isPathSame = carrier === 'form' || decode(splitTarget(signed)[0]) === decode(splitTarget(sent)[0])
  const pair = pairFields(signedFields, sentFields).find((fields) => fields.signed !== fields.sent)
  if (!isPathSame || pair === undefined) return undefined
  return makeTelling(
    `The caller signed the parameters in another order and with other escapes. It signed ${pair.signed}, but ${pair.sent} was sent.`,
    `Write the ${carrier} once, in one order and with one encoder. Then sign and send exactly this text.`,
    `the parameters are in another order; the caller signed ${pair.signed}, but sent ${pair.sent}`,
  )
}

const joinPlain = (fields: ReadonlyArray<string>): string => fields.map(decodeForm).join('&')

const sortPlain = (fields: ReadonlyArray<string>): ReadonlyArray<string> =>
  fields.toSorted((a, b) => (decodeForm(a) < decodeForm(b) ? -1 : 1))

/** Each signed field with the sent field that is the same without escapes. Each sent field is taken once. */
const pairFields = (
  signedFields: ReadonlyArray<string>,
  sentFields: ReadonlyArray<string>,
): ReadonlyArray<SpellingPair> => {
  const untaken = [...sentFields]
  return signedFields.map((field) => {
    const index = untaken.findIndex((sentField) => decodeForm(sentField) === decodeForm(field))
    const [sentField = ''] = untaken.splice(index, 1)
    return { signed: field, sent: sentField }
  })
}

/** The caller signed an escaped slash, and a slash arrived. */
const slashDecoded = (signed: string, sent: string): Telling | undefined => {
  const [signedPath, signedQuery] = splitTarget(signed)
  const [sentPath, sentQuery] = splitTarget(sent)
  const isSlash = signedQuery === sentQuery && decode(signedPath) === decode(sentPath)
  return isSlash && countSegments(signed) < countSegments(sent)
    ? {
        detail: '%2F where a slash arrived',
        what: 'The caller signed %2F in the path, but a slash arrived. Either only the signed path has the escape, or something on the way decoded it.',
        ...forBoth(
          'Sign the path exactly as it is sent, and do not escape a slash between segments.',
          'If the caller sent %2F, configure the proxy so that it does not change the path (nginx: proxy_pass without a path).',
        ),
      }
    : undefined
}

/** The end of a component is lost, because its encoder wrote as many bytes as the component has characters. */
const escapedInPart = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  const signedComponents = signed.split(componentMarks)
  const sentComponents = sent.split(componentMarks)
  if (signedComponents.length !== sentComponents.length) return undefined
  const differing = signedComponents.flatMap((component, i) => {
    const sentComponent = sentComponents[i] ?? ''
    return component === sentComponent ? [] : [shortComponent(decode(sentComponent), component)]
  })
  const [first] = differing
  if (first === undefined || differing.includes(undefined)) return undefined
  const { charset, bytes, written } = first
  const count = written === 1 ? 'the first byte' : `the first ${written} bytes`
  return makeTelling(
    `The caller escaped only ${count} of a text that has ${bytes} bytes in ${charset}. Its program counts characters instead of bytes, and the text was not in UTF-8.`,
    `Escape the UTF-8 bytes of the ${carrier} once, as encodeURIComponent does. Then sign and send exactly this text.`,
    `${count} of ${bytes}, in ${charset}`,
  )
}

const componentMarks = /[/?&=]/

/** An escape that is left after the UTF-8 was decoded: a byte of another encoding. */
const foreignEscape = /%[89A-Fa-f][0-9A-Fa-f]/

/** Letters that were escaped in another encoding than UTF-8, or by their numbers. */
const otherEncoding = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  const plain = decode(sent)
  const isUtf8 =
    !foreignEscape.test(decode(signed)) && decode(signed).replaceAll('+', ' ') === plain.replaceAll('+', ' ')
  const [letter, spelling, encoding] = isUtf8 ? [] : (letterEscapeIn(plain, sent, signed) ?? [])
  if (letter !== undefined)
    return makeTelling(
      encoding === oneEscape
        ? `The caller wrote ${letter} as ${spelling}, ${encoding}. Each byte needs a percent sign of its own.`
        : `The caller wrote ${letter} as ${spelling}, ${encoding}, instead of the UTF-8 bytes of this letter.`,
      `Escape the UTF-8 bytes of the ${carrier} once, as encodeURIComponent does. Then sign and send exactly this text.`,
      `${spelling} for ${letter}: ${encoding}`,
    )
  // What is left of %25E4 is an escape that was escaped again.
  if (!foreignEscape.test(decode(signed.replaceAll('%25', ''))) || foreignEscape.test(plain)) return undefined
  return makeTelling(
    `The caller signed letters of the ${carrier} with escapes that are not UTF-8.`,
    `Escape the UTF-8 bytes of the ${carrier} once. Then sign and send exactly this text.`,
    'not in UTF-8',
  )
}

const isEscape = (spelling: string): boolean => /^(?:%.|\+$)/.test(spelling)

/** On which side the escapes are. */
const sideOf = (pairs: ReadonlyArray<SpellingPair>): string => {
  if (
    pairs.every(({ signed, sent }) => (!isEscape(signed) || (signed === '+' && isEscapedPlus(sent))) && isEscape(sent))
  )
    return 'without these escapes'
  // A plus sign is no escape of itself.
  if (
    pairs.every(({ signed, sent }) => isEscape(signed) && (!isEscape(sent) || (isEscapedPlus(signed) && sent === '+')))
  )
    return 'with these escapes, which did not arrive'
  return 'in other escapes than arrived'
}

/** Whether a spelling is an escape of the same character, or both are one of a space or a plus sign. */
const isEscapeOf = (spelling: string, other: string): boolean =>
  isEscape(spelling) && (decode(spelling) === decode(other) || (mayBeSpace(spelling) && mayBeSpace(other)))

const mayBeSpace = (spelling: string): boolean => spelling === '+' || isSpace(spelling) || isEscapedPlus(spelling)

const isSpace = (spelling: string): boolean => spelling === ' ' || spelling === '%20'
const isEscapedPlus = (spelling: string): boolean => spelling.toLowerCase() === '%2b'
const isEscapedAmpersand = (spelling: string): boolean => spelling.toLowerCase() === '%26'

/** Whether the pairs are `+` on one side and `%20` on the other. */
const isPlusOrSpace = (pairs: ReadonlyArray<SpellingPair>): boolean =>
  pairs.every((pair) => pair.signed === '+' && pair.sent === '%20') ||
  pairs.every((pair) => pair.signed === '%20' && pair.sent === '+')

/** Whether an ampersand is escaped on one side alone. */
const isOfAmpersand = ({ signed, sent }: SpellingPair): boolean =>
  (isEscapedAmpersand(signed) && sent === '&') || (signed === '&' && isEscapedAmpersand(sent))

/** Any other characters that were escaped on one side alone. */
const differingEscapes = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  if (carrier === 'form' && /[\r\n]/.test(signed) && !/[\r\n]/.test(sent))
    return makeTelling(
      'The caller signed the fields of the form with line ends instead of & between them.',
      'Sign the form exactly as it is sent: name=value for each field, with & between the fields.',
      'line ends between the fields',
    )
  const pairs = differingPairs(signed, sent)
  // If the texts have other fields, their characters have other places, or stand for nothing in common.
  const isOfEscapes =
    areAligned(signed, sent) &&
    pairs.every((pair) => isEscapeOf(pair.signed, pair.sent) || isEscapeOf(pair.sent, pair.signed))
  if (pairs.length === 0 || !isOfEscapes) return undefined
  const pairNames = namePairs(pairs)
  if (pairs.some((pair) => isSpace(pair.signed) && isEscapedPlus(pair.sent)))
    return makeTelling(
      `The caller signed ${listed(pairNames)}. The text was decoded once too often: %2B is a plus sign, and only a further decoding turns a plus sign into a space.`,
      'Sign the text exactly as it is sent, with its escapes. To check or to use its values, decode it only once.',
      pairNames.join(', '),
    )
  if (pairs.some((pair) => isEscapedPlus(pair.signed) && isSpace(pair.sent)))
    return makeTelling(
      `The caller signed ${listed(pairNames)}. This happens if a plus sign becomes a space when it is sent, or if a space becomes a plus sign before it is escaped.`,
      'Escape each value once, with %20 for a space. Then sign and send exactly this text.',
      pairNames.join(', '),
    )
  if (pairs.some(isOfAmpersand) && carrier === 'target' && splitTarget(signed)[1] === splitTarget(sent)[1])
    return makeTelling(
      `The caller signed ${listed(pairNames)}. It signed the path ${sideOf(pairs)}.`,
      'Escape each segment of the path once. Then sign and send exactly this path.',
      pairNames.join(', '),
    )
  if (pairs.some(isOfAmpersand)) return ampersandInValue(signed, sent, pairNames, carrier)
  if (isPlusOrSpace(pairs)) return plusOrSpace(signed, sent, pairs, carrier)
  return makeTelling(
    `The caller signed ${listed(pairNames)}. It signed the ${carrier} ${sideOf(pairs)}.`,
    `Encode the ${carrier} once. Then sign and send exactly this text.`,
    pairNames.join(', '),
  )
}

/**
 * `+` on one side and `%20` on the other. The `+` may be a space, as forms write it, or a plus sign that a program took for a space.
 * If its text also has `%20`, no encoder of forms wrote it.
 */
const plusOrSpace = (signed: string, sent: string, pairs: ReadonlyArray<SpellingPair>, carrier: Carrier): Telling => {
  const pairNames = namePairs(pairs)
  const isPlusSent = pairs.every((pair) => pair.sent === '+')
  const stories = isPlusSent
    ? `The caller signed ${listed(pairNames)}. Either + is a space and the client wrote it as +, or it is a plus sign and the signing code took it for a space.`
    : `The caller signed ${listed(pairNames)}. Either + is a space and the signing code wrote it as +, or it is a plus sign and a program took it for a space after signing.`
  const textWithPlus = isPlusSent ? sent : signed
  const values = carrier === 'target' ? splitTarget(textWithPlus)[1] : textWithPlus
  const probably = isPlusSent
    ? 'The sent text also has %20, so + is probably a plus sign.'
    : 'The signed text also has %20, so + is probably a plus sign.'
  return makeTelling(
    values.includes('%20') ? `${stories} ${probably}` : stories,
    `In the ${carrier}, write each space as %20 and each plus sign as %2B. Then sign and send exactly this text.`,
    pairNames.join(', '),
  )
}

/** Each escape by itself, where only some of them differ: `%25 where % was sent`. */
const someEscapes = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  const edits = escapeEdits(signed, sent)
  if (edits === undefined) return undefined
  const pairs = [...new Map(edits.map((pair) => [`${pair.signed} ${pair.sent}`, pair])).values()]
  const pairNames = namePairs(pairs)
  const takenForEscape = pairs.some((pair) => pair.signed === '%25' && pair.sent === '%')
    ? looksEscaped(signed, sent)
    : []
  return makeTelling(
    [`The caller signed ${listed(pairNames)}. It signed the ${carrier} ${sideOf(pairs)}.`, ...takenForEscape].join(' '),
    `Encode the ${carrier} once. Then sign and send exactly this text.`,
    pairNames.join(', '),
  )
}

/** Two digits after a percent sign look like an escape: a client may not escape that sign. */
const looksEscaped = (signed: string, sent: string): ReadonlyArray<string> => {
  const signedEscapes: ReadonlyArray<string> = signed.match(character) ?? []
  const taken = (sent.match(anyEscapes) ?? []).find((spelling) => !signedEscapes.includes(spelling))
  return taken === undefined
    ? []
    : [`Perhaps the client took ${taken} for an escape that was there already, and did not escape its percent sign.`]
}

/** The words for two texts that differ in some of their escapes alone. */
export const escapesAlone = (signed: string, sent: string, carrier: Carrier): Telling | undefined =>
  escapeEdits(signed, sent) === undefined ? undefined : escapeDifference(signed, sent, carrier)

/** Whether a piece between two & is no parameter: it has no equals sign, and begins with a space. It is the end of a value. */
const hasSplitValue = (text: string): boolean =>
  text
    .split('&')
    .slice(1)
    .some((piece) => !piece.includes('=') || /^(?:%20|\+| )/.test(piece))

/** An & that is escaped on one side alone, and which side is wrong if the pieces between the & show it. */
const ampersandInValue = (
  signed: string,
  sent: string,
  pairNames: ReadonlyArray<string>,
  carrier: Carrier,
): Telling => {
  const pairs = listed(pairNames)
  const detail = pairNames.join(', ')
  if (hasSplitValue(sent) && !hasSplitValue(signed))
    return makeTelling(
      `The caller signed ${pairs}. So an & within a value arrived without its escape, as if it were the end of the value.`,
      `Send the ${carrier} exactly as it is signed, with %26 for an & within a value. Give the HTTP library the complete text.`,
      detail,
    )
  if (hasSplitValue(signed) && !hasSplitValue(sent))
    return makeTelling(
      `The caller signed ${pairs}. So an & within a value was signed without its escape, as if it were the end of the value.`,
      `Sign the ${carrier} exactly as it is sent, with %26 for an & within a value.`,
      detail,
    )
  return makeTelling(
    `The caller signed ${pairs}. On one side these are several parameters, on the other side a single value.`,
    'Write & between two parameters, and %26 for an & within a value. Then sign and send exactly this text.',
    detail,
  )
}

// ---- Spellings of single characters

const areAligned = (signed: string, sent: string): boolean =>
  signed.match(character)?.length === sent.match(character)?.length

/** The pairs of spellings that differ, each once. If the texts have other numbers of characters, the first pair alone. */
const differingPairs = (signed: string, sent: string): ReadonlyArray<SpellingPair> => {
  const signedSpellings = signed.match(character) ?? []
  const sentSpellings = sent.match(character) ?? []
  const isAligned = signedSpellings.length === sentSpellings.length
  const pairs = new Map<string, SpellingPair>()
  for (const [i, signedSpelling] of signedSpellings.entries()) {
    const sentSpelling = sentSpellings[i]
    if (sentSpelling === undefined || signedSpelling === sentSpelling) continue
    pairs.set(`${signedSpelling} ${sentSpelling}`, { signed: signedSpelling, sent: sentSpelling })
    if (!isAligned) break
  }
  return [...pairs.values()]
}

/** The escapes of the sent text, each with its character. A `%` of the signed text may look like an escape of its own: `/aa%25` for `/aa%2525`. */
const escapesUndone = (sent: string): ReadonlyArray<SpellingPair> =>
  [...new Set(sent.match(character) ?? [])]
    .map((spelling) => ({ signed: decode(spelling), sent: spelling }))
    .filter((pair) => pair.signed !== pair.sent)

/** At most so many pairs are named in a sentence. */
const maxNamed = 5

/** A mark that would look like a mark of the sentence itself, or like nothing. */
const unclearAlone = /^[(),;]$/

/** Each pair in words: `%3A where : was sent`. More pairs than fill a sentence are counted. */
const namePairs = (pairs: ReadonlyArray<SpellingPair>): ReadonlyArray<string> => {
  const nameOf = (spelling: string): string =>
    spelling === ' ' ? 'a space' : unclearAlone.test(spelling) ? `"${spelling}"` : spelling
  const pairNames = pairs
    .slice(0, maxNamed)
    .map(({ signed, sent }) => `${nameOf(signed)} where ${nameOf(sent)} was sent`)
  return pairs.length > maxNamed ? [...pairNames, `${pairs.length - maxNamed} more`] : pairNames
}

/** The text with the letters of its escapes in upper case: `%3A` for `%3a`. */
const escapesInUpperCase = (encodedText: string): string =>
  encodedText.replace(/%[0-9A-Fa-f]{2}/g, (spelling) => spelling.toUpperCase())

/** The parameters of a target, or the fields of a form. */
const fieldsOf = (carried: string, carrier: Carrier): ReadonlyArray<string> =>
  (carrier === 'target' ? splitTarget(carried)[1].slice(1) : carried).split('&')

/** How many segments the path of a target has. */
const countSegments = (target: string): number => splitTarget(target)[0].split('/').length
