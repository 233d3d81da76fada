/**
 * What two texts show by themselves that differ in some of their components, in words: in names or in values of a query or a
 * form, or in segments of a path. `a%255B=1` signed and `a%5B=1` sent: the names were escaped once more, and not the values.
 */
import { type Field, rawFieldsOf } from './forms/fields.ts'
import { decode, splitTarget } from './forms/percent.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

type Carrier = 'target' | 'form'

/** A component as it was signed and as it was sent. */
interface Pair {
  readonly part: 'names' | 'values' | 'segments'
  readonly signed: string
  readonly sent: string
}

/** The components that differ, and where they stand. */
interface Difference {
  readonly pairs: ReadonlyArray<Pair>
  /** Whether a component with escapes is the same on both sides. */
  readonly isPartial: boolean
  readonly carrier: 'path' | 'query' | 'form'
}

type Namer = (difference: Difference) => Telling | undefined

const said = (what: string, remedy: string, detail: string): Telling => ({ what, remedy, detail })

/** More components fill no sentence. */
const maxNamed = 5

const namedPairs = (pairs: ReadonlyArray<Pair>): ReadonlyArray<string> => {
  const named = pairs.slice(0, maxNamed).map(({ signed, sent }) => `${signed} where ${sent} was sent`)
  return pairs.length > maxNamed ? [...named, 'others'] : named
}

const partsOf = (pairs: ReadonlyArray<Pair>): string =>
  ['names', 'values', 'segments'].filter((name) => pairs.some(({ part }) => part === name)).join(' and ')

const isEscapedMore = (more: string, less: string): boolean => /%25[0-9A-Fa-f]{2}/.test(more) && decode(more) === less

/** Some components were escaped twice on one side, and others with escapes were not. */
const doubled: Namer = ({ pairs, isPartial, carrier }) => {
  if (!isPartial) return undefined
  const parts = partsOf(pairs)
  const named = namedPairs(pairs)
  const remedy = `Escape each name and each value once, then sign and send that very ${carrier}.`
  if (pairs.every(({ signed, sent }) => isEscapedMore(signed, sent)))
    return said(
      `The caller escaped ${parts} of the ${carrier} once more before it signed, and nothing else of it: it signed ${listed(named)}.`,
      remedy,
      `${parts} escaped once more: ${named.join(', ')}`,
    )
  if (pairs.every(({ signed, sent }) => isEscapedMore(sent, signed)))
    return said(
      `Some ${parts} of the ${carrier} were sent escaped once more than the caller signed them: it signed ${listed(named)}.`,
      remedy,
      `${parts} sent escaped once more: ${named.join(', ')}`,
    )
  return undefined
}

const asOfForm = (text: string): string => text.replaceAll('+', ' ')

/** What is left of a component that is decoded once, and once more. */
const decodedTwice = (sent: string): ReadonlyArray<string> =>
  [decode(sent), decode(asOfForm(sent))].flatMap((text) => [decode(text), decode(asOfForm(text))])

/** An escape that was part of a value was decoded as well, and the value encoded again. */
const decodedOnceMore: Namer = ({ pairs, carrier }) => {
  // Where nothing was encoded again, the component may have been escaped once more when it was sent.
  const isDecoded = ({ signed, sent }: Pair): boolean =>
    /%25[0-9A-Fa-f]{2}/.test(sent) &&
    decode(sent) !== signed &&
    [decode(signed), decode(asOfForm(signed))].some((text) => decodedTwice(sent).includes(text))
  const isPlusAlone = ({ signed, sent }: Pair): boolean => decode(asOfForm(signed)) === asOfForm(decode(sent))
  if (!pairs.some(isDecoded) || !pairs.every((pair) => isDecoded(pair) || isPlusAlone(pair))) return undefined
  const named = namedPairs(pairs)
  return said(
    `The caller decoded ${partsOf(pairs)} of the ${carrier} once too often before it signed, and encoded them again: it signed ${listed(named)}.`,
    'Decode what a framework hands over no second time: sign the text as it is sent.',
    `decoded once too often: ${named.join(', ')}`,
  )
}

/** The equals sign behind the name of an empty parameter is escaped as a part of the name. */
const equalsInName: Namer = ({ pairs, carrier }) => {
  const isWithin = (escaped: string, plain: string): boolean =>
    escaped.replace(/%3D=?$/i, '') === plain.replace(/=$/, '')
  const isEscaped = (text: string): boolean => /%3D=?$/i.test(text)
  const isOfNames = pairs.every(({ part }) => part === 'names')
  const isSigned = pairs.every(({ signed, sent }) => isEscaped(signed) && isWithin(signed, sent))
  const isSent = pairs.every(({ signed, sent }) => isEscaped(sent) && isWithin(sent, signed))
  if (!isOfNames || isSigned === isSent) return undefined
  const named = namedPairs(pairs)
  return said(
    isSigned
      ? `The caller escaped the equals sign behind the name of a parameter without a value, as if it were part of the name: it signed ${listed(named)}.`
      : `The equals sign behind the name of a parameter without a value was sent escaped, as if it were part of the name: the caller signed ${listed(named)}.`,
    `Split each parameter at its first equals sign, also where no value follows, before its name is escaped; then sign and send that very ${carrier}.`,
    named.join(', '),
  )
}

/** An empty parameter with its equals sign, where that may count as part of the name. */
const wholeIfEmpty = ({ name, value }: Field): string => (value === '' ? `${name}=` : name)

const fieldPairs = (signed: string, sent: string): ReadonlyArray<Pair> | undefined => {
  const theirs = rawFieldsOf(signed)
  const ours = rawFieldsOf(sent)
  if (theirs.length !== ours.length) return undefined
  return theirs.flatMap((field, i): ReadonlyArray<Pair> => {
    const other = ours[i] as Field
    const isEmpty = (field.value ?? '') === '' && (other.value ?? '') === ''
    const nameOf = (each: Field): string => (isEmpty ? wholeIfEmpty(each) : each.name)
    return [
      { part: 'names', signed: nameOf(field), sent: nameOf(other) },
      { part: 'values', signed: field.value ?? '', sent: other.value ?? '' },
    ]
  })
}

const segmentPairs = (signed: string, sent: string): ReadonlyArray<Pair> | undefined => {
  const theirs = signed.split('/')
  const ours = sent.split('/')
  if (theirs.length !== ours.length) return undefined
  return theirs.map((segment, i) => ({ part: 'segments', signed: segment, sent: ours[i] as string }))
}

/** Undefined if both the path and the query differ, or the numbers of components. */
const differenceOf = (signed: string, sent: string, carrier: Carrier): Difference | undefined => {
  const [signedPath, signedQuery] = carrier === 'form' ? ['', `?${signed}`] : splitTarget(signed)
  const [sentPath, sentQuery] = carrier === 'form' ? ['', `?${sent}`] : splitTarget(sent)
  const isOfPath = signedQuery === sentQuery
  if (!isOfPath && signedPath !== sentPath) return undefined
  const pairs = isOfPath ? segmentPairs(signedPath, sentPath) : fieldPairs(signedQuery.slice(1), sentQuery.slice(1))
  if (pairs === undefined) return undefined
  const isSame = (pair: Pair): boolean => pair.signed === pair.sent
  return {
    pairs: pairs.filter((pair) => !isSame(pair)),
    isPartial: pairs.some((pair) => isSame(pair) && pair.sent.includes('%')),
    carrier: carrier === 'form' ? 'form' : isOfPath ? 'path' : 'query',
  }
}

const namers: ReadonlyArray<Namer> = [doubled, decodedOnceMore, equalsInName]

/** The difference of two texts in some of their components, if it can be named. */
export const componentDifference = (signed: string, sent: string, carrier: Carrier): Telling | undefined => {
  const difference = signed === sent ? undefined : differenceOf(signed, sent, carrier)
  if (difference === undefined) return undefined
  for (const namer of namers) {
    const telling = namer(difference)
    if (telling !== undefined) return telling
  }
  return undefined
}
