/**
 * A folder of kept requests, diagnosed one after the other, for whoever answers the callers: a table of apps and causes, then a section
 * for each app: what is wrong, how often, since when, and what to write to it. A line for each file ends it.
 *
 *     31 requests of 1 app
 *        31  app-1  body-reserialized  proven
 *
 *     app-1: 31 requests, by python-requests/2.32
 *       31 × body-reserialized (proven), since 2026-11-21T06:42:04Z, last 2026-11-21T07:10:00Z
 *         Write: Your program signed one JSON text. The JSON text that was sent has the same content, but other bytes. Serialize …
 *
 *     20261121T064204Z-000000-5b0d7c1e-signature_invalid.http  app-1  body-reserialized
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import { isAppId } from '../../core/AppId.ts'
import { definedOf } from '../../core/Settings.ts'
import type { Settings } from '../../core/VerifyPolicy.ts'
import { skippedIn } from '../../effects/keptRequest.ts'
import { visible } from '../../kit/conformance/reports/visible.ts'
import type { Case, KnownKey } from '../../kit/diagnosis/Case.ts'
import type { Say } from '../../kit/diagnosis/chinese/dictionary.ts'
import { fingerprintOf } from '../../kit/diagnosis/conclude.ts'
import { headerNamed } from '../../kit/diagnosis/evidenceHeaders.ts'
import { diagnose as diagnoseWithin } from '../../kit/diagnosis/examine.ts'
import { budgetOf, examineWithin } from '../../kit/diagnosis/examineWithin.ts'
import { evidentOf } from '../../kit/diagnosis/finding.ts'
import { sentence } from '../../kit/diagnosis/numerals.ts'
import { readRequest } from '../../kit/diagnosis/pasted/readRequest.ts'
import { contentOf, inWords, type Received } from '../../kit/diagnosis/Received.ts'
import type { Finding, Report } from '../../kit/diagnosis/Report.ts'
import { forBoth } from '../../kit/diagnosis/remedies.ts'
import { replayed, reportWords, sorted } from '../../kit/diagnosis/reportWords.ts'
import { decompress } from '../../platform/node/decompress.ts'
import { hash } from '../../platform/node/hash.ts'
import { didYouMean } from './didYouMean.ts'
import { readBounded, usable } from './files.ts'
import { limitsOf } from './limits.ts'
import { signalled } from './loopback.ts'
import type { Colours, Outcome, World } from './Outcome.ts'
import { coloursOf } from './terminal.ts'
import { settingsOf, type Terms } from './verdict.ts'

export interface Caseload {
  readonly folder: string
  readonly keys: ReadonlyArray<KnownKey>
  /** By what a file is judged; it may hold the settings of its verifier. */
  readonly termsFor: (kept: Settings | undefined) => Terms
  readonly budget: number
  readonly paths: ReadonlyArray<string> | undefined
  /** Each file's line as JSON, and no table. */
  readonly jsonLines: boolean
  /** Goes on with files that come later, until the command is interrupted. */
  readonly watch: boolean
  /** The language of the words. */
  readonly say: Say
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
  /** How sure the cause is, in a word or two. */
  readonly certainty: string
  /** What the caller says of its program. */
  readonly userAgent?: string | undefined
  /** When the request arrived, in seconds since 1970, if the file says so. */
  readonly at?: number | undefined
  /** How many refused requests the service had not kept since the file before. */
  readonly notKept?: number | undefined
  /** What the caller did, and what to do instead. */
  readonly advice: ReadonlyArray<Pick<Finding, 'what' | 'remedy' | 'remedyFor'>>
}

/** Work for a file without its body: enough to try some hundred keys. */
const budgetOfKeys = 20_000_000

/** Work for one file, at most: mistakes alone, and pairs but for the rarest forms, are always tried. */
const mostBudget = 1000

export const diagnoseFolder = async (load: Caseload, world: World): Promise<Outcome> => {
  const names = await namesIn(load)
  const rows: Array<Row> = []
  const showProgress = progressOf(names.length, load, world)
  for (const file of names) {
    rows.push(await rowOf(file, load, world))
    showProgress(rows.length)
    await nextTurn()
  }
  const isRefused = rows.some(({ cause }) => cause !== 'accepted')
  return {
    exit: load.watch ? 0 : isRefused ? 1 : 0,
    text: load.jsonLines
      ? rows.map((row) => jsonLineOf(row, load.say)).join('')
      : (colours) => textOf(load.folder, rows, colours, load.say),
    json: {
      requests: rows.map((row) => inLanguage(row, load.say)),
      causes: groupsOf(rows).map(({ advice: _, ...group }) => group),
      notKept: notKeptBeside(rows),
    },
    ...(load.watch ? { until: follow(load, new Set(names), world) } : {}),
  }
}

/** Between two lines of progress, in milliseconds. */
const progressEveryMs = 2000

/** Says on standard error what is read, with --watch or at a terminal, and every two seconds how far it is. */
const progressOf = (count: number, { watch, say }: Caseload, { stderr }: World): ((done: number) => void) => {
  if (!watch && !stderr.isTTY) return () => {}
  if (watch) stderr.write(`${say(`reading ${many(count, 'file')} …`)}\n`)
  let lastShown = performance.now()
  return (done) => {
    if (done === count || performance.now() - lastShown < progressEveryMs) return
    lastShown = performance.now()
    stderr.write(`${say(`${done} of ${many(count, 'file')}`)}\n`)
  }
}

/** The row with its words in the language. */
const inLanguage = (row: Row, say: Say): Row => ({
  ...row,
  certainty: say(row.certainty),
  advice: row.advice.map(({ what, remedy, remedyFor }) => ({
    what: say(what),
    remedy: say(remedy),
    ...(remedyFor === undefined
      ? {}
      : { remedyFor: { caller: say(remedyFor.caller), operator: say(remedyFor.operator) } }),
  })),
})

const jsonLineOf = (row: Row, say: Say): string => `${JSON.stringify(inLanguage(row, say))}\n`

/** In the order of their names; kept files sort by time. */
const namesIn = async ({ folder }: Caseload): Promise<ReadonlyArray<string>> => {
  const names = await usable(`--requests ${folder}`, readdir(folder))
  return names.filter((name) => /\.(?:http|txt|har|json|sh)$/.test(name)).sort()
}

/** Between two looks into the folder, in milliseconds. */
const lookEveryMs = 500

/** A line for each file that comes, until the command is interrupted. A kept file is written whole under its name. */
const follow = async (load: Caseload, known: Set<string>, world: World): Promise<void> => {
  let isOver = false
  const interrupted = signalled(world).then(() => {
    isOver = true
  })
  const colours = coloursOf(world.stdout, world.env)
  while (!isOver) {
    for (const file of await namesIn(load)) {
      if (isOver || known.has(file)) continue
      known.add(file)
      const row = await rowOf(file, load, world)
      world.stdout.write(load.jsonLines ? jsonLineOf(row, load.say) : lineOf(row, colours))
    }
    await Promise.race([wait(lookEveryMs), interrupted])
  }
}

const rowOf = async (file: string, load: Caseload, world: World): Promise<Row> => {
  const bytes = await readBounded('--requests', join(load.folder, file), world)
  const read = readRequest(bytes)
  if (E.isLeft(read))
    return {
      file,
      app: '-',
      cause: 'unreadable',
      exact: false,
      certainty: 'not read',
      advice: [{ what: sentence(inWords(read.left)), remedy: 'Paste the request itself.' }],
    }
  const report = await reportOf(read.right, load)
  const namedApp = appNamedBy(read.right)
  const ownerOfKey = report.key?.appId ?? ''
  const app = isAppId(ownerOfKey) ? ownerOfKey : namedApp
  const { cause, advice, certainty } = causeOf(report, read.right.now !== undefined, { app, namedApp }, load.keys)
  return {
    file,
    app,
    cause,
    reason: read.right.refused ?? report.reason,
    exact: report.exact,
    certainty,
    userAgent: headerNamed(read.right.headers, 'user-agent'),
    at: read.right.now,
    ...(read.right.now === undefined ? {} : definedOf({ notKept: skippedIn(bytes) })),
    advice,
  }
}

const reportOf = async (received: Received, load: Caseload): Promise<Report> => {
  const { notes: _, body: content, bodyMissing = false, settings: kept, ...request } = received
  const whole = contentOf(content)
  const body = E.isRight(whole) ? whole.right : new Uint8Array(0)
  const { keys, paths } = load
  const terms = load.termsFor(kept)
  const given: Case = {
    ...request,
    body,
    keys,
    settings: settingsOf(terms),
    paths,
    urlIsSent: true,
    decoded: decompress(body, terms.maxBody),
  }
  const hide = (report: Report): Report => limitsOf({ ...given, settings: terms }, report).withoutSecrets(report)
  if (bodyMissing || E.isLeft(whole)) return hide(evidentOf(diagnoseWithin(given, hash, budgetOfKeys)))
  return examineWithin(given, hash, budgetOf(Math.min(load.budget, mostBudget)), {
    elapsed: () => performance.now(),
    tell: () => nextTurn(),
  }).then(hide)
}

/** The ids of what was found; guesses are none. */
const causeOf = (
  report: Report,
  isTimeKnown: boolean,
  { app, namedApp }: Apps,
  keys: ReadonlyArray<KnownKey>,
): Pick<Row, 'cause' | 'advice' | 'certainty'> => {
  if (report.reason === 'app_unknown')
    return { cause: 'app_unknown', advice: [unknownApp(app, namedApp, keys)], certainty: byReason }
  const { proven, alternatives, clock } = sorted(report)
  const found = [...proven, ...clock]
  const advice = [
    ...proven.map((found) => (found.id === 'unknown-key' ? unknownKey(app, keys) : adviceIn(found))),
    ...clock.map((found) => (isTimeKnown ? clockAdvice(found.id, found.detail) : adviceIn(found))),
  ]
  const ids = found.map(({ id }) => id).join('+')
  if (ids !== '') {
    const isOpen = alternatives.length > 0 || clock.length > 0 || !report.recovered
    // The signature opens with no key that is registered; neither header nor clock shows that.
    const seen = ids === 'unknown-key' ? bySignature : inHeaderAndClock
    const certainty = alternatives.length > 0 ? 'one of several causes' : isOpen ? seen : 'proven'
    return { cause: ids, advice, certainty }
  }
  if (report.outcome === 'accept') return { cause: 'accepted', advice, certainty: 'nothing is wrong' }
  const isOpen = report.reason === undefined || report.reason === 'signature_invalid'
  if (isOpen) return { cause: 'not-found', advice: [askForText], certainty: 'no cause found' }
  return { cause: report.reason as string, advice: [adviceOn(report)], certainty: byReason }
}

const adviceIn = ({ what, remedy, remedyFor }: Finding): Row['advice'][number] => ({
  what,
  remedy,
  ...(remedyFor === undefined ? {} : { remedyFor }),
})

const byReason = 'the reason of the refusal'
const bySignature = 'proven by the signature'
const inHeaderAndClock = 'visible in header and clock'

/** The names of the apps whose keys were given. */
const appIdsOf = (keys: ReadonlyArray<KnownKey>): ReadonlyArray<string> => keys.flatMap(({ appId }) => appId ?? [])

const unknownApp = (app: string, namedApp: string, keys: ReadonlyArray<KnownKey>): Row['advice'][number] => {
  const ids = appIdsOf(keys)
  const near = ids.includes(app) ? undefined : didYouMean(app, ids)
  // The signature itself tells whose it is.
  if (ids.includes(app))
    return {
      what: `The key of ${app} made the signature, but the header names ${namedApp}, an app id that is not registered.`,
      remedy: `Let the header name ${app}.`,
    }
  return {
    what: `The app id ${app} is not registered${near === undefined ? '' : `; ${near} is registered`}.`,
    remedy: 'In the header, write exactly the app id under which the key was registered.',
  }
}

const unknownKey = (app: string, keys: ReadonlyArray<KnownKey>): Row['advice'][number] => {
  const registered = keys.filter(({ appId }) => appId === app).map(({ key }) => fingerprintOf(key, hash))
  const named = registered.length === 0 ? '' : ` (${registered.join(', ')})`
  return {
    what: `The signature was not made with the key that is registered for ${app === '-' ? 'the app' : app}${named}, or the signature was damaged on its way.`,
    remedy:
      'openssl pkey -in private_key.pem -pubout -outform DER | sha256sum prints the fingerprint of the key that signs. If the fingerprint is different, sign with the registered key, or register the new key.',
  }
}

/** The file says when the request came, so the clock of the caller is what is left. */
const clockAdvice = (id: string, detail: string): Row['advice'][number] => ({
  what:
    id === 'clock-behind'
      ? `The timestamp is ${detail} earlier than the time when the request arrived.`
      : id === 'clock-ahead'
        ? `The timestamp is ${detail} later than the time when the request arrived.`
        : `The timestamp and the time when the request arrived differ: ${detail}.`,
  remedy: 'Synchronize the clock of the machine with a time server. Sign each request just before you send it.',
})

/** For a refusal of which no finding says more. */
const adviceOn = (report: Report): Row['advice'][number] => {
  if (report.reason === 'nonce_replayed') return replayed
  const { message, next = `countersign explain ${report.reason} says what to do.` } = reportWords(report, { keys: 1 })
  return { what: message, remedy: next }
}

const askForText = {
  what: 'No known mistake explains what the caller signed.',
  ...forBoth(
    'Send us the exact bytes that your program gives to the signing function.',
    'Save these bytes in a file, and run: countersign diagnose --request FILE --signed TEXT.',
  ),
}

/** Whose request it is, and whose the header says that it is. */
interface Apps {
  readonly app: string
  readonly namedApp: string
}

/** `-` if the header names no app id. */
const appNamedBy = ({ authorization }: Received): string => {
  const app = /\bapp_id="?([^",\s]{1,128})/.exec(authorization.join(' '))?.[1]
  return app !== undefined && isAppId(app) ? app : '-'
}

interface Group extends Pick<Row, 'app' | 'cause' | 'certainty' | 'advice'> {
  readonly requests: number
  /** The newest of its files, to look at. */
  readonly file: string
  readonly first?: string
  readonly last?: string
}

/** By app and cause, the most frequent first. */
const groupsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Group> => {
  const byCause = new Map<string, Array<Row>>()
  for (const row of rows) {
    const key = `${row.app} ${row.cause} ${row.certainty}`
    byCause.set(key, [...(byCause.get(key) ?? []), row])
  }
  return [...byCause.values()].map(groupOf).toSorted((a, b) => b.requests - a.requests || (a.app < b.app ? -1 : 1))
}

const groupOf = (rows: ReadonlyArray<Row>): Group => {
  const [{ app = '-', cause = '', certainty = '', advice = [] } = {}] = rows
  const times = rows.flatMap(({ at }) => at ?? []).toSorted((a, b) => a - b)
  const first = times[0]
  const last = times.at(-1)
  const range = first === undefined || last === undefined ? {} : { first: timeText(first), last: timeText(last) }
  return { app, cause, certainty, advice, requests: rows.length, file: rows.at(-1)?.file ?? '', ...range }
}

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '')

const lineOf = ({ file, app, cause }: Row, { dim }: Colours): string => `${dim(visible(file))}  ${app}  ${cause}\n`

const textOf = (folder: string, rows: ReadonlyArray<Row>, colours: Colours, say: Say): string => {
  if (rows.length === 0) return `${say(`there is no request in ${visible(folder)}: files of requests end in .http`)}\n`
  const apps = new Map<string, Array<Row>>()
  for (const row of rows) apps.set(row.app, [...(apps.get(row.app) ?? []), row])
  const sections = [...apps]
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([app, own]) => sectionOf(app, own, colours, say))
  const fileLines = rows.map((row) => lineOf(row, colours)).join('')
  return [tableOf(rows, apps.size, colours, say), ...sections, fileLines].join('\n')
}

/** The refused requests that the service has not kept: what the files say, without those after the last. */
const notKeptBeside = (rows: ReadonlyArray<Row>): number => rows.reduce((sum, { notKept = 0 }) => sum + notKept, 0)

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** A row for each app and cause: what to look at first. */
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

/** The most programs that a section names. */
const mostAgents = 3

/** What one app hears: the most frequent cause first. */
const sectionOf = (app: string, rows: ReadonlyArray<Row>, colours: Colours, say: Say): string => {
  const agents = [...new Set(rows.flatMap(({ userAgent }) => userAgent ?? []))]
  const shown = agents.slice(0, mostAgents).map((agent) => visible(agent.slice(0, 60)))
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

/** Whether nobody needs to look at a request of it. */
const isSettled = ({ cause, certainty }: Group): boolean =>
  cause === 'accepted' || ['proven', inHeaderAndClock, bySignature, byReason].includes(certainty)

/** Of these the operator's own proxy or gateway is the cause, or a file that the operator has pasted. */
const ownCauses: ReadonlySet<string> = new Set(['target-prefix-added', 'unreadable'])

/** As it may be sent to the app: it speaks to whoever reads it. What the operator has to do stands on a line of its own. */
const letter = (cause: string, { what, remedy, remedyFor }: Row['advice'][number], say: Say): string => {
  if (cause === 'accepted') return ''
  const isOurs = cause.split('+').some((id) => ownCauses.has(id))
  if (isOurs) return lineFor(forUs, [what, remedy], say)
  const toCaller = lineFor(toApp, [what, remedyFor?.caller ?? remedy], say)
  return remedyFor === undefined ? toCaller : toCaller + lineFor(forUs, [remedyFor.operator], say)
}

/** Whom a line speaks to. */
interface Reader {
  readonly title: string
  readonly addressed: (words: string) => string
}

const forUs: Reader = { title: 'For your own service:', addressed: (words) => words }

const toApp: Reader = {
  title: 'Write:',
  addressed: (words) =>
    words
      .replace(/\bThe caller\b/g, 'Your program')
      .replace(/\bthe caller\b/g, 'your program')
      .replaceAll('调用方', '你们的程序'),
}

const lineFor = ({ title, addressed }: Reader, sentences: ReadonlyArray<string>, say: Say): string =>
  `    ${say(title)}${sentences.map((words) => `${say(' ')}${visible(addressed(say(words)))}`).join('')}\n`
