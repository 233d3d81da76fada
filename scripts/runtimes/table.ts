// The matrix as a table: a line for each runtime as soon as it is done, and while it is not, what is going on.
import process from 'node:process'
import pc from 'picocolors'
import type { Told } from './Runtime.ts'

export const groups = [
  'loads',
  'signs',
  'replay',
  'keys',
  'guards',
  'sends',
  'serves',
  'cli',
  'vectors',
  'policies',
] as const
export type Group = (typeof groups)[number]

const isTerminal = process.stdout.isTTY === true
export const colours: ReturnType<typeof pc.createColors> = pc.createColors(isTerminal && !process.env.NO_COLOR)
const { bold, dim, green, red, yellow } = colours

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

export const lackingLine = (title: string, lacks: string): string =>
  `${title.padEnd(nameWidth)}${yellow(`– not run: ${lacks}`)}`

/** The cases that a runtime is said to refuse, by the reason that is given. */
export const refusalLines = (title: string, refuses: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const reasons = [...new Set(Object.values(refuses))]
  return reasons.map((reason) => {
    const ids = Object.keys(refuses).filter((id) => refuses[id] === reason)
    return dim(`  ${title} ${reason}: ${ids.join(', ')}`)
  })
}

/** What is wrong, below the table. A long list says the same over and over. */
export const wrongLines = (title: string, told: ReadonlyArray<Told>, most = 20): ReadonlyArray<string> => {
  const wrong = told.filter((each) => each.wrong !== undefined)
  const lines = wrong.slice(0, most).map((each) => `${red('✘')} ${title}, ${each.group}: ${each.words}: ${each.wrong}`)
  return wrong.length > most ? [...lines, `${red('✘')} ${title}: and ${wrong.length - most} more`] : lines
}

const doing = new Map<string, string>()
const began = performance.now()

const clear = (): void => {
  if (isTerminal) process.stdout.write('\r\x1b[2K')
}

const draw = (): void => {
  if (!isTerminal || doing.size === 0) return
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const text = [...doing].map(([who, what]) => `${who}: ${what}`).join(' · ')
  process.stdout.write(`\r\x1b[2K${dim(`${seconds} s  ${text}`.slice(0, (process.stdout.columns || 80) - 1))}`)
}

/** Says what somebody is doing; nothing, when it is done. */
export const progress = (who: string, what?: string): void => {
  if (what === undefined) doing.delete(who)
  else doing.set(who, what)
  draw()
}

export const print = (text: string): void => {
  clear()
  console.log(text)
  draw()
}
