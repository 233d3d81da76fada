/**
 * The words for a target after one operation on one of its units, or on all units of a kind: `/v1/jobs?a='1'&b='2'` signed for
 * `/v1/jobs?a=1&b=2`. The texts show what was done. Where they do not show why, the words are a guess.
 */
import { changedUnits } from './forms/changedUnits.ts'
import type { OperationKind } from './forms/operations/Operation.ts'
import { splitTarget } from './forms/percent.ts'
import type { Span } from './forms/replacing.ts'
import { shownPair } from './shownPair.ts'
import type { Telling } from './Telling.ts'

const writeOnce = 'Write the target once. Then sign and send exactly this text.'
const fillIn = 'Put the values into the target before you sign it. Then sign and send this target.'
const signWhatIsSent = 'Sign the target that is sent.'
const escapeOnce = 'Encode the target once. Then sign and send exactly this text.'

/** What a kind of operation shows, after `The caller signed X in the target, but Y was sent`. */
const words: Readonly<Record<OperationKind, readonly [shown: string, remedy: string]>> = {
  wrapped: [
    'Its program printed something else round this part of the target, such as quotation marks or the object that holds it.',
    'Put the text itself into the target. Then sign and send this target.',
  ],
  missing: ['Perhaps its program signed before the value was there.', fillIn],
  unfilled: ['Perhaps this is a template whose values were filled in after signing.', fillIn],
  case: ['The letters are the same, but some of them are in another case.', writeOnce],
  'Turkish letters': [
    'In Turkish, the small letter of I is ı, and the capital of i is İ.',
    'Change letters without a locale: toLowerCase(Locale.ROOT) in Java, ToLowerInvariant() in .NET. Then sign and send the same target.',
  ],
  'letters rewritten': ['Its program wrote some characters in another encoding, or with other escapes.', escapeOnce],
  'escaped again': ['Its program escaped this part of the target more than once.', escapeOnce],
  'percent signs': ['Its program replaced or removed escapes or percent signs.', writeOnce],
  'cmd.exe': [
    'A batch file of cmd.exe reads % as the beginning of a variable or an argument, and removes it.',
    'In a batch file, write %% for each percent sign. Then sign and send the same target.',
  ],
  format: [
    'Its program used the target as a format, and a percent sign begins a placeholder there.',
    'Do not give the target to printf, Sprintf or a similar function as the format. Sign the target itself.',
  ],
  digest: [
    'This may be a hash. Its program signed it in place of the text.',
    'Sign the target itself, not a hash of it.',
  ],
  encoded: [
    'Its program wrote this part of the target in Base64 or in hexadecimal digits before signing.',
    'Sign the target itself, without another encoding.',
  ],
  bytes: [
    'Its program printed the bytes or characters one by one.',
    'Make a text of the bytes first. Then sign and send this target.',
  ],
  number: [
    'Its program read the value as a number, and printed the number in another form.',
    'Keep the value as a text. Then sign and send this target.',
  ],
  date: [
    'This is the same time in another form.',
    'Write the date once as a text. Then sign and send exactly this text.',
  ],
  padded: [
    'Its program filled the value up to a fixed length.',
    'Write the value without filling characters. Then sign and send this target.',
  ],
  twice: [
    'Its program wrote this part of the target more than once.',
    'Write each part of the target once. Then sign and send this target.',
  ],
  'each twice': [
    'Its program wrote each of these parts of the target more than once.',
    'Write each part of the target once. Then sign and send this target.',
  ],
  characters: [
    'Its program cut or changed this part of the target.',
    'Sign each part of the target in full, as it is sent.',
  ],
  'named otherwise': ['Its program wrote the names or the parts of the parameters in another way.', writeOnce],
  mark: [
    'The marks between the parts of the target differ, or the query was put together in another way.',
    signWhatIsSent,
  ],
  affix: ['The signed text has more characters at its beginning or end, which were not sent.', signWhatIsSent],
  'printed parameters': [
    'Its program printed the parameters as an object, a map or a list, and did not make a query of them.',
    'Write the query as a text once, with = and &. Then sign and send exactly this text.',
  ],
  list: [
    'Its program wrote the list of values in another form.',
    'Write the query once. Then sign and send exactly this text.',
  ],
  'several parameters': [
    'Its program wrote the members of the JSON in this parameter as several parameters.',
    'Write the query once. Then sign and send exactly this text.',
  ],
}

/** Differences that other words name more closely, if there are such words. */
const leftToOthers: ReadonlyArray<OperationKind> = [
  'missing',
  'unfilled',
  'case',
  'mark',
  'twice',
  'affix',
  'characters',
  'percent signs',
  'padded',
]

const isMark = (c: string | undefined): boolean => c === undefined || '/?&='.includes(c)

/** The stretch of the sent target that differs, from mark to mark. */
const differingSpan = (signed: string, sent: string): Span => {
  const most = Math.min(signed.length, sent.length)
  let from = 0
  while (from < most && signed[from] === sent[from]) from++
  let atEnd = 0
  while (atEnd < most - from && signed[signed.length - 1 - atEnd] === sent[sent.length - 1 - atEnd]) atEnd++
  while (from > 0 && !isMark(sent[from - 1])) from--
  while (atEnd > 0 && !isMark(sent[sent.length - atEnd])) atEnd--
  return { from, to: sent.length - atEnd }
}

/** Control characters as they are written in source code. */
const visible = (text: string): string =>
  text.replace(/\p{Cc}/gu, (c) => JSON.stringify(c).slice(1, -1).replace('\u007f', '\\u007f'))

const sentence = (signedPiece: string, sentPiece: string, shown: string): string => {
  if (signedPiece === '') return `The caller signed nothing in the target where ${sentPiece} was sent. ${shown}`
  if (sentPiece === '') return `The caller signed ${signedPiece} in the target, where nothing was sent. ${shown}`
  return `The caller signed ${signedPiece} in the target, but ${sentPiece} was sent. ${shown}`
}

/** A hash in hexadecimal digits or in Base64. */
const isHash = (text: string): boolean =>
  /^(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{64}|[0-9a-fA-F]{128}|[0-9A-Za-z+/]{22}==|[0-9A-Za-z+/]{27}=|[0-9A-Za-z+/]{43}=|[0-9A-Za-z+/]{86}==)$/.test(
    text,
  )

/** What was done, and where in the sent target. */
interface Operated extends Span {
  readonly kind: OperationKind
}

const operationOn = (signed: string, sent: string): Operated | undefined => {
  const differing = differingSpan(signed, sent)
  for (const [kind, text, span = differing] of changedUnits(sent, { wanted: signed }))
    if (text === signed) return { kind, ...span }
  return isHash(partIn(signed, sent, differing)) ? { kind: 'digest', ...differing } : undefined
}

/** What was signed in place of this stretch of the sent target. */
const partIn = (signed: string, sent: string, { from, to }: Span): string =>
  signed.slice(from, signed.length - (sent.length - to))

const tellingOf = (signed: string, sent: string): readonly [kind: OperationKind, telling: Telling] | undefined => {
  const operated = signed === sent ? undefined : operationOn(signed, sent)
  if (operated === undefined) return undefined
  const signedPart = visible(partIn(signed, sent, operated))
  const [signedPiece, sentPiece] = shownPair(signedPart, sent.slice(operated.from, operated.to))
  const [shown, remedy] = words[operated.kind]
  return [
    operated.kind,
    { detail: `${signedPiece} where ${sentPiece} was sent`, what: sentence(signedPiece, sentPiece, shown), remedy },
  ]
}

/** The words, but not for a difference that other words name more closely. */
export const unitDifference = (signed: string, sent: string): Telling | undefined => {
  const [kind, telling] = tellingOf(signed, sent) ?? []
  return kind === undefined || leftToOthers.includes(kind) ? undefined : telling
}

/** The words for parameters that a program printed. They come first, because other words take a printed map for a placeholder. */
export const parametersPrinted = (signed: string, sent: string): Telling | undefined => {
  const [kind, telling] = tellingOf(signed, sent) ?? []
  return kind === 'printed parameters' ? telling : undefined
}

/** What programs print for a map or a list: `{:a=>1}`, `{'a': 1}`, `{a=1, b=2}`, `map[a:1]`, `Map(a -> 1)`, `[('a', 1)]`. */
const printedMap = /^(?:[%#]?\{.*\}|map\[.*\]|\w*Map\(.*\)|\[.*\])$/s

/** The words for a query that was signed as a program prints a map. */
export const queryPrintedAsMap = (signed: string, sent: string): Telling | undefined => {
  const [signedPath, signedQuery] = splitTarget(signed)
  const [sentPath, sentQuery] = splitTarget(sent)
  const printed = signedQuery.slice(1)
  if (signedPath !== sentPath || !printedMap.test(printed) || !/^\?[^?&=[{%]+=/.test(sentQuery)) return undefined
  const [signedPiece, sentPiece] = shownPair(visible(printed), sentQuery.slice(1))
  const [shown, remedy] = words['printed parameters']
  return { detail: `${signedPiece} where ${sentPiece} was sent`, what: sentence(signedPiece, sentPiece, shown), remedy }
}

/** The words for something round a value, such as quotation marks or `Optional("…")`. */
export const wrappedUnits = (signed: string, sent: string): Telling | undefined => {
  const [kind, telling] = tellingOf(signed, sent) ?? []
  return kind === 'wrapped' ? telling : undefined
}

/** The words for any such difference. They come last. */
export const anyUnitDifference = (signed: string, sent: string): Telling | undefined => tellingOf(signed, sent)?.[1]
