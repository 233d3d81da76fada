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
 * Between a Chinese character and a Latin one a blank is put where a placeholder ends.
 */

/** Chinese by English. Of two phrases that fit a text the first counts. */
export type Phrases = Readonly<Record<string, string>>

/** Undefined for a text that the table lacks. */
export type Translate = (english: string) => string | undefined

/** Of a text that is always shown: the English, if there is no Chinese. */
export type Say = (english: string) => string

/** For readers of English. */
export const inEnglish: Say = (english) => english

export interface Dictionary {
  readonly translate: Translate
  /** Of `a, b and c`, each translated if the tables have it. */
  readonly sayList: Say
}

type Kind = 'verbatim' | 'number' | 'phrase' | 'known' | 'list' | 'form'

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

const placeholder = /\{([a-z]\w*)(?::(number|phrase|known|list|form))?\}/g

/** The placeholders of a phrase, by name. */
export const slotsOf = (phrase: string): ReadonlyArray<Slot> =>
  [...phrase.matchAll(placeholder)].map(([, name = '', kind]) => ({ name, kind: (kind ?? 'verbatim') as Kind }))

const templateOf = (english: string, chinese: string): Template => ({
  literals: english.replaceAll(placeholder, '\u0000').split('\u0000'),
  slots: slotsOf(english),
  chinese,
})

/**
 * The text of each slot, if the template fits. Each literal is looked for once, from the left: a hostile text takes no longer
 * than its length.
 */
const valuesIn = ({ literals, slots }: Template, text: string): ReadonlyArray<string> | undefined => {
  const first = literals[0] ?? ''
  const last = literals.at(-1) ?? ''
  const end = text.length - last.length
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: Array<string> = []
  let start = first.length
  for (const [i, { kind }] of slots.entries()) {
    const isLast = i === slots.length - 1
    const next = isLast ? end : text.indexOf(literals[i + 1] as string, start + 1)
    if (next <= start || next > end) return undefined
    const value = text.slice(start, next)
    if (kind === 'number' && !/^\d[\d,]*$/.test(value)) return undefined
    values.push(value)
    start = next + (literals[i + 1] as string).length
  }
  return values
}

/** `The request is late.` for `the request is late`: a phrase may begin a sentence, and end one. */
const asClause = (sentence: string): string => {
  const clause = sentence.endsWith('.') ? sentence.slice(0, -1) : sentence
  return clause.charAt(0).toLowerCase() + clause.slice(1)
}

/** More sentences than any text of ours has: the rest of such a text is the request's. */
const maxSentences = 16

/** More pieces than an item of ours has, with the separators between them. */
const maxPieces = 12

/** A list and what separates its items. */
const separators = /(, and |, then |, | and )/

const han = /[\u3000-\u9fff\uff00-\uff60]/
const ideograph = /[\u4e00-\u9fff]/

/** Two pieces of a Chinese sentence. */
const joined = (left: string, right: string): string => {
  const before = left.trimEnd().at(-1) ?? ''
  const after = right.trimStart().at(0) ?? ''
  if (han.test(before) && han.test(after)) return left.trimEnd() + right.trimStart()
  const isMixed =
    (ideograph.test(before) && /[\w./'"{<[%&-]/.test(after)) ||
    (/[\w./'"}>\]%&-]/.test(before) && ideograph.test(after))
  return isMixed && left.endsWith(before) && right.startsWith(after) ? `${left} ${right}` : left + right
}

/** The Chinese of a template with these values; undefined where one of them has to be known and is not. */
const filled = (
  { slots, chinese }: Template,
  values: ReadonlyArray<string>,
  render: (value: string, kind: Kind) => string | undefined,
): string | undefined => {
  const rendered = new Map<string, string>()
  for (const [i, { name, kind }] of slots.entries()) {
    const value = render(values[i] as string, kind)
    if (value === undefined) return undefined
    rendered.set(name, value)
  }
  // Literals and names of placeholders in turn.
  const pieces = chinese.split(/\{([a-z]\w*)\}/).map((piece, i) => (i % 2 === 0 ? piece : (rendered.get(piece) ?? '')))
  return pieces.reduce(joined)
}

/** Says a list item by item, where an item may hold what separates others: the longest that stands in a table, or the shortest that fits. */
const sayingLists = (inTable: Translate, translate: Translate): Say => {
  const itemAt = (pieces: ReadonlyArray<string>, start: number): readonly [end: number, item: string] => {
    const last = Math.min(pieces.length, start + maxPieces)
    const candidates: Array<readonly [end: number, text: string]> = []
    for (let end = start + 1; end <= last; end += 2) candidates.push([end, pieces.slice(start, end).join('')])
    for (const [end, text] of candidates.toReversed()) {
      const item = inTable(text)
      if (item !== undefined) return [end, item]
    }
    for (const [end, text] of candidates) {
      const item = translate(text)
      if (item !== undefined) return [end, item]
    }
    return [start + 1, pieces[start] as string]
  }
  return (text) => {
    const pieces = text.split(separators)
    const items: Array<string> = []
    for (let start = 0; start < pieces.length; ) {
      const [end, item] = itemAt(pieces, start)
      items.push(item)
      // A separator follows.
      start = end + 1
    }
    return items.reduce((list, item) => joined(`${list}、`, item))
  }
}

/** What stands in tables: phrases without placeholders, of which the first counts, and the others in their order. */
const readTables = (tables: ReadonlyArray<Phrases>) => {
  const exact = new Map<string, string>()
  const templates: Array<Template> = []
  for (const [english, chinese] of tables.flatMap((table) => Object.entries(table))) {
    if (slotsOf(english).length > 0) templates.push(templateOf(english, chinese))
    else if (!exact.has(english)) exact.set(english, chinese)
  }
  return { exact, templates }
}

/** A translator by these tables. `sayForm` gives the forms of mistakes. */
export const dictionary = (tables: ReadonlyArray<Phrases>, sayForm: Say = inEnglish): Dictionary => {
  const { exact, templates } = readTables(tables)
  const sayList = sayingLists(
    (text) => exact.get(text),
    (text) => translateWhole(text),
  )

  /** Undefined for what has to be known and is not. */
  const render = (value: string, kind: Kind): string | undefined => {
    switch (kind) {
      case 'known':
        return translate(value)
      case 'phrase':
        return translate(value) ?? value
      case 'list':
        return sayList(value)
      case 'form':
        return sayForm(value)
      default:
        return value
    }
  }

  const byTemplate = (text: string): string | undefined => {
    for (const template of templates) {
      const values = valuesIn(template, text)
      const chinese = values && filled(template, values, render)
      if (chinese !== undefined) return chinese
    }
    return undefined
  }

  const translateWhole: Translate = (text) => {
    const found = exact.get(text) ?? byTemplate(text)
    if (found !== undefined) return found
    const clause = asClause(text)
    if (clause === text) return undefined
    const translated = exact.get(clause) ?? byTemplate(clause)
    return translated === undefined || !text.endsWith('.') ? translated : `${translated}。`
  }

  /** Sentence by sentence, for a placeholder at the end of one would fit the next one too; or as a whole. */
  const translate: Translate = (text) => exact.get(text) ?? bySentences(text) ?? translateWhole(text)

  const bySentences = (text: string): string | undefined => {
    const ends = [...text.matchAll(/[.!?] (?=[A-Z0-9-])/g)].slice(0, maxSentences).map(({ index }) => index + 1)
    for (const end of ends) {
      const head = translateWhole(text.slice(0, end))
      const rest = head === undefined ? undefined : translate(text.slice(end + 1))
      if (head !== undefined && rest !== undefined) return joined(head, rest)
    }
    return undefined
  }

  return { translate, sayList }
}
