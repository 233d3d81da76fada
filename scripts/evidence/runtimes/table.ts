// The matrix as a table: a line per finished runtime.
import { colors, progress } from '../../terminal.ts'
import type { Told } from './Runtime.ts'

const groups = ['loads', 'signs', 'keys', 'guards', 'sends', 'serves', 'cli', 'vectors', 'policies']

const { bold, dim, green, red } = colors

const nameWidth = 30
const width = 9

const cell = (told: ReadonlyArray<Told>): string => {
  if (told.length === 0) return dim('–'.padEnd(width))
  const right = told.filter(({ wrong }) => wrong === undefined).length
  if (right === told.length) return green(`✔ ${right}`.padEnd(width))
  return red(`✘ ${right}/${told.length}`.padEnd(width))
}

export const head = (): string =>
  bold(`${'runtime'.padEnd(nameWidth)}${groups.map((group) => group.padEnd(width)).join('')}`)

export const line = (title: string, told: ReadonlyArray<Told>, seconds: number): string => {
  const cells = groups.map((group) => cell(told.filter((each) => each.group === group)))
  return `${title.padEnd(nameWidth)}${cells.join('')}${dim(`${seconds.toFixed(0)} s`)}`
}

/** The cases that a runtime must refuse, grouped by reason. */
export const refusalLines = (title: string, refuses: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const reasons = [...new Set(Object.values(refuses))]
  return reasons.map((reason) => {
    const ids = Object.keys(refuses).filter((id) => refuses[id] === reason)
    return dim(`  ${title} ${reason}: ${ids.join(', ')}`)
  })
}

/** The faults, below the table; a long list is shortened. */
export const wrongLines = (title: string, told: ReadonlyArray<Told>, most = 20): ReadonlyArray<string> => {
  const wrong = told.filter((each) => each.wrong !== undefined)
  const lines = wrong.slice(0, most).map((each) => `${red('✘')} ${title}, ${each.group}: ${each.words}: ${each.wrong}`)
  return wrong.length > most ? [...lines, `${red('✘')} ${title}: and ${wrong.length - most} more`] : lines
}

export const print = (text: string): void => {
  progress()
  console.log(text)
}
