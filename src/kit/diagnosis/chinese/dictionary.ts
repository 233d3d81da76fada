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
 *     {name:list}     the same of `a, b and c`
 */

/** Chinese by English. Of two phrases that fit a text the first counts. */
export type Phrases = Readonly<Record<string, string>>

/** Undefined for a text that the table lacks. */
export type Translate = (english: string) => string | undefined

type Kind = 'verbatim' | 'number' | 'phrase' | 'list'

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

const placeholder = /\{([a-z]\w*)(?::(number|phrase|list))?\}/g

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

/** A translator by these tables. */
export const dictionary = (...tables: ReadonlyArray<Phrases>): Translate => {
  const exact = new Map<string, string>()
  const templates: Array<Template> = []
  for (const [english, chinese] of tables.flatMap((table) => Object.entries(table))) {
    if (slotsOf(english).length > 0) templates.push(templateOf(english, chinese))
    else if (!exact.has(english)) exact.set(english, chinese)
  }

  const phrase = (text: string): string => translate(text) ?? text

  const list = (text: string): string => {
    // A comma may be what an item begins with.
    const parts = text.split(/(?<!^|, | and )(?:, | and )/).map((part) => translateWhole(part) ?? part)
    return parts.join('、')
  }

  const render = (value: string, kind: Kind): string => {
    if (kind === 'phrase') return phrase(value)
    return kind === 'list' ? list(value) : value
  }

  const byTemplate = (text: string): string | undefined => {
    for (const template of templates) {
      const values = valuesIn(template, text)
      if (values === undefined) continue
      const rendered = new Map(
        template.slots.map(({ name, kind }, i) => [name, render(values[i] as string, kind)] as const),
      )
      return template.chinese.replaceAll(placeholder, (_, name: string) => rendered.get(name) ?? '')
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

  /** Sentence by sentence: as many at once as the table has. */
  const translate: Translate = (text) => {
    const whole = translateWhole(text)
    if (whole !== undefined) return whole
    const ends = [...text.matchAll(/[.!?] (?=[A-Z0-9])/g)].slice(0, maxSentences).map(({ index }) => index + 1)
    for (const end of ends.reverse()) {
      const head = translateWhole(text.slice(0, end))
      const rest = head === undefined ? undefined : translate(text.slice(end + 1))
      if (rest !== undefined) return `${head}${rest}`
    }
    return undefined
  }

  return translate
}
