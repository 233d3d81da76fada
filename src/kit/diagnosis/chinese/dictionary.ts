/**
 * From English to Chinese, by a table of phrases. The English text is the key, so a text is made in one place, in English, and
 * a text that the table lacks stays English.
 *
 *     'the body is larger than {limit:number} bytes': '请求体超过 {limit} 字节'
 *
 * A placeholder stands for one character or more. Its kind, after a colon, says what becomes of them:
 *
 *     {name}          copied: a part of the request, an id, code
 *     {name:number}   copied; digits, perhaps in groups, alone
 *     {name:phrase}   translated, if the table has it
 *     {name:known}    translated; the phrase does not fit a text whose part the table lacks
 *     {name:list}     the same of `a, b and c`
 *     {name:form}     the form of a mistake, by the tables of forms
 *
 * Where a placeholder begins or ends, a blank separates a Chinese character from a Latin one.
 */

/** Chinese by English. If two phrases fit a text, the first counts. */
export type Phrases = Readonly<Record<string, string>>

/** Undefined for a text that the table lacks. */
export type Translate = (english: string) => string | undefined

/** For a text that is always shown: its Chinese, or the English if there is none. */
export type Say = (english: string) => string

/** For readers of English. */
export const inEnglish: Say = (english) => english

export interface Dictionary {
  readonly translate: Translate
  /** Takes `a, b and c`, and translates each item that the tables have. */
  readonly sayList: Say
}

/** The kinds of placeholders, as the head of this file lists them. `verbatim`: the placeholder has no kind. */
type Kind = 'verbatim' | 'number' | 'phrase' | 'known' | 'list' | 'form'

/** A placeholder. */
interface Slot {
  readonly name: string
  readonly kind: Kind
}

/** An English phrase with placeholders: a literal, a slot, a literal, and so on. */
interface Template {
  readonly literals: ReadonlyArray<string>
  readonly slots: ReadonlyArray<Slot>
  readonly chinese: string
}

/** What the functions of this file look phrases up in. */
interface Tables {
  /** Phrases without placeholders. */
  readonly exact: ReadonlyMap<string, string>
  /** Phrases with placeholders. The first that fits counts. */
  readonly templates: ReadonlyArray<Template>
  readonly sayForm: Say
}

/** A translator by these tables. `sayForm` gives the forms of mistakes. */
export const dictionary = (phraseTables: ReadonlyArray<Phrases>, sayForm: Say = inEnglish): Dictionary => {
  const tables = readTables(phraseTables, sayForm)
  return {
    translate: (english) => translateIn(tables, english),
    sayList: (english) => sayListIn(tables, english),
  }
}

// ---- Reading the tables

const placeholder = /\{([a-z]\w*)(?::(number|phrase|known|list|form))?\}/g

/** The placeholders of a phrase, by name. */
export const slotsOf = (phrase: string): ReadonlyArray<Slot> =>
  [...phrase.matchAll(placeholder)].map(([, name = '', kind]) => ({ name, kind: (kind ?? 'verbatim') as Kind }))

const templateOf = (english: string, chinese: string): Template => ({
  literals: english.replaceAll(placeholder, '\u0000').split('\u0000'),
  slots: slotsOf(english),
  chinese,
})

const readTables = (phraseTables: ReadonlyArray<Phrases>, sayForm: Say): Tables => {
  const exact = new Map<string, string>()
  const templates: Array<Template> = []
  for (const [english, chinese] of phraseTables.flatMap((phrases) => Object.entries(phrases))) {
    if (slotsOf(english).length > 0) templates.push(templateOf(english, chinese))
    else if (!exact.has(english)) exact.set(english, chinese)
  }
  return { exact, templates, sayForm }
}

// ---- Translating

/** A longer text than any of ours has more sentences. They are parts of the request and stay as they are. */
const maxSentences = 16

/**
 * First sentence by sentence, since a placeholder at the end of a sentence would also fit the sentences that follow; then the text
 * as a whole.
 */
const translateIn = (tables: Tables, english: string): string | undefined =>
  tables.exact.get(english) ?? translateSentences(tables, english) ?? translateWhole(tables, english)

const translateSentences = (tables: Tables, english: string): string | undefined => {
  const ends = [...english.matchAll(/[.!?] (?=[A-Z0-9-])/g)].slice(0, maxSentences).map(({ index }) => index + 1)
  for (const end of ends) {
    const head = translateWhole(tables, english.slice(0, end))
    const tail = head === undefined ? undefined : translateIn(tables, english.slice(end + 1))
    if (head !== undefined && tail !== undefined) return joinPieces(head, tail)
  }
  return undefined
}

/** The text as one phrase. A phrase of a table may begin and end a sentence: it then has a capital and a period. */
const translateWhole = (tables: Tables, english: string): string | undefined => {
  const chinese = translatePhrase(tables, english)
  if (chinese !== undefined) return chinese
  const clause = asClause(english)
  if (clause === english) return undefined
  const chineseClause = translatePhrase(tables, clause)
  return chineseClause === undefined || !english.endsWith('.') ? chineseClause : `${chineseClause}。`
}

/** `the request is late` for `The request is late.` */
const asClause = (sentence: string): string => {
  const clause = sentence.endsWith('.') ? sentence.slice(0, -1) : sentence
  return clause.charAt(0).toLowerCase() + clause.slice(1)
}

const translatePhrase = (tables: Tables, english: string): string | undefined =>
  tables.exact.get(english) ?? translateByTemplate(tables, english)

/** `fits` may refuse a template for the texts in its slots. */
const translateByTemplate = (
  tables: Tables,
  english: string,
  fits: (template: Template, slotTexts: ReadonlyArray<string>) => boolean = () => true,
): string | undefined => {
  for (const template of tables.templates) {
    const slotTexts = slotTextsIn(template, english)
    const chinese = slotTexts && fits(template, slotTexts) ? fillTemplate(tables, template, slotTexts) : undefined
    if (chinese !== undefined) return chinese
  }
  return undefined
}

// ---- Templates

/**
 * The text of each slot, if the template fits. Each literal is looked for once, from the left: a hostile text takes no longer
 * than its length.
 */
const slotTextsIn = ({ literals, slots }: Template, english: string): ReadonlyArray<string> | undefined => {
  const opening = literals[0] ?? ''
  const closing = literals.at(-1) ?? ''
  const closingStart = english.length - closing.length
  if (closingStart < opening.length || !english.startsWith(opening) || !english.endsWith(closing)) return undefined
  const slotTexts: Array<string> = []
  let start = opening.length
  for (const [i, { kind }] of slots.entries()) {
    const followingLiteral = literals[i + 1] as string
    const isLastSlot = i === slots.length - 1
    // A slot has one character or more.
    const end = isLastSlot ? closingStart : english.indexOf(followingLiteral, start + 1)
    if (end <= start || end > closingStart) return undefined
    const slotText = english.slice(start, end)
    if (kind === 'number' && !/^\d[\d,]*$/.test(slotText)) return undefined
    slotTexts.push(slotText)
    start = end + followingLiteral.length
  }
  return slotTexts
}

/** The Chinese of a template with these texts in its slots; undefined if one of them has to be known and is not. */
const fillTemplate = (
  tables: Tables,
  { slots, chinese }: Template,
  slotTexts: ReadonlyArray<string>,
): string | undefined => {
  const chineseBySlot = new Map<string, string>()
  for (const [i, { name: slotName, kind }] of slots.entries()) {
    const slotChinese = translateSlot(tables, slotTexts[i] as string, kind)
    if (slotChinese === undefined) return undefined
    chineseBySlot.set(slotName, slotChinese)
  }
  // The pieces are a literal and the name of a placeholder in turn.
  const pieces = chinese
    .split(/\{([a-z]\w*)\}/)
    .map((piece, i) => (i % 2 === 0 ? piece : (chineseBySlot.get(piece) ?? '')))
  return pieces.reduce(joinPieces)
}

/** Undefined for a text that has to be known and is not. */
const translateSlot = (tables: Tables, slotText: string, kind: Kind): string | undefined => {
  switch (kind) {
    case 'known':
      return translateIn(tables, slotText)
    case 'phrase':
      return translateIn(tables, slotText) ?? slotText
    case 'list':
      return sayListIn(tables, slotText)
    case 'form':
      return tables.sayForm(slotText)
    default:
      return slotText
  }
}

// ---- Lists

/** What separates the items of a list. An item may hold the same words: `the query, and the path` may be one item. */
const separators = /(, and |, then |, | and )/

/** The most pieces, separators included, that one item may consist of. The items of our own texts have fewer. */
const maxPieces = 12

/** The Chinese of one item, and where the next separator is in the pieces of the list. */
interface ListItem {
  readonly chinese: string
  readonly end: number
}

/** `a、b、c` for `a, b and c`. */
const sayListIn = (tables: Tables, english: string): string => {
  // The pieces are an item, or a part of one, and a separator in turn.
  const pieces = english.split(separators)
  const items: Array<string> = []
  for (let start = 0; start < pieces.length; ) {
    const { chinese, end } = itemAt(tables, pieces, start)
    items.push(chinese)
    start = end + 1
  }
  return items.reduce((list, item) => joinPieces(`${list}、`, item))
}

/**
 * The item that begins at this piece: the longest one that is a phrase without placeholders, otherwise the longest one whose separators
 * are words of a phrase (`7 s, about 2 h` for `{seconds} s, about {hours} h`), otherwise the shortest one that can be translated,
 * otherwise the piece itself in English.
 */
const itemAt = (tables: Tables, pieces: ReadonlyArray<string>, start: number): ListItem => {
  const maxEnd = Math.min(pieces.length, start + maxPieces)
  const candidates: Array<Candidate> = []
  for (let end = start + 1; end <= maxEnd; end += 2)
    candidates.push({ english: pieces.slice(start, end).join(''), end })
  const longestFirst = candidates.toReversed()
  return (
    firstItem(longestFirst, (english) => tables.exact.get(english)) ??
    firstItem(longestFirst, (english) => translateByTemplate(tables, english, isOneItem(tables))) ??
    firstItem(candidates, (english) => translateWhole(tables, english)) ?? {
      chinese: pieces[start] as string,
      end: start + 1,
    }
  )
}

interface Candidate {
  readonly english: string
  /** Where the next separator is. */
  readonly end: number
}

const firstItem = (candidates: ReadonlyArray<Candidate>, translate: Translate): ListItem | undefined => {
  for (const { english, end } of candidates) {
    const chinese = translate(english)
    if (chinese !== undefined) return { chinese, end }
  }
  return undefined
}

/** Whether each separator is a word of the phrase, or of a slot that may hold one: a form, a list at the end, another such phrase. */
const isOneItem =
  (tables: Tables) =>
  ({ slots, literals }: Template, slotTexts: ReadonlyArray<string>): boolean =>
    slotTexts.every((slotText, i) => {
      if (!separators.test(slotText)) return true
      const kind = slots[i]?.kind
      if (kind === 'list') return i === slots.length - 1 && literals.at(-1) === ''
      return kind === 'form' || translateItem(tables, slotText) !== undefined
    })

/** One item of a list, whose separators are words of a phrase. */
const translateItem = (tables: Tables, english: string): string | undefined =>
  tables.exact.get(english) ?? translateByTemplate(tables, english, isOneItem(tables))

// ---- Blanks

/** An ideograph, or a wide mark such as `，`. */
const han = /[\u3000-\u9fff\uff00-\uff60]/
const ideograph = /[\u4e00-\u9fff]/

/**
 * Joins two pieces of a Chinese sentence. Two Chinese characters meet without a blank: `请求` and ` 体` become `请求体`. An ideograph
 * and a Latin character meet with one: `超过` and `5` become `超过 5`.
 */
const joinPieces = (left: string, right: string): string => {
  const lastOfLeft = left.trimEnd().at(-1) ?? ''
  const firstOfRight = right.trimStart().at(0) ?? ''
  if (han.test(lastOfLeft) && han.test(firstOfRight)) return left.trimEnd() + right.trimStart()
  const isMixed =
    (ideograph.test(lastOfLeft) && /[\w./'"{<[%&-]/.test(firstOfRight)) ||
    (/[\w./'"}>\]%&-]/.test(lastOfLeft) && ideograph.test(firstOfRight))
  const isWithoutBlank = left.endsWith(lastOfLeft) && right.startsWith(firstOfRight)
  return isMixed && isWithoutBlank ? `${left} ${right}` : left + right
}
