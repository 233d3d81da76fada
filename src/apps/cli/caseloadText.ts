/**
 * What `caseload.ts` prints: a table of apps and causes, then for each app its letters, then a line for each file. The example there
 * shows all three.
 */
import { visible } from '../../kit/conformance/reports/visible.ts'
import type { Say } from '../../kit/diagnosis/chinese/dictionary.ts'
import { type Advice, type Cause, isSettled } from './caseloadCause.ts'
import type { Colours } from './Outcome.ts'

/** One file, with the cause of its request. */
export interface Row extends Cause {
  readonly file: string
  /** The app whose key signed, or that the header names; `-` if neither is known. */
  readonly app: string
  readonly reason?: string | undefined
  readonly exact: boolean
  /** What the caller says of its program. */
  readonly userAgent?: string | undefined
  /** When the request arrived, in seconds since 1970, if the file says so. */
  readonly at?: number | undefined
  /** How many refused requests the service had not kept since the file before. */
  readonly notKept?: number | undefined
}

// ---- As JSON

/** The row with its words in the language. */
export const rowInLanguage = (row: Row, say: Say): Row => ({
  ...row,
  certainty: say(row.certainty),
  advice: row.advice.map((advice) => adviceInLanguage(advice, say)),
})

const adviceInLanguage = ({ what, remedy, remedyFor }: Advice, say: Say): Advice => ({
  what: say(what),
  remedy: say(remedy),
  ...(remedyFor === undefined
    ? {}
    : { remedyFor: { caller: say(remedyFor.caller), operator: say(remedyFor.operator) } }),
})

export const jsonLineOf = (row: Row, say: Say): string => `${JSON.stringify(rowInLanguage(row, say))}\n`

// ---- Requests of one app with one cause

interface Group extends Cause {
  readonly app: string
  readonly requests: number
  /** The newest of the files, to look at. */
  readonly file: string
  readonly first?: string
  readonly last?: string
}

/** The rows by a key, each key in the place of its first row. */
const rowsBy = (rows: ReadonlyArray<Row>, keyOf: (row: Row) => string): ReadonlyMap<string, ReadonlyArray<Row>> => {
  const byKey = new Map<string, Array<Row>>()
  for (const row of rows) {
    const sameKey = byKey.get(keyOf(row))
    if (sameKey === undefined) byKey.set(keyOf(row), [row])
    else sameKey.push(row)
  }
  return byKey
}

/** The groups of app, cause and certainty, the most frequent first. */
export const groupsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Group> =>
  [...rowsBy(rows, ({ app, cause, certainty }) => `${app} ${cause} ${certainty}`).values()]
    .map(groupOf)
    .toSorted((a, b) => b.requests - a.requests || (a.app < b.app ? -1 : 1))

/** `rows` have one app and one cause. Their advice may differ in details: that of the first row stands for all. */
const groupOf = (rows: ReadonlyArray<Row>): Group => {
  const [{ app = '-', cause = '', certainty = '', advice = [] } = {}] = rows
  const times = rows.flatMap(({ at }) => at ?? []).toSorted((a, b) => a - b)
  const first = times[0]
  const last = times.at(-1)
  const range = first === undefined || last === undefined ? {} : { first: timeText(first), last: timeText(last) }
  return { app, cause, certainty, advice, requests: rows.length, file: rows.at(-1)?.file ?? '', ...range }
}

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '')

export const lineOf = ({ file, app, cause }: Row, { dim }: Colours): string =>
  `${dim(visible(file))}  ${app}  ${cause}\n`

// ---- The summary as a text

export const textOf = (folder: string, rows: ReadonlyArray<Row>, colours: Colours, say: Say): string => {
  if (rows.length === 0)
    return `${say(`there is no request in ${visible(folder)}: files of requests end in .http, .txt, .har, .json or .sh`)}\n`
  const apps = rowsBy(rows, ({ app }) => app)
  const sections = [...apps]
    .toSorted(([app, appRows], [other, otherRows]) => otherRows.length - appRows.length || (app < other ? -1 : 1))
    .map(([app, appRows]) => sectionOf(app, appRows, colours, say))
  const fileLines = rows.map((row) => lineOf(row, colours)).join('')
  return [tableOf(rows, apps.size, colours, say), ...sections, fileLines].join('\n')
}

/**
 * How many refused requests the service has not kept. Each file counts those since the file before, so requests after the last file
 * are not counted.
 */
export const notKeptBeside = (rows: ReadonlyArray<Row>): number =>
  rows.reduce((sum, { notKept = 0 }) => sum + notKept, 0)

export const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** A row for each app and cause, so that the reader sees what to look at first. */
const tableOf = (rows: ReadonlyArray<Row>, apps: number, { bold }: Colours, say: Say): string => {
  const groups = groupsOf(rows)
  const appWidth = groups.reduce((most, { app }) => Math.max(most, app.length), 0)
  const causeWidth = groups.reduce((most, { cause }) => Math.max(most, cause.length), 0)
  const lines = groups.map(
    ({ app, cause, certainty, requests }) =>
      `${String(requests).padStart(5)}  ${app.padEnd(appWidth)}  ${cause.padEnd(causeWidth)}  ${say(certainty)}\n`,
  )
  const notKept = notKeptBeside(rows)
  const missing = notKept === 0 ? '' : `${say(notKeptText(notKept))}\n`
  return `${bold(say(`${many(rows.length, 'request')} of ${many(apps, 'app')}`))}\n${lines.join('')}${missing}`
}

const notKeptText = (count: number): string =>
  `The service refused at least ${many(count, 'more request')} and did not save them: it saves only some requests in each minute. Its log has the reasons.`

/** The most programs that a section names, and the most characters of each name: the caller chooses them. */
const mostAgents = 3
const mostAgentCharacters = 60

/** The section of one app, with its most frequent cause first. */
const sectionOf = (app: string, rows: ReadonlyArray<Row>, colours: Colours, say: Say): string => {
  const agents = [...new Set(rows.flatMap(({ userAgent }) => userAgent ?? []))]
  const shown = agents.slice(0, mostAgents).map((agent) => visible(agent.slice(0, mostAgentCharacters)))
  const by = shown.length === 0 ? '' : say(`, by ${shown.join(', ')}${agents.length > mostAgents ? ', …' : ''}`)
  const who = app === '-' ? say('of no known app') : app
  const title = `${colours.bold(who)}${say(': ')}${say(many(rows.length, 'request'))}${by}\n`
  return (
    title +
    groupsOf(rows)
      .map((group) => causeText(group, colours, say))
      .join('')
  )
}

const causeText = (group: Group, { bold }: Colours, say: Say): string => {
  const { cause, certainty, requests, first, last, advice, file } = group
  const range = first === undefined ? '' : say(first === last ? `, at ${first}` : `, since ${first}, last ${last}`)
  const title = `  ${requests} × ${bold(cause)}${say(' (')}${say(certainty)}${say(')')}${range}\n`
  const look = isSettled(group) ? '' : `    ${say('Look at:')}${say(' ')}${visible(file)}\n`
  return title + advice.map((each) => letter(cause, each, say)).join('') + look
}

/** Causes on the side of the operator: a proxy or gateway of its own, or a file that it has pasted. */
const ownCauses: ReadonlySet<string> = new Set(['target-prefix-added', 'unreadable'])

/** The advice as a letter: one line for the developers of the app, another one for the operator. */
const letter = (cause: string, { what, remedy, remedyFor }: Advice, say: Say): string => {
  if (cause === 'accepted') return ''
  const isOurs = cause.split('+').some((id) => ownCauses.has(id))
  if (isOurs) return lineFor(forUs, [what, remedy], say)
  const toCaller = lineFor(toApp, [what, remedyFor?.caller ?? remedy], say)
  return remedyFor === undefined ? toCaller : toCaller + lineFor(forUs, [remedyFor.operator], say)
}

/** Who reads a line of a letter. */
interface Reader {
  readonly title: string
  /** The words as the reader is addressed. */
  readonly address: (words: string) => string
}

const forUs: Reader = { title: 'For your own service:', address: (words) => words }

/** Developers of the app read `Your program signed …` in place of `The caller signed …`. */
const toApp: Reader = {
  title: 'Write:',
  address: (words) =>
    words
      .replace(/\bThe caller\b/g, 'Your program')
      .replace(/\bthe caller\b/g, 'your program')
      .replaceAll('调用方', '你们的程序'),
}

const lineFor = ({ title, address }: Reader, sentences: ReadonlyArray<string>, say: Say): string =>
  `    ${say(title)}${sentences.map((words) => `${say(' ')}${visible(address(say(words)))}`).join('')}\n`
