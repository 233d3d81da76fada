/** What `serve` does with refused requests after their answers: it explains them in its log, and saves them in a folder. */
import { access, constants, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import process from 'node:process'
import type { Settings } from '../../core/VerifyPolicy.ts'
import type { KeyRing } from '../../effects/KeyRing.ts'
import type { RefusedRequest } from '../../effects/RefusedRequest.ts'
import { within } from '../../effects/Timer.ts'
import { type ExplainSettings, explainRefusals } from '../../kit/diagnosis/explainRefusals.ts'
import type { ParserError, ParserRefusal } from '../../kit/diagnosis/pasted/parserRefusal.ts'
import { unparsedRequest } from '../../kit/diagnosis/pasted/unparsedRequest.ts'
import { withoutAtEnd } from '../../kit/diagnosis/Received.ts'
import type { Report } from '../../kit/diagnosis/Report.ts'
import { replayed } from '../../kit/diagnosis/reportWords.ts'
import { summary } from '../../kit/diagnosis/summary.ts'
import { timer } from '../../platform/common/system.ts'
import { decompress } from '../../platform/node/decompress.ts'
import { hash } from '../../platform/node/hash.ts'
import { arrivalOf, refusalKeeper } from '../../platform/node/keepRefusals.ts'
import * as Allowance from '../../queue/Allowance.ts'
import type { Verdict } from '../../server/node.ts'
import { otherKeysIn } from '../../server/Verdict.ts'
import { fileReason } from './files.ts'
import type { Logger } from './logger.ts'
import { idText, type Members } from './logLines.ts'
import { CommandError } from './Outcome.ts'

export interface Refusals {
  readonly onVerdict: (verdict: Verdict) => void
  readonly onRefusal: (request: RefusedRequest, requestId?: string) => void
  /** Gets a request that Node's parser refused. */
  readonly onUnreadable: (refusal: ParserRefusal, error: ParserError, requestId?: string) => void
  /** How many refused requests `--keep` has saved, and how many not, since the start; undefined without it. */
  readonly kept: () => KeptCounts | undefined
  /** At the end of the program: waits until the last requests are written, and says how many were kept. */
  readonly end: () => Promise<void>
}

/** How many refused requests were saved, and how many not. If a diagnosis could say no more than the reason, a request counts in neither. */
export interface KeptCounts {
  readonly kept: number
  readonly dropped: number
}

export interface RefusalSettings {
  readonly explain: boolean
  /** A folder. */
  readonly keep: string | undefined
  /** The URL that callers use. A proxy before the server may remove its path. */
  readonly url: string
  /** The part of that path that the verifier puts back. Targets of refused requests already have it. */
  readonly prefix: string | undefined
  readonly ring: KeyRing
  readonly settings: Settings
}

/** Counts the work of this process and not the time, so that a diagnosis searches equally far on a busy machine. */
const workTimer = {
  wait: timer.wait,
  elapsed: (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}

/** How many refusals of Node's parser are explained in a minute. */
const explainedPerMinute = 10

/** How many refused requests `--keep` saves in a minute. */
const keptPerMinute = 60

/** At the end, the last requests have so many milliseconds to be written. */
const longestWriteMs = 5000

const droppedWords = {
  perMinute: `a refused request is not kept: at most ${keptPerMinute} are kept in a minute`,
  disk: 'a refused request is not kept: too many wait for the disk',
  bytes: 'a refused request is not kept: it is too large',
} as const

const counted = 'the metrics, and the last line that this program logs when it stops, say how many requests were kept'

/**
 * `say` writes an entry of the log, which may have several lines. All entries about one request have the same id. `sayKept` writes about
 * faults of the folder of saved requests.
 */
export const refusals = (
  { explain, keep, url, prefix: restoredPrefix, ring, settings }: RefusalSettings,
  say: Logger['say'],
  sayKept: Logger['say'],
): Refusals => {
  const { host, pathname } = new URL(url)
  // The diagnosis tries a prefix only if targets lack it.
  const prefix = restoredPrefix === undefined ? withoutAtEnd(pathname, '/') : ''
  const ids = new WeakMap<RefusedRequest, string>()
  const tell: ExplainSettings['tell'] = (report, request, { skipped, given }) => {
    const id = ids.get(given)
    say(paragraph(report, `${arrivalOf(request)}${idText(id)}`, skipped), 'info', idMember(id))
  }
  const explaining = explain ? explainRefusals({ hash, timer: workTimer, decompress, host, prefix, tell }) : undefined
  const keeping = keep === undefined ? undefined : keepingIn(keep, { host, ids, say, sayKept })
  const permitted = Allowance.perMinute(timer, explainedPerMinute)
  let skipped = 0

  const onRefusal: Refusals['onRefusal'] = (request, requestId) => {
    if (requestId !== undefined) ids.set(request, requestId)
    explaining?.(request)
    keeping?.receive(request)
  }
  const explainUnreadable = (detail: string, requestId: string | undefined): void => {
    if (!permitted()) {
      skipped++
      return
    }
    const words = `explained: request_unreadable ${detail}${idText(requestId)}${skippedText(skipped, 'not explained')}`
    say(words, 'info', idMember(requestId))
    skipped = 0
  }
  const onUnreadable: Refusals['onUnreadable'] = ({ detail }, error, requestId) => {
    if (explain && detail !== undefined) explainUnreadable(detail, requestId)
    const request = unparsedRequest(error, { now: Math.floor(Date.now() / 1000), settings })
    if (request !== undefined) onRefusal({ ...request, otherKeys: otherKeysIn(ring) }, requestId)
  }
  return {
    onVerdict: explaining?.learn ?? (() => {}),
    onRefusal,
    onUnreadable,
    kept: () => keeping?.counts(),
    end: async () => keeping?.end(),
  }
}

interface Keeping {
  readonly receive: (request: RefusedRequest) => void
  readonly counts: () => KeptCounts
  readonly end: () => Promise<void>
}

interface KeepingMeans {
  readonly host: string
  readonly ids: WeakMap<RefusedRequest, string>
  readonly say: Logger['say']
  readonly sayKept: Logger['say']
}

/** Saves refused requests in the folder, counts them, and says what became of them. */
const keepingIn = (folder: string, { host, ids, say, sayKept }: KeepingMeans): Keeping => {
  const counts = { kept: 0, dropped: 0 }
  const maySayDropped = Allowance.perMinute(timer, 1)
  const keeper = refusalKeeper({
    folder,
    host,
    perMinute: keptPerMinute,
    idOf: (request) => ids.get(request),
    onSkipped: (cause) => {
      counts.dropped++
      // `onProblem` has logged a fault already.
      if (cause !== 'fault' && maySayDropped()) say(`--keep ${folder}: ${droppedWords[cause]}; ${counted}`, 'warn')
    },
    tell: (path, { skipped, requestId }) => {
      counts.kept++
      const words = `kept as ${join(folder, basename(path))}${idText(requestId)}${skippedText(skipped, 'not kept')}`
      say(words, 'info', idMember(requestId))
    },
    onProblem: (error) => sayKept(`--keep ${folder}: ${fileReason(error)}; the request is not kept`, 'error'),
  })
  const end = async (): Promise<void> => {
    // A disk that does not answer must not keep the program from ending.
    await within(timer, longestWriteMs)(keeper.settled, () => undefined)()
    const { kept, dropped } = counts
    const waiting = keeper.waiting()
    const all = kept + dropped + waiting
    const unwritten = waiting === 0 ? '' : `; ${waiting} could not be written in time`
    if (all > 0)
      say(`--keep ${folder}: ${kept} of ${all} refused requests ${kept === 1 ? 'was' : 'were'} saved${unwritten}`)
  }
  return { receive: keeper.receive, counts: () => ({ ...counts }), end }
}

const idMember = (id: string | undefined): Members => (id === undefined ? {} : { request_id: id })

/** ` (3 more not kept)` */
const skippedText = (skipped: number, what: string): string => (skipped === 0 ? '' : ` (${skipped} more ${what})`)

/** The entry about one request: ids, and words of the catalogue. It repeats nothing of the request. */
const paragraph = (report: Report, arrival: string, skipped: number): string => {
  const certain = report.findings.filter(({ evidence }) => evidence !== 'guess')
  const isOnlyReplayed = certain.length === 0 && report.reason === 'nonce_replayed'
  const lines = (isOnlyReplayed ? [replayed] : certain).flatMap(({ what, remedy }) => [`  ${what}`, `  → ${remedy}`])
  return [`explained: ${summary(report)} at=${arrival}${skippedText(skipped, 'not explained')}`, ...lines].join('\n')
}

/** Makes the folder, and throws if nothing can be written there. Called at the start, so that the first refusal does not fail. */
export const checkFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch (error) {
    const isFile = ['EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
    throw new CommandError(2, `--keep ${folder}: ${isFile ? 'it is not a folder' : fileReason(error)}`)
  }
}
