/**
 * The string to sign in another form as a whole: names in front of the parts, a list or an object in place of the lines,
 * parts that were left out or never filled in, another encoding. There are hundreds of forms, so each stands alone.
 */
import * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { type Draft, type Layout, rewritable, type Slot, standard, textOf } from '../Draft.ts'
import { fixedLineAdded, lengthLineAdded, rareLineAdded } from '../forms/addedLines.ts'
import { textInBuffer } from '../forms/buffers.ts'
import { utf8 } from '../forms/charsets.ts'
import { distinct } from '../forms/distinct.ts'
import { hasEntity, htmlForms } from '../forms/htmlEntities.ts'
import * as layouts from '../forms/layouts.ts'
import { lazily } from '../forms/lazily.ts'
import { methodPrintings } from '../forms/methodPrintings.ts'
import { missingTexts } from '../forms/missingValues.ts'
import { namedLists } from '../forms/namedLists.ts'
import { encodedParts, partsPrinted, printedObjects } from '../forms/partForms.ts'
import { partsAlike } from '../forms/partsAlike.ts'
import type { Form } from '../forms/Respelling.ts'
import { rarePlaceholders } from '../forms/rarePlaceholders.ts'
import { schemes } from '../forms/schemes.ts'
import { signingStrings } from '../forms/signingStrings.ts'
import { fillHole, type Template } from '../forms/template.ts'
import { dynamicBody, unfilledBody, unfilledRequests } from '../forms/unfilledValues.ts'
import { wholeFormat } from '../forms/wholeFormat.ts'
import { forgeText, lowerCases, textEncodings, upperCases, type WholeForm } from '../forms/wholeText.ts'
import { wraps } from '../forms/wraps.ts'
import type { Mistake, Variation } from '../Mistake.ts'
import { latin1 } from '../Received.ts'
import { isNeeded, part, signs } from './mistake.ts'

/** A layout stands in place of the standard one only. */
const standingAlone = (
  id: string,
  of: Mistake['part'],
  statement: string,
  remedy: string,
  slots: Mistake['slots'],
  forms: Mistake['variations'],
  options: Partial<Mistake> = {},
): Mistake =>
  signs(
    id,
    of,
    statement,
    remedy,
    slots,
    function* (draft, ...searched) {
      for (const form of forms(draft, ...searched)) if (draft.layout === standard || !isLayout(form)) yield form
    },
    { rarely: true, ...options },
  )

const isLayout = ({ signed }: Variation): boolean => signed._tag === 'Draft' && signed.change.layout !== undefined

/** Stands alone unless it says otherwise. */
const inPlace = ([detail, layout, rare = 'alone', traits]: Form<Layout>): Variation =>
  part(detail, { layout }, rare, traits)

const alone = (detail: string, change: Partial<Pick<Draft, Slot>>): Variation => part(detail, change, 'alone')

/** What languages print for a value that is not there, or is none. */
const printed = [...missingTexts(), '[object Promise]', 'false']

/** Of a target, an apostrophe or an ampersand may have become an entity. */
function* htmlParts({ body, target }: Draft, _: Hash, only?: Bytes.Bytes, slot?: Slot): Generator<Variation> {
  const mayHaveChanged = (part: string): boolean => only === undefined || hasEntity(part) || hasEntity(latin1(only))
  if (isNeeded('target', slot) && mayHaveChanged(target))
    for (const [detail, written] of htmlForms(target)) yield alone(`the target, ${detail}`, { target: written })
  const bodyText = rewritable(body) ?? ''
  if (isNeeded('body', slot) && mayHaveChanged(bodyText))
    for (const [detail, written] of htmlForms(bodyText)) yield alone(`the body, ${detail}`, { body: utf8(written) })
}

/** The numbers of its characters, as languages print a list: Erlang and JSON, Go, and most others. */
const numbersOf = (bodyText: string): ReadonlyArray<string> =>
  [',', ' ', ', '].map((between) => `[${utf8(bodyText).join(between)}]`)

/** The first two of a timestamp stand among its forms. */
const wrapText = (plainText: string, isTime: boolean): ReadonlyArray<string> => [
  ...wraps.slice(isTime ? 2 : 0).map((wrap) => fillHole(wrap, plainText)),
  ...numbersOf(plainText),
]

const headSlots = ['method', 'target', 'timestamp', 'nonce'] as const

/** What programs print round any part, and what they make of a method or a target. */
function* habitsOfParts(draft: Draft, hash: Hash, slot: Slot | undefined): Generator<Variation> {
  // Braces round a nonce are a form of a GUID, and a method has printings of its own.
  const earlier = new Set([...printedMethods(draft.method), `{${draft.nonce}}`, `:${draft.method}`])
  for (const printedSlot of headSlots)
    if (isNeeded(printedSlot, slot))
      for (const printedText of partsPrinted(draft[printedSlot]))
        if (!earlier.has(printedText))
          yield part(`the ${printedSlot}: ${printedText}`, { [printedSlot]: printedText }, 'late')
  for (const encodedSlot of ['method', 'target'] as const)
    if (isNeeded(encodedSlot, slot))
      for (const [detail, encodedText] of encodedParts(draft[encodedSlot], hash))
        yield part(`the ${encodedSlot}: ${detail}`, { [encodedSlot]: encodedText }, 'late')
}

const writeWhole = (whole: WholeForm): Form<Layout> => [whole.name, { ...standard, whole }]

/** A StreamWriter of .NET on Windows writes both. */
const markAndLines = 'a byte order mark in front, and CR LF at the ends of lines'

const encodings = lazily(() =>
  [
    ...textEncodings().map(writeWhole),
    ['a byte order mark in front', { ...standard, start: '\ufeff' }] as const,
    ['a NUL behind it', { ...standard, end: '\0' }] as const,
    [markAndLines, { ...standard, start: '\ufeff', separator: '\r\n' }] as const,
    [`${markAndLines}, also the last`, { ...standard, start: '\ufeff', separator: '\r\n', end: '\r\n' }] as const,
  ].map(inPlace),
)

/** The encodings that may make these bytes: none that escapes line feeds if the bytes have one. */
const encodingsFor = (only?: Bytes.Bytes): ReadonlyArray<Variation> =>
  only?.includes(lineFeed) ? encodingsWithLineFeeds() : encodings()

const lineFeed = 0x0a

const encodingsWithLineFeeds = lazily(() =>
  encodings().filter(({ signed }) => signed._tag !== 'Draft' || !signed.change.layout?.whole?.hasNoLineFeed),
)

const inLetters = (body: Bytes.Bytes): string => rewritable(body) ?? ''

/**
 * The writers that change this text, which has letters of the other case. Most texts are ASCII, which all writers change, and alike. Some
 * other letters, such as ª, have no other case, so a writer may change nothing. If one text is looked for, such a writer does no harm.
 */
const caseWriters = (
  writers: ReadonlyArray<WholeForm>,
  plainText: string,
  isLookedFor: boolean,
): ReadonlyArray<WholeForm> => {
  if (!/[^\0-\u007f]/.test(plainText)) return writers.slice(0, 1)
  if (isLookedFor) return writers
  const plain = utf8(plainText)
  return writers.filter(({ write }) => !Bytes.Eq.equals(write(plain), plain))
}

/**
 * All of it in other letters, where that changes more than one part: else that part is the mistake. The method is in upper case
 * already.
 */
const otherCases = ({ target, nonce, body }: Draft, isLookedFor: boolean): ReadonlyArray<Form<Layout>> => {
  const parts = [target, nonce, inLetters(body)]
  const partsWith = (letters: RegExp): number => parts.filter((partText) => letters.test(partText)).length
  const plainText = parts.join('')
  return [
    ...(partsWith(/\p{Ll}/u) > 1 ? caseWriters(upperCases, plainText, isLookedFor).map(writeWhole) : []),
    ...(partsWith(/\p{Lu}/u) > 0 ? caseWriters(lowerCases, plainText, isLookedFor).map(writeWhole) : []),
    // Of letters that are in Latin-1, forge makes their Latin-1, which another mistake says.
    ...(/[^\0-\u00ff]/.test(target + inLetters(body)) ? [writeWhole(forgeText)] : []),
  ]
}

/** They are the same for every request. */
const labelled = lazily(() =>
  [
    ...layouts.labelled(),
    ...layouts.partlyLabelled(),
    ...layouts.requestLines(),
    ...layouts.requestLinesElsewhere(),
    ...layouts.listed(),
    ...fixedLineAdded,
    ...layouts.jsonObjects(),
    ...layouts.labelledInCapitals(),
    ...layouts.pythonDicts(),
  ].map(inPlace),
)
const noValues = printed.map(
  (printedValue): Form<Layout> => [`all of it: ${printedValue}`, layouts.textAlone(Bytes.ofAscii(printedValue))],
)
const unfilled = lazily(() =>
  [...layouts.halfTemplates(), ...layouts.templates(), ...noValues, ...layouts.unfilledHeads()].map(inPlace),
)
const knownSchemes = lazily(() => layouts.schemes.map(inPlace))

const capitalized = (methodName: string): string => methodName.slice(0, 1) + methodName.slice(1).toLowerCase()

/** What Haskell, Erlang and others print round a text. */
const aroundMethods: ReadonlyArray<Template> = ['Just "…"', '<<"…">>', '{…}', '…:']

/** The method as languages print the member of an enumeration, the class of a request, bytes, or capitals of Turkish. */
const printedMethods = (methodName: string): ReadonlySet<string> => {
  const capital = capitalized(methodName)
  const lower = methodName.toLowerCase()
  return new Set([
    ...['RequestMethod', 'Verb', 'HttpVerb', 'HTTPVerb', 'M'].flatMap((type) =>
      [methodName, capital].map((member) => `${type}.${member}`),
    ),
    ...['Method', 'HttpMethod', 'HTTPMethod'].flatMap((type) => [`${type}.${capital}`, `${type}.${lower}`]),
    `Method::${methodName}`,
    `Method::${capital}`,
    `<HTTPMethod.${methodName}>`,
    `Net::HTTP::${capital}`,
    `Http${capital}`,
    `http.Method${capital}`,
    // Ktor and Akka have a class for the method.
    `HttpMethod(value=${methodName})`,
    `HttpMethod(${methodName})`,
    `[${methodName}]`,
    ...(methodName.includes('I') ? [methodName.replaceAll('I', '\u0130')] : []),
    ...aroundMethods.map((template) => fillHole(template, methodName)),
    `Method${capital}`,
  ])
}

const enumerations: ReadonlyArray<string> = ['Method', 'HttpMethod', 'HTTPMethod']

/** The method as a member of its type. */
function* methodsInTypes(methodName: string): Generator<Variation> {
  for (const type of enumerations)
    yield part(`the method: ${type}.${methodName}`, { method: `${type}.${methodName}` }, true)
  for (const printedMethod of printedMethods(methodName))
    yield alone(`the method: ${printedMethod}`, { method: printedMethod })
}

/** The method as few programs print it. Other forms of it come earlier. */
function* rarelyPrintedMethods(methodName: string): Generator<Variation> {
  const earlier = new Set([...printedMethods(methodName), ...partsPrinted(methodName), ...wrapText(methodName, false)])
  for (const type of enumerations) earlier.add(`${type}.${methodName}`)
  for (const printedMethod of methodPrintings(methodName))
    if (!earlier.has(printedMethod)) yield part(`the method: ${printedMethod}`, { method: printedMethod }, 'late')
}

/** GET is 0 and POST is 1 in an enumeration of RestSharp, and POST is 2 in one of Godot. */
const methodNumbers: ReadonlyArray<string> = ['0', '1', '2']

const methodAsNumber = (number: string): string => `the method as the number ${number}`

const baseBeforeTarget = (base: string): string => `${base} before the target`

/** What stands in place of these parts. */
const placeholders = {
  target: lazily(() => [...layouts.targetPlaceholders, ...printed]),
  method: lazily(() => [...layouts.placeholders('method'), ...printed, 'UNDEFINED', 'NONE', 'NIL']),
  timestamp: lazily(() => [...layouts.placeholders('timestamp'), ...printed]),
  nonce: lazily(() => [...layouts.placeholders('nonce'), ...printed]),
}

const usualBodies = lazily(() => [...layouts.placeholders('body'), ...layouts.bodiesOfTools])

/** A placeholder that few programs use. With `only`, none but this text. */
function* rarelyUnfilled(slot: (typeof headSlots)[number] | 'body', only?: Bytes.Bytes): Generator<Variation> {
  const wanted = only && latin1(only)
  const usual = slot === 'body' ? usualBodies() : placeholders[slot]()
  for (const placeholder of rarePlaceholders(slot, wanted))
    if (!usual.includes(placeholder))
      yield part(`the ${slot}: ${placeholder}`, { [slot]: slot === 'body' ? utf8(placeholder) : placeholder }, 'late')
}

/** A long body is tried with the likeliest templates alone. */
const templateLimits = { forms: 3000, characters: 600_000 }
const dynamicLimits = { forms: 1000, characters: 300_000 }

/** Go and JavaScript take the number for that of a character. */
function* timestampsAsCharacter(timestamp: string): Generator<Variation> {
  yield alone('the timestamp: U+FFFD', { timestamp: '\ufffd' })
  const unit = String.fromCharCode(Number(timestamp))
  if (!/[\ud800-\udfff\ufffd]/.test(unit)) yield alone('the timestamp: one character', { timestamp: unit })
}

/** The body, or values of it, as a variable that was not filled in. */
function* unfilledBodies(body: Bytes.Bytes, only?: Bytes.Bytes): Generator<Variation> {
  for (const placeholder of [...layouts.placeholders('body'), ...layouts.bodiesOfTools])
    yield alone(`the body: ${placeholder}`, { body: utf8(placeholder) })
  const wanted = only && rewritable(only, only.length)
  if (only !== undefined && wanted === undefined) return
  const content = rewritable(body) ?? ''
  for (const [detail, templateText] of distinct([content], templateLimits, unfilledBody(content, wanted)))
    if (wanted === undefined || templateText === wanted) yield alone(detail, { body: utf8(templateText) })
  for (const [detail, dynamicText] of distinct([content], dynamicLimits, dynamicBody(content, wanted)))
    if (wanted === undefined || dynamicText === wanted) yield alone(detail, { body: utf8(dynamicText) })
}

/** Variables in the query and in the body, which a tool fills in together. */
function* unfilledInBoth(draft: Draft, only?: Bytes.Bytes): Generator<Variation> {
  const bodyText = draft.layout === standard ? (rewritable(draft.body) ?? '') : ''
  const wanted = only && rewritable(only, only.length)
  if (only !== undefined && wanted === undefined) return
  for (const { target, body, detail } of unfilledRequests(draft.target, bodyText, wanted)) {
    const signedText = textOf({ ...draft, target, body: utf8(body) })
    yield part(detail, { layout: layouts.textAlone(signedText) }, 'late')
  }
}

export const layoutMistakes: ReadonlyArray<Mistake> = [
  standingAlone(
    'text-encoded',
    'encoding',
    'The caller did not sign the UTF-8 bytes of the string to sign. It used another text encoding, encoded the whole string or several of its parts (as in Base64), or also signed the rest of its buffer.',
    'Give the signing function exactly the UTF-8 bytes of the string to sign.',
    ['layout'],
    function* (draft, hash, only) {
      yield* encodingsFor(only)
      for (const form of otherCases(draft, only !== undefined)) yield inPlace(form)
      const head = textOf({ ...draft, body: Bytes.empty })
      for (const form of textInBuffer(head, draft.body.length > 0, only?.length)) yield inPlace(form)
      for (const [detail, text, rare] of partsAlike(draft, hash, only))
        yield inPlace([detail, layouts.textAlone(text), rare])
      for (const [detail, text, rare] of wholeFormat(draft)) yield inPlace([detail, layouts.textAlone(text), rare])
    },
    {
      hasLateForms: true,
      tells:
        'To check this, send a request with only ASCII letters in its body. Then look at the first line of the signed text.',
    },
  ),
  standingAlone(
    'html-entities',
    'encoding',
    'The signed text has HTML entities, such as &quot; for a quotation mark, and the sent text has none, or the reverse.',
    'Do not use a template for web pages to build the string to sign. If you must, mark the text as safe in the template.',
    ['target', 'body', 'layout'],
    htmlParts,
    {
      tells:
        'To check this, send a request with quotation marks in its body and an ampersand in its query. Then look at the signed text.',
    },
  ),
  standingAlone(
    'parts-labelled',
    'join',
    'The caller signed more than the five parts: also names of the parts, quotation marks or brackets around them, or one more line such as the content type.',
    'Sign only the five values, and put a line feed after each of the first four.',
    ['layout', 'method', 'target', 'nonce', 'timestamp'],
    function* (draft, hash, only, slot) {
      yield* habitsOfParts(draft, hash, slot)
      if (isNeeded('layout', slot)) {
        yield* lengthLineAdded(draft, only).map(inPlace)
        for (const form of rareLineAdded(draft, hash, only)) yield inPlace(form)
      }
      if (isNeeded('method', slot)) yield* methodsInTypes(draft.method)
      for (const labelledSlot of ['method', 'target', 'nonce', 'timestamp'] as const)
        if (isNeeded(labelledSlot, slot))
          for (const wrappedText of wrapText(draft[labelledSlot], labelledSlot === 'timestamp'))
            yield alone(`the ${labelledSlot}: ${wrappedText}`, { [labelledSlot]: wrappedText })
      if (!isNeeded('method', slot)) return
      yield alone('the method as a symbol, keyword or atom (Ruby, Clojure, Elixir)', {
        method: `:${draft.method.toLowerCase()}`,
      })
      yield alone('the method with a colon in front', { method: `:${draft.method}` })
      for (const number of methodNumbers) yield alone(methodAsNumber(number), { method: number })
      yield* rarelyPrintedMethods(draft.method)
    },
    { layouts: labelled, hasLateForms: true },
  ),
  standingAlone(
    'part-unfilled',
    'join',
    'A part of the signed text is not the value. It is the name of a variable, or the text that the language prints for a missing value or a value of another type.',
    'Print each part just before you sign it, and check its value.',
    ['method', 'target', 'timestamp', 'nonce', 'body', 'layout'],
    function* (draft, _, only, slot) {
      if (isNeeded('target', slot))
        for (const base of layouts.bases)
          yield part(baseBeforeTarget(base), { target: base + draft.target }, 'with body')
      for (const unfilledSlot of ['method', 'target', 'timestamp', 'nonce'] as const)
        if (isNeeded(unfilledSlot, slot))
          for (const placeholder of placeholders[unfilledSlot]())
            yield alone(`the ${unfilledSlot}: ${placeholder}`, { [unfilledSlot]: placeholder })
      for (const objectSlot of headSlots)
        if (isNeeded(objectSlot, slot))
          for (const object of printedObjects)
            if (!printed.includes(object)) yield part(`the ${objectSlot}: ${object}`, { [objectSlot]: object }, 'late')
      for (const rareSlot of [...headSlots, 'body'] as const)
        if (isNeeded(rareSlot, slot)) yield* rarelyUnfilled(rareSlot, only)
      if (isNeeded('timestamp', slot)) yield* timestampsAsCharacter(draft.timestamp)
      if (isNeeded('body', slot)) yield* unfilledBodies(draft.body, only)
      if (isNeeded('layout', slot)) yield* unfilledInBoth(draft, only)
    },
    { layouts: unfilled, hasLateForms: true },
  ),
  // The last, for its forms are thousands.
  standingAlone(
    'part-missing',
    'join',
    'Some parts are missing or empty in the signed text.',
    'Sign all five parts. Only the body may be empty.',
    ['layout', 'method', 'target', 'timestamp'],
    function* (draft, hash, only, slot) {
      yield part('an empty method', { method: '' }, true)
      yield part('an empty target', { target: '' }, true)
      yield part('an empty timestamp', { timestamp: '' }, true)
      if (!isNeeded('layout', slot)) return
      yield* knownSchemes()
      yield alone('nothing at all', { layout: layouts.textAlone(Bytes.empty) })
      for (const form of schemes(draft, hash, only)) yield inPlace(form)
      for (const form of signingStrings(draft, hash, only)) yield inPlace(form)
      for (const form of namedLists(draft, hash, only)) yield inPlace(form)
    },
    { hasLateForms: true },
  ),
]
