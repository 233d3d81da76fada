/**
 * The mistakes about the body: the caller signed another text of the same value, or something in place of the body. `bodyMistakes` at the
 * end is the list. The functions before it make the texts that may have been signed, mostly by the modules of `forms`.
 *
 *     body-reserialized    {"a": 1} was signed, and {"a":1} was sent
 *     body-hashed          015abd7f… was signed, and {"a":1} was sent
 */

import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import type { Hash, HashName } from '../../../effects/Hash.ts'
import { type Draft, maxRewritten, rewritable, standard, textOf } from '../Draft.ts'
import { otherEmptyTexts } from '../emptyBody.ts'
import { backslashMarks } from '../forms/backslashMarks.ts'
import { boxedValues } from '../forms/boxedValues.ts'
import { firstBlocks, firstCharacters, inBuffer } from '../forms/buffers.ts'
import { changedText, cutShort, queryAsBody } from '../forms/changedBody.ts'
import { changedValues, isChangedValues } from '../forms/changedValues.ts'
import { utf8 } from '../forms/charsets.ts'
import { chunkedText } from '../forms/chunks.ts'
import { codeLayouts } from '../forms/codeLayouts.ts'
import { cutBodies, cutFields, cutStrings, shortened, untilNul, withoutEnd } from '../forms/cutParts.ts'
import { uncutBytes, uncutText } from '../forms/cutText.ts'
import { digestHeaders } from '../forms/digestHeaders.ts'
import { distinct, withRarity } from '../forms/distinct.ts'
import { withLineEnds } from '../forms/droppedLineEnds.ts'
import { withoutEmptyMembers } from '../forms/emptyMembers.ts'
import { enumerationNumbers } from '../forms/enumerationNumbers.ts'
import { escapedSubsets } from '../forms/escapedSubsets.ts'
import { asForms, firstReplacedIn } from '../forms/firstReplaced.ts'
import { isForm, respelledForms } from '../forms/formText.ts'
import { htmlForms } from '../forms/htmlEntities.ts'
import { isJson } from '../forms/isJson.ts'
import { type JsonChange, jsonChange } from '../forms/jsonChange.ts'
import { isJsonShape, jsonShapes } from '../forms/jsonShapes.ts'
import { asciiJson } from '../forms/jsonText.ts'
import { textAlone } from '../forms/layouts.ts'
import { lazily } from '../forms/lazily.ts'
import { linedJson } from '../forms/linedJson.ts'
import { inJson, linesJoinedAgain, otherLineEnds } from '../forms/lineEnds.ts'
import { lineForms } from '../forms/lineForms.ts'
import { emptiedStrings, looseJson, sentInFrames } from '../forms/looseJson.ts'
import { lostLetters } from '../forms/lostLetters.ts'
import { mappedJson } from '../forms/mappedJson.ts'
import { marksRound } from '../forms/marksRound.ts'
import { memberOrders } from '../forms/memberOrders.ts'
import { misreadText } from '../forms/misreadText.ts'
import { mergedParameters, withParameters } from '../forms/movedParameters.ts'
import { multipartChanges } from '../forms/multipartChanges.ts'
import { multipartForms } from '../forms/multipartForms.ts'
import { otherDigests } from '../forms/otherDigests.ts'
import { partsAlone } from '../forms/partsAlone.ts'
import { payloadMarks } from '../forms/payloadMarks.ts'
import { decodeForm, splitTarget } from '../forms/percent.ts'
import { printedBodies } from '../forms/printed.ts'
import { printedRequests } from '../forms/printedRequests.ts'
import { pythonBytes } from '../forms/pythonText.ts'
import type { Form } from '../forms/Respelling.ts'
import { rewrittenAfterReading } from '../forms/readJson.ts'
import { renamedJson } from '../forms/renamedJson.ts'
import { reorderJson, rereadJson } from '../forms/rereadJson.ts'
import { respelledDates } from '../forms/respelledDates.ts'
import { inPlainStyles, inSpacedStyles, restyle } from '../forms/restyle.ts'
import { aroundNumbers, numbersAsFloats, retyped, typesChanged, withNumbers } from '../forms/retyped.ts'
import { textSentAsBody } from '../forms/sentText.ts'
import { shareForms } from '../forms/shareForms.ts'
import { readEchoEscapes } from '../forms/shellFormat.ts'
import { shortenedText } from '../forms/shortenedText.ts'
import { spelledNumbers } from '../forms/spelledNumbers.ts'
import { stringEscapes } from '../forms/stringEscapes.ts'
import { jsonOfPhp } from '../forms/stringLiterals.ts'
import { throughShell } from '../forms/throughShell.ts'
import { timesInBody } from '../forms/timesInBody.ts'
import { untrimmedValues } from '../forms/trimmedValues.ts'
import { unsortedJson } from '../forms/unsortedJson.ts'
import { valuesAlone } from '../forms/valuesAlone.ts'
import { wholeEscapes } from '../forms/wholeEscapes.ts'
import {
  listsAndLines,
  queryBeforeBody,
  queryWithBody,
  sentEncoded,
  sentInMember,
  wrappedBodies,
} from '../forms/wrappedBody.ts'
import { respelledXml } from '../forms/xmlText.ts'
import type { Mistake, Part, Variation } from '../Mistake.ts'
import { latin1 } from '../Received.ts'
import { asPayload, encodings } from './encodings.ts'
import { changes, isNeeded, mistake, part, signs } from './mistake.ts'

/** A program does these to the whole body at last. None of the other mistakes comes after them. */
const lastSteps = ['body-encoding', 'body-quoted', 'body-hashed', 'body-printed']
/** The exceptions: Base64 may be put into a JSON string, and any text may be hashed. */
const lastStepsFor: Readonly<Record<string, ReadonlyArray<string>>> = {
  'body-quoted': ['body-hashed', 'body-printed'],
  'body-hashed': [],
}

// ---- Mistakes of this part

/** A mistake about a body of any length. */
/** The details of forms of a body that was compressed when it was signed. */
export const signedCompressed = 'after it was compressed'
export const compressedOtherwise = 'compressed by another program or with other settings'

const mistakeAboutBody = changes('body', 'body')

interface BodyOptions extends Partial<Mistake> {
  /** What the mistake changes, if it is not the content of the body. */
  readonly changed?: Part
}

/** Makes the bytes that may have been signed. `only`: the bytes that are searched for, if no others are needed. */
type BodyForms = (
  body: Bytes.Bytes,
  hash: Hash,
  only: Bytes.Bytes | undefined,
  draft: Draft,
) => Iterable<Form<Bytes.Bytes>>

/** A mistake about a body that is not too long to be written anew. */
const rewrittenBody = (
  id: string,
  what: string,
  remedy: string,
  forms: BodyForms,
  { changed = 'body', ...options }: BodyOptions = {},
): Mistake => {
  const undoes = lastStepsFor[id] ?? lastSteps
  return changes('body', changed, { undoes, ...options })(id, what, remedy, (draft, hash, only) =>
    draft.body.length > maxRewritten ? [] : forms(draft.body, hash, only, draft),
  )
}

const inUtf8 = ([detail, form, rare, traits]: Form): Form<Bytes.Bytes> => [detail, utf8(form), rare, traits]

/** The forms of a text, for its bytes. With `wanted`, those that are this text. */
function* inBytes(forms: Iterable<Form>, wanted?: string): Generator<Form<Bytes.Bytes>> {
  for (const form of forms) if (wanted === undefined || form[1] === wanted) yield inUtf8(form)
}

/** The same for a body that is text. `wanted`: the text that is searched for, if no others are needed. */
const rewrittenText = (
  id: string,
  what: string,
  remedy: string,
  forms: (bodyText: string, wanted?: string) => Iterable<Form>,
  options: BodyOptions = {},
): Mistake => {
  const formsOfBytes: BodyForms = function* (bytes, _, only) {
    const bodyText = rewritable(bytes)
    const wanted = only && rewritable(only, only.length)
    if (bodyText === undefined || (only !== undefined && wanted === undefined)) return
    yield* inBytes(forms(bodyText, wanted), wanted)
  }
  return rewrittenBody(id, what, remedy, formsOfBytes, options)
}

// ---- The texts that may have been signed

/** Line ends that are left out, where the body is signed or where it is sent. */
function* linesJoined(json: string): Generator<Form> {
  yield ['left out where it was signed', json.replace(/\r?\n/g, '')]
  const blanks = json.replace(/\r?\n$/, '').replace(/\r?\n/g, ' ')
  if (json.includes('\n') && / {2}/.test(blanks))
    yield ['each line end signed as a space, and the last one left out (make)', blanks, true]
  yield* withLineEnds(json)
}

function* quotings(json: string, wanted?: string): Generator<Form> {
  // What programs write for no body has a mistake of its own.
  if (json === '') return
  const quoted = JSON.stringify(json)
  const escaped = json.replace(/[\\'"]/g, '\\$&')
  const python = asciiJson(quoted)
  const php = jsonOfPhp(json)
  yield ['quoted', quoted]
  yield ['quoted (Python)', python]
  yield ['quotation marks escaped (addslashes of PHP)', escaped]
  const inString = quoted.slice(1, -1)
  if (inString !== escaped && inString !== json) yield ['as in a string of JSON, without its quotation marks', inString]
  if (isJson(json) && /^\s*"/.test(json)) yield ['unquoted', JSON.parse(json) as string]
  const unescaped = /%[0-9A-Fa-f]{2}/.test(json) ? decodeForm(json) : ''
  if (isJson(unescaped)) yield ['before it was percent-encoded', unescaped]
  if (![quoted, python].includes(php)) yield ['quoted (PHP)', php, true]
  yield ['its braces doubled (a format of C#, Python, Rust)', json.replace(/[{}]/g, '$&$&'), 'alone']
  const echo = readEchoEscapes(json)
  if (echo !== json && !isJson(echo)) {
    yield ['its escapes read, as by echo or in a string literal', echo, 'alone']
    yield ['its escapes read, as by echo, and a line feed', `${echo}\n`, 'alone']
  }
  for (const form of json.length > maxEscaped ? [] : stringEscapes(json, wanted))
    if (![quoted, python, php, escaped, inString].includes(form[1])) yield form
  if (wanted === undefined || wanted.includes('\\'))
    yield* withRarity('alone', distinct([json, quoted, python, php, escaped, inString], {}, backslashMarks(json)))
  // The fields of a form have a mistake of their own.
  if (json.length <= maxEscaped && !isForm(json)) yield* withRarity('alone', wholeEscapes(json))
  yield ['each quotation mark doubled (C#, Visual Basic, SQL)', json.replaceAll('"', '""'), 'late']
  yield ["each ' doubled (SQL, MessageFormat)", json.replaceAll("'", "''"), 'late']
}

/** Values of other types, and the text of them in each plain style. */
function* retypedInStyles(text: string, wanted?: string): Generator<Form> {
  for (const [detail, json] of new Map(typesChanged(text)))
    if (json !== text)
      yield* withRarity(
        'alone',
        inOtherStyles(detail, json, () => inPlainStyles(json, wanted)),
      )
}

/** There are some 80 ways to write the numbers, and each is a text of its own in some styles. */
const maxFloatTexts = { forms: 300, characters: 400_000 }

/** Numbers as floating-point ones, as a program that writes white space writes them: `{"seed": 7.0}` for `{"seed":7}`. */
function* floatsInStyles(text: string, wanted?: string): Generator<Form> {
  const apart = aroundNumbers(text)
  // Only the numbers differ, so the text is written in each style once.
  const spaced = lazily(() => inSpacedStyles(text).map(([style, styled]) => ({ style, around: aroundNumbers(styled) })))
  for (const [detail, numbers] of numbersAsFloats(text)) {
    const json = withNumbers(apart, numbers)
    const styled = (): ReadonlyArray<Form> => spaced().map(({ style, around }) => [style, withNumbers(around, numbers)])
    if (json !== text) yield* inOtherStyles(detail, json, () => onlyWanted(styled(), wanted))
  }
}

const onlyWanted = (forms: ReadonlyArray<Form>, wanted: string | undefined): ReadonlyArray<Form> =>
  wanted === undefined ? forms : forms.filter(([, text]) => text === wanted)

/** The forms of a JSON text that was changed already. Its own text is none of them. */
function* inOtherStyles(detail: string, json: string, styled: () => ReadonlyArray<Form>): Generator<Form> {
  if (!isJson(json)) return
  for (const [style, written] of styled()) if (written !== json) yield [`${detail}, ${style}`, written]
}

/** To write a longer text once takes too long for a step of the search, and most ways lead to a text that was tried. */
const maxReread = 8192

/** What a program makes of a JSON object or array that it has read, of whatever shape. */
const afterReading = (rewrite: JsonFamily['forms']) => (json: string, wanted?: string) =>
  json.length > maxReread || !/^\s*[[{]/.test(json) ? [] : withRarity('alone', rewrite(json, wanted))

/** JSON that was replaced in at first occurrences, and is JSON. */
function* firstReplacedJson(json: string, wanted?: string): Generator<Form> {
  for (const { form, isOfJson } of firstReplaced(json, wanted)) if (isOfJson) yield form
}

/** A text that was replaced in at first occurrences, and whether it is JSON. */
interface ReplacedForm {
  readonly form: Form
  readonly isOfJson: boolean
}

function* everyReplaced(text: string): Generator<ReplacedForm> {
  for (const form of asForms(firstReplacedIn(text))) yield { form, isOfJson: isJson(form[1]) }
}

/** To see whether a text is JSON takes longer than to make it, so two mistakes share the answers. */
const sharedReplaced = shareForms(everyReplaced)

/** The forms of a short text are shared. If one text is wanted, only that text is parsed. */
function* firstReplaced(text: string, wanted?: string): Generator<ReplacedForm> {
  if (wanted === undefined) {
    yield* text.length > maxReread ? everyReplaced(text) : sharedReplaced(text)
    return
  }
  for (const replaced of firstReplacedIn(text, wanted)) {
    if (replaced.text !== wanted) continue
    for (const form of asForms([replaced])) yield { form, isOfJson: isJson(wanted) }
  }
}

/** Bodies of other kinds that were replaced in at first occurrences, and JSON that is none any more. A form has a mistake of its own. */
function* firstReplacedText(text: string, wanted?: string): Generator<Form> {
  if (isForm(text)) return
  const wasJson = isJson(text)
  for (const { form, isOfJson } of firstReplaced(text, wanted)) if (!wasJson || !isOfJson) yield form
}

/** An object or a list. */
const isBracketed = /^[ \t\r\n]*[[{]/

/** A list of one scalar, in any number of brackets. */
const isOneScalar = /^\s*\[[\s[]*(?:"(?:[^"\\]|\\.)*"|[^\s"[\]{},]+)[\s\]]*$/

/**
 * Whether a text may be the same JSON, written anew. No serializer writes anything but brackets for a text that begins with a bracket, unless it
 * takes one value out of a list, or adds white space alone.
 */
const mayBeReserialized = (json: string, wanted: string): boolean => {
  if (isBracketed.test(json) && !isBracketed.test(wanted) && !isOneScalar.test(json)) return false
  return !(wanted.startsWith(json) && wanted.slice(json.length).trim() === '')
}

/** Forms of a JSON text, and how they may differ from it. */
export interface JsonFamily {
  readonly changes: ReadonlyArray<JsonChange>
  /** With `wanted`, at least the forms that are this text. */
  readonly forms: (json: string, wanted?: string) => Iterable<Form>
}

const ofSpacing: ReadonlyArray<JsonChange> = ['white space', 'escapes or order']
const anyValue: ReadonlyArray<JsonChange> = [...ofSpacing, 'numbers', 'values']
const anyJson: ReadonlyArray<JsonChange> = [...anyValue, 'strings']

/** The families of the forms of JSON, the likeliest first. A spec shows that no form changes more than its family says. */
export const jsonFamilies: ReadonlyArray<JsonFamily> = [
  { changes: anyValue, forms: restyle },
  { changes: anyValue, forms: (json) => withRarity('alone', distinct([json], {}, rewrittenAfterReading(json))) },
  { changes: ['escapes or order', 'numbers', 'values', 'no JSON'], forms: retyped },
  { changes: ['numbers', 'values'], forms: retypedInStyles },
  { changes: anyValue, forms: afterReading(rereadJson) },
  { changes: ofSpacing, forms: afterReading(reorderJson) },
  { changes: ['values'], forms: afterReading(withoutEmptyMembers) },
  { changes: ['numbers', 'values'], forms: afterReading(boxedValues) },
  { changes: ['values', 'strings'], forms: afterReading(untrimmedValues) },
  { changes: anyJson, forms: (json, wanted) => withRarity('alone', firstReplacedJson(json, wanted)) },
  {
    // A name may be a date, and is no name as a number.
    changes: ['numbers', 'values', 'strings', 'no JSON', 'another text'],
    forms: (json) => withRarity('late', respelledDates(json)),
  },
  {
    changes: ['escapes or order'],
    forms: (json, wanted) => withRarity('late', distinct([json], {}, escapedSubsets(json, wanted))),
  },
  { changes: ofSpacing, forms: (json, wanted) => withRarity('late', linedJson(json, wanted)) },
  { changes: ofSpacing, forms: (json) => withRarity('late', codeLayouts(json)) },
  { changes: ['numbers'], forms: (json) => withRarity('late', distinct([json], {}, spelledNumbers(json))) },
  {
    changes: ['numbers'],
    forms: (json, wanted) => withRarity('late', distinct([json], maxFloatTexts, floatsInStyles(json, wanted))),
  },
  { changes: ofSpacing, forms: (json, wanted) => withRarity('late', memberOrders(json, wanted)) },
  { changes: ofSpacing, forms: (json, wanted) => withRarity('late', unsortedJson(json, wanted)) },
]

/** JSON that was written anew. With `wanted`, only the families whose changes lead to this text are made. */
function* reserialized(bodyText: string, wanted?: string): Generator<Form> {
  if (wanted !== undefined && !mayBeReserialized(bodyText, wanted)) return
  if (!isJson(bodyText)) {
    yield* withRarity('alone', distinct([bodyText], {}, rewrittenAfterReading(bodyText)))
    return
  }
  const change = wanted === undefined ? undefined : jsonChange(bodyText, wanted)
  for (const { changes: possibleChanges, forms } of jsonFamilies)
    if (change === undefined || possibleChanges.includes(change))
      for (const form of forms(bodyText, wanted)) if (!isNull.test(form[1])) yield form
}

/** A missing value in place of an empty object or list: `body-printed` says so. */
const isNull = /^\s*null\s*$/

/** Whether the wanted bytes, if there are such, begin with these. */
const mayGoOn = (bytes: Bytes.Bytes, wanted: Bytes.Bytes | undefined): boolean =>
  wanted === undefined || Bytes.Eq.equals(wanted.subarray(0, bytes.length), bytes)

/** A cut text is shorter. */
const mayBeCut = (text: string, wanted: string | undefined): boolean =>
  wanted === undefined || wanted.length < text.length

/** Each text is hashed. */
const chunkLimits = { forms: 30_000, characters: 24_000_000 }

/** A longer text is not written with the escapes of every language. */
const maxEscaped = 65_536

/** The hash of an empty text, in place of the body. */
export const hashOfNothing = 'of no bytes'

/** `h.Sum(body)` of Go appends the hash of what was written to the body. */
export const appendedByGo = 'of no bytes, behind the body (Sum of Go)'

function* hashings(bytes: Bytes.Bytes, hash: Hash): Generator<Form<Bytes.Bytes>> {
  const known = new Set<string>()
  for (const form of knownHashings(bytes, hash)) {
    known.add(latin1(form[1]))
    yield form
  }
  yield* inBytes(otherDigests(bytes, hash, known))
}

/** The hashes that another scheme needs, or that a program prints. */
function* knownHashings(bytes: Bytes.Bytes, hash: Hash): Generator<Form<Bytes.Bytes>> {
  for (const hashName of ['sha256', 'md5', 'sha1', 'sha512'] as const) {
    const digest = hash(hashName, bytes)
    const hex = Bytes.toHex(digest)
    const forms = [
      ['hex', utf8(hex)],
      ['HEX', utf8(hex.toUpperCase())],
      ['base64', utf8(Base64.encode(digest))],
      ['bytes', digest],
    ] as const
    for (const [form, written] of forms) yield [hashName === 'sha256' ? form : `${hashName}, ${form}`, written]
  }
  const hex = Bytes.toHex(hash('sha256', bytes))
  yield ['as sha256sum prints it', utf8(`${hex}  -`), true]
  yield ['as openssl prints it', utf8(`SHA2-256(stdin)= ${hex}`), true]
  if (bytes.length > 0) yield [hashOfNothing, utf8(Bytes.toHex(hash('sha256', Bytes.empty))), 'alone']
  yield* inBytes(payloadMarks())
  yield* inBytes(digestHeaders(bytes, hash))
  const ofBody = hash('sha256', bytes)
  for (const [detail, text] of [
    ['printed by Go', `[${ofBody.join(' ')}]`],
    ['printed by Java', `[${Int8Array.from(ofBody).join(', ')}]`],
    ['printed by JavaScript', ofBody.join(',')],
    ['printed by Python', pythonBytes(ofBody)],
  ] as const)
    yield [detail, utf8(text), 'late']
  for (const hashName of ['sha256', 'md5', 'sha1', 'sha512'] as const) yield* nestedHashes(bytes, hashName, hash)
  yield ['as CryptoKit of Swift prints it', utf8(`SHA256 digest: ${hex}`), 'late']
  yield ['in Optional("…") of Swift', utf8(`Optional("${hex}")`), 'late']
  if (bytes.length > 0) yield [appendedByGo, Bytes.concat([bytes, hash('sha256', Bytes.empty)]), 'late']
}

/** A hash that was hashed or written once more: of its bytes, or of its hexadecimal digits. */
function* nestedHashes(bytes: Bytes.Bytes, hashName: HashName, hash: Hash): Generator<Form<Bytes.Bytes>> {
  const digest = hash(hashName, bytes)
  const digits = Bytes.toHex(digest)
  const prefix = hashName === 'sha256' ? '' : `${hashName}, `
  for (const [detail, hashed] of [
    ['of its hexadecimal digits', utf8(digits)],
    ['of its hexadecimal digits in upper case', utf8(digits.toUpperCase())],
    ['of its Base64', utf8(Base64.encode(digest))],
    ['of its bytes', digest],
  ] as const) {
    const twice = hash(hashName, hashed)
    yield [prefix + detail, utf8(Bytes.toHex(twice)), 'late']
    yield [`${prefix}${detail}, base64`, utf8(Base64.encode(twice)), 'late']
  }
  yield [`${prefix}Base64 of its hexadecimal digits`, utf8(Base64.encode(utf8(digits))), 'late']
}

/** The query joined to the body, and the target without it. */
function* joinedQueries(draft: Draft): Generator<Variation> {
  const content = draft.body.length === 0 ? undefined : rewritable(draft.body)
  const [target, question] = splitTarget(draft.target)
  for (const [detail, text] of content === undefined ? [] : queryWithBody(question.slice(1), content)) {
    const signedText = textOf({ ...draft, target, body: utf8(text) })
    yield part(detail, { layout: textAlone(signedText) }, 'alone')
  }
}

/** Parameters of the body in the query: all, and no body, or the last of them. None if the wanted text has no query of this path. */
function* movedParameters(draft: Draft, only?: Bytes.Bytes): Generator<Variation> {
  const content = draft.body.length === 0 ? undefined : rewritable(draft.body)
  const start = utf8(`${draft.method}\n${splitTarget(draft.target)[0]}?`)
  if (content === undefined || !mayGoOn(start, only)) return
  for (const [detail, target] of withParameters(draft.target, content)) {
    const signedText = textOf({ ...draft, target, body: Bytes.empty })
    yield part(`${detail}: ${target}`, { layout: textAlone(signedText) }, 'alone')
  }
  for (const { detail, target, body: shorter } of mergedParameters(draft.target, content)) {
    const signedText = textOf({ ...draft, target, body: utf8(shorter) })
    yield part(detail, { layout: textAlone(signedText) }, 'alone')
  }
}

/** Bodies that no other mistake explains: of another request, within a wrapper, cut, or changed in one place. */
function* otherBodies(draft: Draft, hash: Hash, only?: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  const { body: content, target } = draft
  const query = splitTarget(target)[1].slice(1)
  yield* firstBlocks(content)
  if (content.length === 0 && query !== '') yield* inBytes(queryAsBody(query))
  const buffered = content.length === 0 ? [] : inBuffer(content, textOf({ ...draft, body: Bytes.empty }).length, only)
  yield* multipartForms(content)
  for (const text of otherEmptyTexts(content)) yield [`signed ${text}`, utf8(text), 'alone']
  const bodyText = rewritable(content)
  if (bodyText !== undefined) {
    yield* otherTexts(draft, bodyText, buffered, hash, only)
  } else {
    yield* buffered
    if (mayGoOn(content, only)) yield* inBytes(uncutBytes(content))
  }
  yield* multipartChanges(content, hash, draft.contentType)
  yield* untilNul(content)
}

/** The same for a body that is text. */
function* otherTexts(
  draft: Draft,
  bodyText: string,
  buffered: Iterable<Form<Bytes.Bytes>>,
  hash: Hash,
  only?: Bytes.Bytes,
): Generator<Form<Bytes.Bytes>> {
  const { body: content } = draft
  yield* sentEncoded(bodyText)
  yield* sentInMember(bodyText)
  yield* sentInFrames(content)
  // Wanted bytes that are not text are equal to no text, as '' is.
  const wanted = only && (rewritable(only, only.length) ?? '')
  yield* inBytes(withRarity('alone', textSentAsBody(draft, bodyText)), wanted)
  yield* cutShort(content, bodyText)
  yield* withoutEnd(content)
  if (mayGoOn(content, only)) yield* inBytes(uncutText(bodyText), wanted)
  yield* inBytes(changedText(bodyText), wanted)
  yield* inBytes(withRarity('alone', distinct([bodyText], {}, timesInBody(bodyText))), wanted)
  yield* inBytes(withRarity('alone', distinct([bodyText], {}, firstReplacedText(bodyText, wanted))), wanted)
  yield* buffered
  yield* inBytes(firstCharacters(bodyText), wanted)
  yield* inBytes(withRarity('late', queryBeforeBody(splitTarget(draft.target)[1].slice(1), bodyText)), wanted)
  yield* inBytes(withRarity('late', listsAndLines(bodyText)), wanted)
  yield* framedBodies(content)
  yield* inBytes(withRarity('late', wrappedBodies(bodyText)), wanted)
  yield* inBytes(withRarity('late', distinct([bodyText], {}, marksRound(bodyText))), wanted)
  yield* inBytes(withRarity('late', looseJson(bodyText)), wanted)
  yield* inBytes(withRarity('late', emptiedStrings(bodyText)), wanted)
  yield* inBytes(withRarity('late', renamedJson(bodyText, wanted)), wanted)
  yield* inBytes(withRarity('late', enumerationNumbers(bodyText, wanted)), wanted)
  yield* inBytes(withRarity('late', distinct([bodyText], {}, valuesAlone(bodyText))), wanted)
  yield* inBytes(withRarity('late', distinct([bodyText], {}, partsAlone(bodyText, wanted))), wanted)
  yield* inBytes(withRarity('late', lineForms(bodyText)), wanted)
  yield* inBytes(withRarity('late', otherValues(bodyText, hash, wanted)), wanted)
  if (!mayBeCut(bodyText, wanted)) return
  yield* cutBodies(content)
  yield* inBytes(withRarity('late', cutStrings(bodyText)), wanted)
  yield* inBytes(withRarity('late', shortenedText(bodyText)), wanted)
}

/**
 * JSON with other values, names or shapes. With `wanted`, none if another mistake makes this text. A search tries these last, so it has
 * tried what the other mistakes make, and a second try of one finds nothing.
 */
function* otherValues(bodyText: string, hash: Hash, wanted?: string): Generator<Form> {
  if (!isJson(bodyText) || bodyText.length > maxReread) return
  if (wanted !== undefined && !isOtherValue(bodyText, hash, wanted)) return
  yield* distinct(
    [bodyText],
    {},
    changedValues(bodyText, hash),
    jsonShapes(bodyText),
    mappedJson(bodyText, hash, wanted),
  )
}

/** Whether the wanted text has other values, names or shapes, and no other mistake makes it. It may be beyond a limit. */
const isOtherValue = (bodyText: string, hash: Hash, wanted: string): boolean => {
  if (!isChangedValues(bodyText, hash, wanted) && !isJsonShape(bodyText, wanted) && !isMappedAs(bodyText, hash, wanted))
    return false
  for (const [, text] of valuesOfOtherMistakes(bodyText, wanted)) if (text === wanted) return false
  return true
}

const isMappedAs = (bodyText: string, hash: Hash, wanted: string): boolean => {
  for (const _ of mappedJson(bodyText, hash, wanted)) return true
  return false
}

/** The forms of other mistakes that change values of JSON, or letters of any text. */
function* valuesOfOtherMistakes(json: string, wanted?: string): Generator<Form> {
  yield* retyped(json)
  yield* retypedInStyles(json, wanted)
  for (const rewrite of [withoutEmptyMembers, boxedValues, untrimmedValues, htmlForms]) yield* rewrite(json)
  // A long text has only some of these forms, so the limit of the mistake itself decides.
  yield* stringEscapes(json, wanted)
  for (const [detail, bytes] of [...lostLetters(json), ...misreadText(utf8(json))])
    yield [detail, rewritable(bytes) ?? '']
  for (const normalization of ['NFC', 'NFD']) yield [normalization, json.normalize(normalization)]
}

/** The body as it lies on the wire in one chunk, and behind its length in bytes, as writeUTF of Java puts it. */
function* framedBodies(content: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  const { length } = content
  if (length === 0) return
  const framed = (size: string): Bytes.Bytes => Bytes.concat([utf8(`${size}\r\n`), content, utf8('\r\n0\r\n\r\n')])
  yield ['with the chunk sizes of Transfer-Encoding', framed(length.toString(16)), 'late']
  const lengths = [length >>> 24, length >>> 16, length >>> 8, length].map((byte) => byte & 0xff)
  if (length < 0x10000)
    yield ['behind its length in two bytes (writeUTF of Java)', behind(lengths.slice(2), content), 'late']
  yield ['behind its length in four bytes', behind(lengths, content), 'late']
}

const behind = (start: ReadonlyArray<number>, content: Bytes.Bytes): Bytes.Bytes =>
  Bytes.concat([Uint8Array.from(start), content])

// ---- The list

const bom = Uint8Array.of(0xef, 0xbb, 0xbf)

export const bodyMistakes: ReadonlyArray<Mistake> = [
  signs(
    'body-missing',
    'body',
    'The caller sent a body, but did not sign it.',
    'Sign the body too. Put its bytes after the fourth line feed. If the program reads the body from a stream, perhaps the stream was already at its end: read it once, then sign and send these bytes.',
    ['body', 'layout'],
    function* (draft, _, only, slot) {
      const { layout } = draft
      yield part('empty', { body: Bytes.empty })
      if (!isNeeded('layout', slot)) return
      if (layout.order.at(-1) !== 'body') return
      const order = layout.order.slice(0, -1)
      yield part('with the line feed before it', { layout: { ...layout, order, bodiless: true } })
      if (layout !== standard) return
      yield* movedParameters(draft, only)
      yield* joinedQueries(draft)
    },
  ),
  rewrittenText(
    'body-trailing-newline',
    'A line end arrived after the body, but the caller did not sign it.',
    'If you read the body from a file, sign all its bytes, with the line end at its end.',
    (bodyText) => [['the last line end', bodyText.replace(/\r?\n$/, '')]],
  ),
  rewrittenText(
    'body-crlf',
    'The line ends within the body differ: the caller signed LF and sent CRLF, or the reverse.',
    'Read files as bytes, so that no line end changes.',
    (bodyText) => [
      ['LF signed', bodyText.replaceAll('\r\n', '\n')],
      ['CRLF signed', bodyText.replace(/\r?\n/g, '\r\n')],
      ...linesJoinedAgain(bodyText),
      ...(/^\s*[[{]/.test(bodyText) ? otherLineEnds(bodyText, inJson) : []),
    ],
  ),
  rewrittenBody(
    'body-bom',
    'The caller signed the body without the byte order mark that it sent, or with one that it did not send.',
    'Sign and send the same bytes. It is best to use no byte order mark.',
    (bytes) =>
      Bytes.Eq.equals(bytes.subarray(0, 3), bom)
        ? [['left out', bytes.subarray(3)]]
        : [['put in front', Bytes.concat([bom, bytes])]],
  ),
  mistakeAboutBody(
    'body-lines-joined',
    'Only one of the signed body and the body that arrived has line ends. For example, curl with -d @FILE removes the line ends of a file.',
    'Sign and send the same bytes. With curl, use --data-binary @FILE, which does not change the file.',
    function* ({ body: content, file }) {
      if (file !== undefined) yield ['as it is in its file', file]
      const text = rewritable(content)
      if (text !== undefined) yield* inBytes(linesJoined(text))
    },
  ),
  rewrittenText(
    'body-reserialized',
    'The caller signed one JSON text, but another JSON text arrived.',
    'Serialize the body once. Then sign and send exactly these bytes.',
    reserialized,
    { hasLateForms: true },
  ),
  rewrittenText(
    'form-reencoded',
    'The form has the same fields in the signed text and in the sent text, but is written differently: with other escapes, in another order, or with lists or values in another form.',
    'Write the form once. Then sign and send exactly this text.',
    function* (bodyText, wanted) {
      yield* respelledForms(bodyText)
      if (isForm(bodyText) && mayBeCut(bodyText, wanted))
        yield* withRarity('late', distinct([bodyText, ...shortened(bodyText)], {}, cutFields(bodyText)))
    },
    { hasLateForms: true },
  ),
  rewrittenText(
    'xml-reserialized',
    'The caller signed one XML text. The XML text that was sent has the same content, but other bytes.',
    'Serialize the body once. Then sign and send exactly these bytes.',
    (xml) => withRarity('alone', respelledXml(xml)),
  ),
  rewrittenText(
    'body-through-shell',
    'The caller signed the body exactly as it is in the command. But the shell changed the quotation marks before the program that sends got the body.',
    'Send the body from a file, for example with --data-binary @FILE of curl. Windows PowerShell and cmd change the quotation marks in an argument.',
    (bodyText) => withRarity(true, distinct([bodyText], {}, throughShell(bodyText))),
  ),
  rewrittenBody(
    'body-encoding',
    'The text of the body has one encoding in the signed text and another in the sent body.',
    'Convert the text to UTF-8 once. Then sign and send exactly these bytes.',
    function* (bytes, _hash, only, { charset }) {
      yield* encodings(bytes, charset, only)
      const bodyText = rewritable(bytes)
      const wanted = only && rewritable(only, only.length)
      const mayBeText = only === undefined || wanted !== undefined
      if (bodyText !== undefined && mayBeText)
        yield* inBytes(withRarity('alone', distinct([bodyText], chunkLimits, chunkedText(bodyText, wanted))))
      if (only === undefined || only.length > bytes.length) yield* asPayload(bytes)
    },
    { changed: 'encoding', hasLateForms: true },
  ),
  rewrittenText(
    'body-quoted',
    'The signed body has escapes, like a string in JSON or in source code, and the sent body has none, or the reverse.',
    'Serialize and encode the body once. Then sign and send exactly these bytes.',
    quotings,
    { hasLateForms: true },
  ),
  rewrittenBody(
    'body-hashed',
    'The caller signed a hash of the body instead of the body.',
    'Put the body itself into the string to sign.',
    hashings,
    { hasLateForms: true },
  ),
  rewrittenBody(
    'body-printed',
    'The caller did not sign the body itself. It signed the text that its language or shell prints for the body.',
    'Put the bytes of the body after the fourth line feed. If there is no body, put nothing there.',
    function* (bytes, _, only, draft) {
      const wanted = only && rewritable(only, only.length)
      // All that is printed is text.
      if (only !== undefined && wanted === undefined) return
      yield* inBytes(printedBodies(bytes, wanted))
      yield* inBytes(withRarity('late', printedRequests(draft)))
    },
    { hasLateForms: true },
  ),
  mistakeAboutBody(
    'body-compressed',
    'The caller signed the body before compression, but it arrived compressed.',
    'Compress the body first. Then sign and send the compressed bytes.',
    ({ decoded, compressed }) => [
      ...(decoded === undefined ? [] : [['before it was compressed', decoded] as const]),
      ...(compressed === undefined
        ? []
        : [[decoded === undefined ? signedCompressed : compressedOtherwise, compressed] as const]),
    ],
    { needs: 'decoded body' },
  ),
  mistakeAboutBody(
    'body-other',
    'The body that was signed differs from the body that arrived.',
    'Sign the body as the last step, and compare the signed bytes with the sent bytes.',
    (draft, hash, only) => otherBodies(draft, hash, only),
    { hasLateForms: true },
  ),
  mistake(
    'body-lost',
    'body',
    'The caller probably signed a body, but no body arrived. The client did not send it, or a redirect or a proxy removed it.',
    'Check what the client sends. Some clients send no body with DELETE or GET, and a redirect may remove the body.',
    { candidateOnly: true },
  ),
  mistake(
    'body-left-over',
    'body',
    'The caller signed the body of an earlier request, but this request has no body.',
    'If a request has no body, sign no body. Clear the data that the client still has from the earlier request.',
    { candidateOnly: true },
  ),
]
