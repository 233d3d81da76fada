/** The words for texts in which some of several things are others: each sentence is true of the two texts. */
import fc from 'fast-check'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import type { Draft } from '../../../src/kit/diagnosis/Draft.ts'
import type { EditedPart } from '../../../src/kit/diagnosis/search/editedParts.ts'
import { partlyChanged } from '../../../src/kit/diagnosis/search/partlyChanged.ts'
import { partlyChangedTelling } from '../../../src/kit/diagnosis/tellings/partlyChanged.ts'
import { rightDraft } from '../../support/signedText.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const words = suite('the words for texts in which some of several things are others')

type Slot = 'target' | 'body'

const draftWith = (slot: Slot, sent: string): Draft => rightDraft(slot === 'target' ? { target: sent } : { body: sent })

/** The texts that are tried in place of this part. */
const partsFor = (slot: Slot, sent: string): ReadonlyArray<EditedPart> =>
  (['few', 'many'] as const).flatMap((count) => [...partlyChanged(draftWith(slot, sent), slot, count)])

const textOf = ({ bytes }: EditedPart): string => Buffer.from(bytes).toString()

/** Undefined if other words are closer. */
const wordsOf = ({ slot, value, detail = '' }: EditedPart, right: Draft): string | undefined =>
  partlyChangedTelling({ id: '', detail, right, signed: { ...right, [slot]: value } })?.what

const sentenceFor = (slot: Slot, sent: string, signed: string): string | undefined => {
  const found = partsFor(slot, sent).find((part) => textOf(part) === signed)
  assert.ok(found, `sent ${sent}\nsigned ${signed}: not tried`)
  return found && wordsOf(found, draftWith(slot, sent))
}

// ---- A reader of the sentences, written another way than the module writes them

const whiteSpace: Readonly<Record<string, string>> = {
  'a space': ' ',
  spaces: ' ',
  'two spaces': '  ',
  'pairs of spaces': '  ',
  'four spaces': '    ',
  'groups of four spaces': '    ',
  'a tab': '\t',
  tabs: '\t',
  'a line feed': '\n',
  'line feeds': '\n',
  'two line feeds': '\n\n',
  'pairs of line feeds': '\n\n',
  'a carriage return': '\r',
  'carriage returns': '\r',
  'CR LF': '\r\n',
  nothing: '',
}

/** What a piece of a sentence may stand for: a literal of JSON, or characters between quotation marks. */
const readingsOf = (piece: string): ReadonlyArray<string> => {
  const named = whiteSpace[piece]
  if (named !== undefined) return [named]
  const plain = piece.slice(1, -1)
  try {
    return [plain, JSON.parse(piece) as string]
  } catch {
    return [plain]
  }
}

interface Exchange {
  readonly from: string
  readonly to: string
  readonly count: number
}

/** Whether exchanges of just so many pieces make the signed text. A state that led nowhere is not tried again. */
const makes = (sent: string, signed: string, exchanges: ReadonlyArray<Exchange>): boolean => {
  const tried = new Set<string>()
  const walk = (i: number, j: number, left: ReadonlyArray<number>): boolean => {
    const state = `${i} ${j} ${left}`
    if (tried.has(state)) return false
    tried.add(state)
    if (i === sent.length) return j === signed.length && left.every((count) => count === 0)
    const isExchanged = exchanges.some(
      ({ from, to }, kind) =>
        from !== '' &&
        (left[kind] ?? 0) > 0 &&
        sent.startsWith(from, i) &&
        signed.startsWith(to, j) &&
        walk(i + from.length, j + to.length, left.with(kind, (left[kind] ?? 0) - 1)),
    )
    return isExchanged || (sent[i] === signed[j] && walk(i + 1, j + 1, left))
  }
  return walk(
    0,
    0,
    exchanges.map(({ count }) => count),
  )
}

const countOf = (text: string, piece: string): number => text.split(piece).length - 1

/** The longest names first: `two spaces` is not `spaces`. */
const whiteSpaceNames = Object.keys(whiteSpace).toSorted((a, b) => b.length - a.length)
const piecePattern = ['"(?:[^"\\\\]|\\\\.)*"', "'[^']*'", ...whiteSpaceNames].join('|')
const exchangeOfSome = new RegExp(`(${piecePattern}) for (?:(\\d+) of the (\\d+)|each) (${piecePattern})`, 'g')
const leftOutOfSome = new RegExp(`without (\\d+) of the (\\d+) (${piecePattern}) that it sent \\(`)
const replacement = new RegExp(`(${piecePattern}) where (${piecePattern}) was sent`, 'g')
const anyPiece = new RegExp(piecePattern, 'g')

/** Each choice of one entry from each list. */
const choicesFrom = <A>(lists: ReadonlyArray<ReadonlyArray<A>>): ReadonlyArray<ReadonlyArray<A>> =>
  lists.reduce<ReadonlyArray<ReadonlyArray<A>>>(
    (chosen, list) => chosen.flatMap((entries) => list.map((entry) => [...entries, entry])),
    [[]],
  )

/** Whether the exchanges in the sentence make the signed text, and its numbers of pieces are right. */
const isExchange = (sent: string, signed: string, what: string): boolean => {
  const readings = Array.from(what.matchAll(exchangeOfSome), ([, to = '', chosen, count, from = '']) =>
    readingsOf(from)
      .filter((piece) => (count === undefined ? sent.includes(piece) : countOf(sent, piece) === Number(count)))
      .flatMap((piece) =>
        readingsOf(to).map((other) => ({ from: piece, to: other, count: Number(chosen ?? countOf(sent, piece)) })),
      ),
  )
  return choicesFrom(readings).some((exchanges) => makes(sent, signed, exchanges))
}

/** How far both texts were read: so many characters of each. */
type Reached = readonly [sentLength: number, signedLength: number]

/** Whether the pieces are in the sent text in this order, and replacing them makes the signed text. */
const isReplacement = (sent: string, signed: string, what: string): boolean => {
  let reached = new Map<string, Reached>([['0 0', [0, 0]]])
  for (const [, to = '', from = ''] of what.matchAll(replacement)) {
    const next = new Map<string, Reached>()
    for (const [sentLength, signedLength] of reached.values())
      for (const piece of readingsOf(from))
        for (const other of readingsOf(to))
          for (let same = 0; sentLength + same <= sent.length; same++) {
            if (same > 0 && sent[sentLength + same - 1] !== signed[signedLength + same - 1]) break
            if (!sent.startsWith(piece, sentLength + same) || !signed.startsWith(other, signedLength + same)) continue
            const end: Reached = [sentLength + same + piece.length, signedLength + same + other.length]
            next.set(end.join(' '), end)
          }
    reached = next
  }
  return [...reached.values()].some(
    ([sentLength, signedLength]) => sent.slice(sentLength) === signed.slice(signedLength),
  )
}

/** Parameters are named without the marks between them. */
const withoutSeparators = (sent: string, signed: string, what: string): readonly [string, string, string] => {
  const strip = (text: string): string => text.replaceAll(/[?&]/g, '')
  return [strip(sent), strip(signed), strip(what)]
}

/** Whether leaving out these pieces, once each, makes the signed text. */
const isWithoutPieces = (sent: string, signed: string, pieces: ReadonlyArray<string>): boolean =>
  choicesFrom(pieces.map(readingsOf)).some((readings) =>
    makes(
      sent,
      signed,
      readings.map((from) => ({ from, to: '', count: 1 })),
    ),
  )

const valueAt = (json: string, name: string): unknown =>
  name
    .replace(/^\//, '')
    .split('/')
    .reduce<unknown>((value, member) => (value as Readonly<Record<string, unknown>>)[member], JSON.parse(json))

/** Whether the named values are strings in the one text, and in the other the same without quotation marks. */
const areSameWithMarks = (names: string, withMarks: string, withoutMarks: string): boolean =>
  names
    .split(/, | and /)
    .every(
      (name) => /^\d+ more$/.test(name) || valueAt(withMarks, name) === JSON.stringify(valueAt(withoutMarks, name)),
    )

/** Undefined if the sentence is another one, or names only some of the differences. */
const isTrue = (sent: string, signed: string, what: string): boolean | undefined => {
  const [, names, isWithout] =
    /^The caller signed the values? of (.+?) (?:(without)|in) quotation marks, but/.exec(what) ?? []
  if (names !== undefined)
    return isWithout === undefined ? areSameWithMarks(names, signed, sent) : areSameWithMarks(names, sent, signed)
  if (/ and \d+ more/.test(what) || what.includes('…')) return undefined
  if (/ without the members? /.test(what)) return undefined
  const [, chosen, count, from = ''] = leftOutOfSome.exec(what) ?? []
  if (chosen !== undefined)
    return readingsOf(from).some(
      (piece) =>
        countOf(sent, piece) === Number(count) && makes(sent, signed, [{ from: piece, to: '', count: Number(chosen) }]),
    )
  if (/ without some elements /.test(what)) return isWithoutPieces(sent, signed, what.match(anyPiece) ?? [])
  const [, withoutAny = '', all] = /without any (.+), but sent it with all (\d+) of them/.exec(what) ?? []
  if (all !== undefined)
    return readingsOf(withoutAny).some(
      (piece) => countOf(sent, piece) === Number(all) && sent.replaceAll(piece, '') === signed && Number(all) > 1,
    )
  if (/ did not sign /.test(what)) return isWithoutPieces(sent, signed, [...(what.match(anyPiece) ?? [])].slice(0, 1))
  if (what.includes(' was sent'))
    return isReplacement(sent, signed, what) || isReplacement(...withoutSeparators(sent, signed, what))
  return what.search(exchangeOfSome) >= 0 ? isExchange(sent, signed, what) : undefined
}

// ---- Laws

const word = fc.stringMatching(/^[a-z]{2,4}$/)
const mark = fc.constantFrom(
  '<',
  '>',
  '&',
  "'",
  '\\u003c',
  '\\u003C',
  '\\u00e9',
  'é',
  '\\/',
  '/',
  '\\n',
  '%20',
  ' ',
  '+',
)
const marked = fc.array(fc.tuple(mark, word), { minLength: 1, maxLength: 4 }).map((pairs) => pairs.flat().join(''))
const number = fc.integer({ min: 0, max: 99 }).map(String)
const jsonValue = fc.oneof(
  number,
  number.map((digits) => `"${digits}"`),
  marked.map((text) => `"${text}"`),
  fc.constantFrom('null', 'true', '"false"', '""', '[1,"2",3]'),
)
const names = fc.uniqueArray(word, { minLength: 2, maxLength: 4 })

const json = names
  .chain((all) => fc.tuple(fc.constant(all), fc.array(jsonValue, { minLength: all.length, maxLength: all.length })))
  .map(([all, values]) => `{${all.map((name, index) => `"${name}":${values[index]}`).join(',')}}`)

const xml = fc
  .array(fc.tuple(word, number), { minLength: 1, maxLength: 5 })
  .map((elements) => `<root>${elements.map(([name, text]) => `<${name}>${text}</${name}>`).join('')}</root>`)

const escapeOrMark = fc.constantFrom('%20', '+', '%2F', '%3A', '%3a', '%40', '@', '%C3%A9', 'é', ':', '%252F')
const target = fc
  .array(fc.tuple(word, escapeOrMark, word), { minLength: 1, maxLength: 4 })
  .map((parameters) => `/v1?${parameters.map(([name, mark, text]) => `${name}=${mark}${text}`).join('&')}`)

const sentTexts = fc.oneof(
  json.map((sent) => ({ slot: 'body' as const, sent })),
  xml.map((sent) => ({ slot: 'body' as const, sent })),
  target.map((sent) => ({ slot: 'target' as const, sent })),
)

words('for all texts that are tried: the sentence makes the signed text of the sent one, and Chinese has it', () =>
  forAll([sentTexts, fc.nat({ max: 96 })], { numRuns: 30 }, ({ slot, sent }, start) => {
    for (const part of partsFor(slot, sent).filter((_, index) => index % 97 === start)) {
      const signed = textOf(part)
      const what = wordsOf(part, draftWith(slot, sent))
      if (what === undefined) continue
      assert.is.not(isTrue(sent, signed, what), false, `\nsent   ${sent}\nsigned ${signed}\n${what}\n`)
      assert.not.match(say(what), /caller| for | where | without /, what)
    }
  }),
)

// ---- Examples

words('elements of XML are named whole', () => {
  const sent = '<r><ab>1</ab><cd>2</cd><ef>3</ef></r>'
  assert.is(
    sentenceFor('body', sent, '<r><cd>2</cd></r>'),
    'The caller signed the body without some elements that it sent: "<ab>1</ab>" and "<ef>3</ef>".',
  )
  assert.is(
    sentenceFor('body', sent, '<r><ab>1</ab><ef>3</ef></r>'),
    'The caller did not sign "<cd>2</cd>", after 13 characters of the body, but sent it.',
  )
})

words('values of JSON without their quotation marks are named', () => {
  assert.is(
    sentenceFor('body', '{"a":"1","b":"2","c":"3"}', '{"a":1,"b":"2","c":3}'),
    'The caller signed the values of a and c without quotation marks, but the JSON arrived with them.',
  )
  assert.is(
    sentenceFor('body', '{"a":1,"b":{"c":2},"d":3}', '{"a":1,"b":{"c":"2"},"d":3}'),
    'The caller signed the value of /b/c in quotation marks, but the JSON arrived without them.',
  )
})

words('of as many parameters, each is compared with the one in its place', () =>
  assert.is(
    sentenceFor('target', '/v1?a=b&a=b&a=b', '/v1?a&a=b&a=B'),
    'In the target, the caller signed "a" where "a=b" was sent and "a=B" where "a=b" was sent.',
  ),
)

words('escapes of several kinds: of how many pieces', () =>
  assert.is(
    sentenceFor('body', '{"h":"<b>x</b>"}', '{"h":"\\u003cb\\u003ex</b>"}'),
    'In the body, the caller signed "\\u003c" for 1 of the 2 "<" and "\\u003e" for 1 of the 2 ">".',
  ),
)
