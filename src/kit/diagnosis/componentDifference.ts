/**
 * The difference, in words, of two texts that differ in some of their components alone: in names or values of a query or a form, or in
 * segments of a path. For `a%255B=1` signed and `a%5B=1` sent, it says that the names were escaped once more and the values were not.
 */

import { escapeEdits } from './escapeEdits.ts'
import { type Field, rawFieldsOf } from './forms/fields.ts'
import { decode, decodeForm, splitTarget } from './forms/percent.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

type Carrier = 'target' | 'form'

/** A component as it was signed and as it was sent. */
interface Pair {
  readonly part: 'names' | 'values' | 'segments'
  readonly signed: string
  readonly sent: string
}

/** The components that differ, and the part of the request that has them. */
interface Difference {
  readonly pairs: ReadonlyArray<Pair>
  /** Whether a component with escapes is the same on both sides. */
  readonly isPartial: boolean
  readonly carrier: 'path' | 'query' | 'form'
}

type Namer = (difference: Difference) => Telling | undefined

const makeTelling = (sentence: string, remedy: string, detail: string): Telling => ({ what: sentence, remedy, detail })

/** At most so many components are named in a sentence. */
const maxNamed = 5

const namedPairs = (pairs: ReadonlyArray<Pick<Pair, 'signed' | 'sent'>>): ReadonlyArray<string> => {
  const pairWords = pairs.slice(0, maxNamed).map(({ signed, sent }) => `${signed} where ${sent} was sent`)
  return pairs.length > maxNamed ? [...pairWords, 'others'] : pairWords
}

const partsOf = (pairs: ReadonlyArray<Pair>): string =>
  ['names', 'values', 'segments'].filter((partName) => pairs.some(({ part }) => part === partName)).join(' and ')

const isEscapedMore = (escapedMore: string, less: string): boolean =>
  /%25[0-9A-Fa-f]{2}/.test(escapedMore) && decode(escapedMore) === less

/** Some components were escaped twice on one side, and others with escapes were not. */
const doubled: Namer = ({ pairs, isPartial, carrier }) => {
  if (!isPartial) return undefined
  const partNames = partsOf(pairs)
  const pairWords = namedPairs(pairs)
  const remedy = `Escape each name and each value once. Then sign and send exactly this ${carrier}.`
  if (pairs.every(({ signed, sent }) => isEscapedMore(signed, sent)))
    return makeTelling(
      `The caller escaped ${partNames} of the ${carrier} twice before signing, but not the rest. It signed ${listed(pairWords)}.`,
      remedy,
      `${partNames} escaped once more: ${pairWords.join(', ')}`,
    )
  if (pairs.every(({ signed, sent }) => isEscapedMore(sent, signed)))
    return makeTelling(
      `Some ${partNames} of the ${carrier} were escaped again after signing. The caller signed ${listed(pairWords)}.`,
      remedy,
      `${partNames} sent escaped once more: ${pairWords.join(', ')}`,
    )
  return undefined
}

/** The texts that a component may become if it is decoded twice. */
const decodedTwice = (received: string): ReadonlyArray<string> =>
  [decode(received), decodeForm(received)].flatMap((decodedOnce) => [decode(decodedOnce), decodeForm(decodedOnce)])

/** An escape that was part of a value was decoded as well, and the value encoded again. */
const decodedOnceMore: Namer = ({ pairs, carrier }) => {
  // If nothing was encoded again, the component may have been escaped once more when it was sent.
  const isDecoded = ({ signed, sent }: Pair): boolean =>
    /%25[0-9A-Fa-f]{2}/.test(sent) &&
    decode(sent) !== signed &&
    [decode(signed), decodeForm(signed)].some((decodedOnce) => decodedTwice(sent).includes(decodedOnce))
  const isPlusAlone = ({ signed, sent }: Pair): boolean => decodeForm(signed) === decode(sent).replaceAll('+', ' ')
  if (!pairs.some(isDecoded) || !pairs.every((pair) => isDecoded(pair) || isPlusAlone(pair))) return undefined
  const pairWords = namedPairs(pairs)
  const edits = pairs.map(({ signed, sent }) => escapeEdits(signed, sent) ?? [])
  // Escapes that were added to the signed text make the same two texts.
  if (edits.every((differing) => differing.length > 0)) {
    const each = [...new Map(edits.flat().map((pair) => [`${pair.signed} ${pair.sent}`, pair])).values()]
    const words = namedPairs(each)
    return makeTelling(
      `The caller signed ${listed(words)}. Either escapes in ${partsOf(pairs)} of the ${carrier} were escaped again after signing, or the signing code decoded them once too often.`,
      `Escape each value once, and do not decode a value that a framework has decoded. Then sign and send exactly this ${carrier}.`,
      words.join(', '),
    )
  }
  return makeTelling(
    `Before signing, ${partsOf(pairs)} of the ${carrier} were decoded twice, but encoded only once. The caller signed ${listed(pairWords)}.`,
    'If a framework has decoded a value, do not decode it again. Sign exactly the text that is sent.',
    `decoded once too often: ${pairWords.join(', ')}`,
  )
}

/** The equals sign after the name of an empty parameter was escaped as part of the name. */
const equalsInName: Namer = ({ pairs, carrier }) => {
  const isWithin = (escaped: string, plain: string): boolean =>
    escaped.replace(/%3D=?$/i, '') === plain.replace(/=$/, '')
  const isEscaped = (component: string): boolean => /%3D=?$/i.test(component)
  const isOfNames = pairs.every(({ part }) => part === 'names')
  const isSigned = pairs.every(({ signed, sent }) => isEscaped(signed) && isWithin(signed, sent))
  const isSent = pairs.every(({ signed, sent }) => isEscaped(sent) && isWithin(sent, signed))
  if (!isOfNames || isSigned === isSent) return undefined
  const pairWords = namedPairs(pairs)
  return makeTelling(
    isSigned
      ? `A parameter has no value. The caller escaped the equals sign after its name, like a part of the name. It signed ${listed(pairWords)}.`
      : `A parameter has no value. The equals sign after its name was sent with an escape, like a part of the name. The caller signed ${listed(pairWords)}.`,
    `Split each parameter at its first equals sign, even if no value follows. Then escape its name. Then sign and send exactly this ${carrier}.`,
    pairWords.join(', '),
  )
}

/** The name of a parameter, with the equals sign if the parameter is empty: it may count as part of the name. */
const wholeIfEmpty = ({ name, value }: Field): string => (value === '' ? `${name}=` : name)

const fieldPairs = (signed: string, received: string): ReadonlyArray<Pair> | undefined => {
  const theirs = rawFieldsOf(signed)
  const ours = rawFieldsOf(received)
  if (theirs.length !== ours.length) return undefined
  return theirs.flatMap((field, i): ReadonlyArray<Pair> => {
    const other = ours[i] as Field
    const isEmpty = (field.value ?? '') === '' && (other.value ?? '') === ''
    const nameOf = (side: Field): string => (isEmpty ? wholeIfEmpty(side) : side.name)
    return [
      { part: 'names', signed: nameOf(field), sent: nameOf(other) },
      { part: 'values', signed: field.value ?? '', sent: other.value ?? '' },
    ]
  })
}

const segmentPairs = (signed: string, received: string): ReadonlyArray<Pair> | undefined => {
  const theirs = signed.split('/')
  const ours = received.split('/')
  if (theirs.length !== ours.length) return undefined
  return theirs.map((segment, i) => ({ part: 'segments', signed: segment, sent: ours[i] as string }))
}

/** The components that differ. Undefined if both the path and the query differ, or if the numbers of components do. */
const differenceOf = (signed: string, received: string, carrier: Carrier): Difference | undefined => {
  const [signedPath, signedQuery] = carrier === 'form' ? ['', `?${signed}`] : splitTarget(signed)
  const [sentPath, sentQuery] = carrier === 'form' ? ['', `?${received}`] : splitTarget(received)
  const differsInQuery = signedQuery !== sentQuery
  if (differsInQuery && signedPath !== sentPath) return undefined
  const pairs = differsInQuery
    ? fieldPairs(signedQuery.slice(1), sentQuery.slice(1))
    : segmentPairs(signedPath, sentPath)
  if (pairs === undefined) return undefined
  const carrierInTarget = differsInQuery ? 'query' : 'path'
  const isSame = (pair: Pair): boolean => pair.signed === pair.sent
  return {
    pairs: pairs.filter((pair) => !isSame(pair)),
    isPartial: pairs.some((pair) => isSame(pair) && pair.sent.includes('%')),
    carrier: carrier === 'form' ? 'form' : carrierInTarget,
  }
}

const namers: ReadonlyArray<Namer> = [doubled, decodedOnceMore, equalsInName]

/** The difference of two texts in some of their components, if it can be named. */
export const componentDifference = (signed: string, received: string, carrier: Carrier): Telling | undefined => {
  const difference = signed === received ? undefined : differenceOf(signed, received, carrier)
  if (difference === undefined) return undefined
  for (const namer of namers) {
    const telling = namer(difference)
    if (telling !== undefined) return telling
  }
  return undefined
}
