/**
 * `diagnose --requests`: diagnoses a folder of kept requests one after the other, for the operator who answers the callers. The output is
 * a table of apps and causes, then a section for each app: what is wrong, how often, since when, and a letter to the app. At the end is
 * a line for each file.
 *
 *     31 requests of 1 app
 *        31  app-1  body-reserialized  proven
 *
 *     app-1: 31 requests, by python-requests/2.32
 *       31 × body-reserialized (proven), since 2026-11-21T06:42:04Z, last 2026-11-21T07:10:00Z
 *         Write: Your program signed one JSON text. The JSON text that was sent has the same content, but other bytes. Serialize …
 *
 *     20261121T064204Z-000000-5b0d7c1e-signature_invalid.http  app-1  body-reserialized
 *
 * `caseloadCause.ts` takes the cause from a report, and `caseloadText.ts` has the words.
 */
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import { isAppId } from '../../core/AppId.ts'
import { definedOf } from '../../core/Settings.ts'
import type { Settings } from '../../core/VerifyPolicy.ts'
import { skippedIn } from '../../effects/keptRequest.ts'
import type { Case, KnownKey } from '../../kit/diagnosis/Case.ts'
import type { Say } from '../../kit/diagnosis/chinese/dictionary.ts'
import { headerNamed } from '../../kit/diagnosis/evidenceHeaders.ts'
import { diagnose as diagnoseWithin } from '../../kit/diagnosis/examine.ts'
import { budgetOf, examineWithin } from '../../kit/diagnosis/examineWithin.ts'
import { evidentOf } from '../../kit/diagnosis/finding.ts'
import { sentence } from '../../kit/diagnosis/numerals.ts'
import { readRequest } from '../../kit/diagnosis/pasted/readRequest.ts'
import { contentOf, inWords, type Received } from '../../kit/diagnosis/Received.ts'
import type { Report } from '../../kit/diagnosis/Report.ts'
import { limitsOf } from '../../kit/diagnosis/redaction.ts'
import { decompress } from '../../platform/node/decompress.ts'
import { hash } from '../../platform/node/hash.ts'
import { type Apps, causeOf } from './caseloadCause.ts'
import { groupsOf, jsonLineOf, lineOf, many, notKeptBeside, type Row, rowInLanguage, textOf } from './caseloadText.ts'
import { readBounded, usable } from './files.ts'
import { signalled } from './loopback.ts'
import type { Outcome, World } from './Outcome.ts'
import { coloursOf } from './terminal.ts'
import { settingsOf, type Terms } from './verdict.ts'

export interface Caseload {
  readonly folder: string
  readonly keys: ReadonlyArray<KnownKey>
  /** The terms for the request of a file. `kept`: the settings of its verifier, if the file has them. */
  readonly termsFor: (kept: Settings | undefined) => Terms
  /** The budget of the search in one file, in milliseconds of work; `mostBudget` limits it. */
  readonly budget: number
  readonly paths: ReadonlyArray<string> | undefined
  /** Each file's line as JSON, and no table. */
  readonly jsonLines: boolean
  /** Goes on with files that come later, until the command is interrupted. */
  readonly watch: boolean
  /** The language of the words. */
  readonly say: Say
}

/** The work for a file without its body, in steps of the search: enough to try some hundred keys. */
const budgetOfKeys = 20_000_000

/** The largest budget for one file. All single mistakes, and all pairs except those of the rarest forms, are tried under any budget. */
const mostBudget = 1000

export const diagnoseFolder = async (load: Caseload, world: World): Promise<Outcome> => {
  const names = await namesIn(load)
  const rows: Array<Row> = []
  const showProgress = progressOf(names.length, load, world)
  for (const [i, file] of names.entries()) {
    const row = await rowOf(file, load, world)
    if (row !== undefined) rows.push(row)
    showProgress(i + 1)
    await nextTurn()
  }
  const isRefused = rows.some(({ cause }) => cause !== 'accepted')
  return {
    // With --watch, the command ends when it is interrupted: that is no failure.
    exit: isRefused && !load.watch ? 1 : 0,
    text: load.jsonLines
      ? rows.map((row) => jsonLineOf(row, load.say)).join('')
      : (colours) => textOf(load.folder, rows, colours, load.say),
    json: {
      requests: rows.map((row) => rowInLanguage(row, load.say)),
      causes: groupsOf(rows).map(({ advice: _, ...group }) => group),
      notKept: notKeptBeside(rows),
    },
    ...(load.watch ? { until: follow(load, new Set(names), world) } : {}),
  }
}

/** Between two lines of progress, in milliseconds. */
const progressEveryMs = 2000

/** With --watch or at a terminal: says on standard error how many files are read, and every two seconds how many are done. */
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

/** The names of the requests in the folder, sorted. The names of kept files begin with the time. */
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
      if (row !== undefined) world.stdout.write(load.jsonLines ? jsonLineOf(row, load.say) : lineOf(row, colours))
    }
    await Promise.race([wait(lookEveryMs), interrupted])
  }
}

/** The bytes of a file. Undefined if a program has deleted the file since the folder was listed. */
const bytesIn = async (path: string, world: World): Promise<Uint8Array | undefined> => {
  try {
    return await readBounded('--requests', path, world)
  } catch (thrown) {
    if (await isDeleted(path)) return undefined
    throw thrown
  }
}

/** Looks at a link itself: one without a target is still in the folder. */
const isDeleted = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  )

const rowOf = async (file: string, load: Caseload, world: World): Promise<Row | undefined> => {
  const bytes = await bytesIn(join(load.folder, file), world)
  if (bytes === undefined) return undefined
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
  const apps = { app, namedApp }
  const { cause, advice, certainty } = causeOf(report, {
    apps,
    keys: load.keys,
    isTimeKnown: read.right.now !== undefined,
  })
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

/** The app id in `app_id=app-1,…` or `app_id="app-1",…`; `-` if the header has none that obeys its rule. */
const appNamedBy = ({ authorization }: Received): Apps['namedApp'] => {
  const app = /\bapp_id="?([^",\s]+)/.exec(authorization.join(' '))?.[1]
  return app !== undefined && isAppId(app) ? app : '-'
}
