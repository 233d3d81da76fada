/** The changes of a regular expression: its classes, quantifiers, anchors, alternatives, assertions and escapes. */
import type { Change } from './Site.ts'

/** Unsafe in a class, in a string literal, or in an f-string. */
const unsafe = /[\\\]["'`{}^-]|[^ -~]/

/** One of them is added to each class, in turn. */
const added = [' ', '/', '_', '%', ':', ',', '.', '+']

/** The character before or after, written in the same way: `\x24`, `\ud800` or as it is. */
const neighbour = (item: string, by: number): string | undefined => {
  const [, prefix = '', hex = ''] = /^(\\[xu])([0-9a-f]+)$/i.exec(item) ?? []
  if (prefix !== '') return prefix + (Number.parseInt(hex, 16) + by).toString(16).padStart(hex.length, '0')
  const near = String.fromCharCode(item.charCodeAt(0) + by)
  return item.length > 1 || unsafe.test(near) ? undefined : near
}

const atom = /\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|.)|[^\\]/giy
const opening = /\((?:\?(?:P<\w+>|[a-z]*:|[=!]|<[=!]))?/gy
const inlineFlags = /\(\?[a-z]+\)/gy
const quantifier = /\?|[*+]|\{\{?(?:\d|,|\{\w+\})*\}{0,2}/gy

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

interface Item {
  readonly start: number
  readonly end: number
  readonly low: string
  readonly high?: string
}

/** The items of the class whose `[` is at an offset, and where it ends. */
const classAt = (text: string, at: number): { readonly items: ReadonlyArray<Item>; readonly end: number } => {
  const items: Array<Item> = []
  let i = at + (text[at + 1] === '^' ? 2 : 1)
  while (i < text.length && text[i] !== ']') {
    const start = i
    const low = matchAt(atom, text, i) as string
    i += low.length
    if (text[i] !== '-' || text[i + 1] === ']') {
      items.push({ start, end: i, low })
      continue
    }
    const high = matchAt(atom, text, i + 1) as string
    i += 1 + high.length
    items.push({ start, end: i, low, high })
  }
  return { items, end: i + 1 }
}

interface Group {
  readonly start: number
  readonly open: string
  /** Where each alternative begins. */
  readonly alternatives: Array<number>
}

/** The changes of a pattern; the offsets count from its beginning. `braces`: it stands in an f-string. */
export const changesOf = (text: string, braces: boolean): ReadonlyArray<Change> => {
  const changes: Array<Change> = []
  const add = (operator: string, start: number, end: number, replacement: string): void => {
    changes.push({ operator, start, end, text: replacement })
  }
  const groups: Array<Group> = [{ start: 0, open: '', alternatives: [0] }]
  let classes = 0

  const leave = ({ start, open, alternatives }: Group, end: number): void => {
    if (/[=!]$/.test(open)) add('assertion dropped', start, end + 1, '')
    if (alternatives.length === 1) return
    for (const [n, from] of alternatives.entries()) {
      const next = alternatives[n + 1]
      // With one bar: the one behind it, or that before the last.
      if (next === undefined) add('alternative dropped', from - 1, end, '')
      else add('alternative dropped', from, next, '')
    }
  }

  const quantified = (at: number): number => {
    const found = matchAt(quantifier, text, at)
    if (found === undefined || (braces && /^\{\w/.test(found) && !found.startsWith('{{'))) return at
    if (found === '*' || found === '+') add('quantifier changed', at, at + 1, found === '*' ? '+' : '*')
    else if (found === '?') add('optional part required', at, at + 1, '')
    else {
      const moved = (start: number, old: string, by: number): void => {
        const now = Number(old) + by
        if (now >= 0) add('quantifier moved', start, start + old.length, String(now))
      }
      for (const { 0: old, index } of found.matchAll(/\b\d+\b/g)) {
        moved(at + index, old, 1)
        moved(at + index, old, -1)
      }
    }
    return at + found.length
  }

  const classChanges = (at: number): number => {
    const { items, end } = classAt(text, at)
    const whole = text.slice(at, end)
    const known = new RegExp(whole.replace('[^', '['))
    const isKnown = (char: string): boolean => char.length === 1 && known.test(char)
    if (whole.startsWith('[^')) add('negation dropped', at + 1, at + 2, '')
    for (const { start, end: stop, low, high } of items) {
      if (high === undefined) {
        if (items.length > 1) add('taken from a class', start, stop, '')
        continue
      }
      for (const by of [1, -1]) {
        for (const [end, from, grows] of [[low, start, by < 0] as const, [high, stop - high.length, by > 0] as const]) {
          const near = neighbour(end, by)
          if (near === undefined || (grows && isKnown(near))) continue
          add(grows ? 'added to a class' : 'taken from a class', from, from + end.length, near)
        }
      }
    }
    const turn = classes++ % added.length
    const fresh = [...added.slice(turn), ...added.slice(0, turn)].filter((each) => !isKnown(each))
    // A hyphen stays the last.
    const last = end - (whole.endsWith('-]') ? 2 : 1)
    for (const each of fresh.slice(0, 2)) add('added to a class', last, last, each)
    return end
  }

  for (let i = 0; i < text.length; ) {
    const flags = matchAt(inlineFlags, text, i)
    const interpolated = braces ? matchAt(/\{\w+\}/gy, text, i) : undefined
    if (flags !== undefined) {
      add('flag dropped', i, i + flags.length, '')
      i += flags.length
    } else if (interpolated !== undefined) {
      i = quantified(i + interpolated.length)
    } else if (text[i] === '[') {
      i = quantified(classChanges(i))
    } else if (text[i] === '(') {
      const open = matchAt(opening, text, i) as string
      if (/^\(\?[a-z]+:$/.test(open)) add('flag dropped', i, i + open.length, '(?:')
      groups.push({ start: i, open, alternatives: [i + open.length] })
      i += open.length
    } else if (text[i] === '|') {
      groups.at(-1)?.alternatives.push(++i)
    } else if (text[i] === ')') {
      const group = groups.pop()
      if (group !== undefined) leave(group, i)
      i = quantified(i + 1)
    } else {
      const char = matchAt(atom, text, i) as string
      if (/^(?:[$^]|\\[AZbz])$/.test(char)) add('anchor dropped', i, i + char.length, '')
      if (char === '\\.') add('any character for a dot', i, i + 2, '.')
      i = quantified(i + char.length)
    }
  }
  const whole = groups.pop()
  if (whole !== undefined && groups.length === 0) leave(whole, text.length)
  return changes
}
