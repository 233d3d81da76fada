/** What is changed at each kind of site. The operators are the same for every language; only the words differ. */
import * as patterns from './patterns.ts'
import type { Change, Site } from './Site.ts'

/** How a language writes what the operators put in. */
export interface Words {
  readonly and: string
  readonly or: string
  readonly yes: string
  readonly no: string
  readonly negated: (condition: string) => string
  /** A condition of a fixed value. It still uses its variables where the language asks for that. */
  readonly always: (condition: string) => string
  readonly never: (condition: string) => string
  /** In place of a statement. */
  readonly nothing: string
  /** An exception that nobody throws. */
  readonly otherException: string
  /** In place of a flag of a regular expression. */
  readonly noFlag: string
  /** Functions that are easily mistaken for each other. */
  readonly mistaken: Readonly<Record<string, string>>
}

const turned: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
}

const moved: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

/** The changes at a site of a source, whose characters are bytes. */
export const changesOf = (site: Site, source: string, words: Words): ReadonlyArray<Change> => {
  const { kind, start, end, text = '' } = site
  const old = source.slice(start, end)
  const change = (operator: string, now: string): Change => ({ operator, start, end, text: now })
  switch (kind) {
    case 'boolean':
      return [change('boolean turned', old === words.yes ? words.no : words.yes)]
    case 'integer': {
      const value = BigInt(text.replaceAll('_', ''))
      return [value + 1n, value - 1n].filter((n) => n >= 0n).map((n) => change('constant moved', String(n)))
    }
    case 'comparison':
      return [
        ...(moved[old] === undefined ? [] : [change('comparison moved', moved[old])]),
        ...(turned[old] === undefined ? [] : [change('comparison turned', turned[old])]),
      ]
    case 'condition':
      return [
        ...(site.turned ? [] : [change('condition negated', words.negated(old))]),
        ...(site.emptied ? [] : [change('condition never holds', words.never(old))]),
      ]
    case 'connective':
      return [change('and for or', text === 'and' ? words.or : words.and)]
    case 'operand':
      return [change('condition dropped', text === 'and' ? words.always(old) : words.never(old))]
    case 'not':
      return [change('negation dropped', '')]
    case 'statement':
      return [change(/^return\b/.test(old) ? 'early return removed' : 'statement removed', words.nothing)]
    case 'loop':
      return [change('loop ends early', text)]
    case 'handler':
      return [change('exception not caught', words.otherException)]
    case 'flag':
      return [change('flag dropped', words.noFlag)]
    case 'call': {
      const [from = 0, to = 0] = site.keep ?? []
      return [change('call dropped', source.slice(from, to))]
    }
    case 'called': {
      const other = Object.hasOwn(words.mistaken, text) ? words.mistaken[text] : undefined
      return other === undefined ? [] : [change('function mistaken', other)]
    }
    case 'pattern':
      return patterns
        .changesOf(old, site.braces === true)
        .map((each) => ({ ...each, start: start + each.start, end: start + each.end }))
  }
}
