/**
 * A folder of kept requests, diagnosed one after the other, for whoever answers the callers: a line for each file, then a table
 * by app and cause, with the first and the last time, and what to tell the app.
 *
 *     20261121T064204Z-000000-5b0d7c1e-signature_invalid.http  app-1  body-reserialized
 *
 *     app-1: 31 × body-reserialized, 2026-11-21T06:42:04Z to 2026-11-21T07:10:00Z
 *       The caller signed one JSON text, and another of the same content was sent.
 *       → Serialize once, then sign and send those very bytes.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import { isAppId } from '../../core/AppId.ts'
import { visible } from '../../kit/conformance/reports/visible.ts'
import type { Case, KnownKey } from '../../kit/diagnosis/Case.ts'
import { diagnose as diagnoseWithin } from '../../kit/diagnosis/examine.ts'
import { budgetOf, examineWithin } from '../../kit/diagnosis/examineWithin.ts'
import { evidentOf } from '../../kit/diagnosis/finding.ts'
import { readRequest } from '../../kit/diagnosis/pasted/readRequest.ts'
import { contentOf, inWords, type Received } from '../../kit/diagnosis/Received.ts'
import type { Finding, Report } from '../../kit/diagnosis/Report.ts'
import { sorted } from '../../kit/diagnosis/reportWords.ts'
import { decompress } from '../../platform/node/decompress.ts'
import { hash } from '../../platform/node/hash.ts'
import { readBounded, usable } from './files.ts'
import type { Colours, Outcome, World } from './Outcome.ts'

export interface Caseload {
  readonly folder: string
  readonly keys: ReadonlyArray<KnownKey>
  readonly settings: NonNullable<Case['settings']>
  readonly maxBody: number
  readonly budget: number
  readonly paths: ReadonlyArray<string> | undefined
  /** Each file's line as JSON, and no table. */
  readonly jsonLines: boolean
}

/** One file. */
interface Row {
  readonly file: string
  /** The app whose key signed, or that the header names; `-` if neither is known. */
  readonly app: string
  /** Ids of the mistakes, or the reason of the refusal. */
  readonly cause: string
  readonly reason?: string | undefined
  readonly exact: boolean
  /** When the request arrived, in seconds since 1970, if the file says so. */
  readonly at?: number | undefined
  /** What the caller did, and what to do instead. */
  readonly advice: ReadonlyArray<Pick<Finding, 'what' | 'remedy'>>
}

/** Work for one file, at most: mistakes alone and in pairs are always tried. */
const mostBudget = 1000

export const diagnoseFolder = async (load: Caseload, world: World): Promise<Outcome> => {
  const names = await usable(`--requests ${load.folder}`, readdir(load.folder))
  const files = names.filter((name) => /\.(?:http|txt|har|json|sh)$/.test(name)).sort()
  const rows: Array<Row> = []
  for (const file of files) {
    rows.push(await rowOf(file, load, world))
    await nextTurn()
  }
  const groups = groupsOf(rows)
  const isRefused = rows.some(({ cause }) => cause !== 'accepted')
  return {
    exit: isRefused ? 1 : 0,
    text: load.jsonLines
      ? rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      : (colours) => textOf(load.folder, rows, groups, colours),
    json: { requests: rows, causes: groups.map(({ advice: _, ...group }) => group) },
  }
}

const rowOf = async (file: string, load: Caseload, world: World): Promise<Row> => {
  const read = readRequest(await readBounded('--requests', join(load.folder, file), world))
  if (E.isLeft(read))
    return {
      file,
      app: '-',
      cause: 'unreadable',
      exact: false,
      advice: [{ what: inWords(read.left), remedy: 'Paste the request itself.' }],
    }
  const report = await reportOf(read.right, load)
  const { cause, advice } = causeOf(report)
  return {
    file,
    app: appOf(report, read.right),
    cause,
    reason: read.right.refused ?? report.reason,
    exact: report.exact,
    at: read.right.now,
    advice,
  }
}

const reportOf = async (received: Received, load: Caseload): Promise<Report> => {
  const { notes: _, body: content, bodyMissing = false, ...request } = received
  const whole = contentOf(content)
  const body = E.isRight(whole) ? whole.right : new Uint8Array(0)
  const { keys, settings, paths } = load
  const given: Case = {
    ...request,
    body,
    keys,
    settings,
    paths,
    urlIsSent: true,
    decoded: decompress(body, load.maxBody),
  }
  if (bodyMissing || E.isLeft(whole)) return evidentOf(diagnoseWithin(given, hash, 0))
  return examineWithin(given, hash, budgetOf(Math.min(load.budget, mostBudget)), {
    elapsed: () => performance.now(),
    tell: () => nextTurn(),
  })
}

/** The ids of what was found; guesses are none. */
const causeOf = (report: Report): Pick<Row, 'cause' | 'advice'> => {
  const { proven, alternatives, clock } = sorted(report)
  const found = [...proven, ...clock]
  const advice = found.map(({ what, remedy }) => ({ what, remedy }))
  const ids = found.map(({ id }) => id).join('+')
  if (ids !== '') return { cause: alternatives.length > 0 ? `${ids} (or another)` : ids, advice }
  if (report.outcome === 'accept') return { cause: 'accepted', advice }
  const isOpen = report.reason === undefined || report.reason === 'signature_invalid'
  return { cause: isOpen ? 'not-found' : (report.reason as string), advice: isOpen ? [askForText] : advice }
}

const askForText = {
  what: 'No known mistake explains what was signed.',
  remedy: 'Let the caller print the text that it signs, and give it with --request FILE --signed TEXT.',
}

const appOf = ({ key }: Report, { authorization }: Received): string => {
  const named = /\bapp_id="?([^",\s]{1,128})/.exec(authorization.join(' '))?.[1]
  return [key?.appId, named].find((app) => app !== undefined && isAppId(app)) ?? '-'
}

interface Group extends Pick<Row, 'app' | 'cause' | 'advice'> {
  readonly requests: number
  readonly first?: string
  readonly last?: string
}

/** By app and cause, the most frequent first. */
const groupsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Group> => {
  const byCause = new Map<string, Array<Row>>()
  for (const row of rows) {
    const key = `${row.app} ${row.cause}`
    byCause.set(key, [...(byCause.get(key) ?? []), row])
  }
  return [...byCause.values()].map(groupOf).toSorted((a, b) => b.requests - a.requests || (a.app < b.app ? -1 : 1))
}

const groupOf = (rows: ReadonlyArray<Row>): Group => {
  const [{ app = '-', cause = '', advice = [] } = {}] = rows
  const times = rows.flatMap(({ at }) => at ?? []).toSorted((a, b) => a - b)
  const first = times[0]
  const last = times.at(-1)
  const range = first === undefined || last === undefined ? {} : { first: timeText(first), last: timeText(last) }
  return { app, cause, advice, requests: rows.length, ...range }
}

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '')

const textOf = (
  folder: string,
  rows: ReadonlyArray<Row>,
  groups: ReadonlyArray<Group>,
  { bold, dim }: Colours,
): string => {
  if (rows.length === 0) return `there is no request in ${visible(folder)}: files of requests end in .http\n`
  const lines = rows.map(({ file, app, cause }) => `${dim(visible(file))}  ${app}  ${cause}\n`)
  const told = groups.map(({ app, cause, requests, first, last, advice }) => {
    const range = first === undefined ? '' : first === last ? `, ${first}` : `, ${first} to ${last}`
    const words = advice.map(({ what, remedy }) => `  ${visible(what)}\n  → ${visible(remedy)}\n`)
    return `${bold(app)}: ${requests} × ${bold(cause)}${range}\n${words.join('')}`
  })
  return `${lines.join('')}\n${told.join('')}`
}
