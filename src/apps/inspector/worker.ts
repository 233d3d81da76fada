/**
 * The diagnosis in a worker, in slices; between two slices it can be stopped. It has a budget of work, as that of the command, so
 * the page's report does not depend on how fast the browser is.
 */
import type { Bytes } from '../../core/Bytes.ts'
import { defaults } from '../../core/VerifyPolicy.ts'
import type { Coding } from '../../effects/Decompress.ts'
import type { Case } from '../../kit/diagnosis/Case.ts'
import { type Claim, claimedText } from '../../kit/diagnosis/claimedText.ts'
import { bodyOfText } from '../../kit/diagnosis/Draft.ts'
import { type Budget, examineWithin } from '../../kit/diagnosis/examineWithin.ts'
import type { Progress, Report } from '../../kit/diagnosis/Report.ts'
import { decompress } from './decompress.ts'
import { hash } from './hash.ts'

export interface Question {
  readonly request: Case
  /** The text that the caller says it signs. */
  readonly claimed?: Bytes | undefined
}

/** What the worker found. */
export interface Found {
  readonly report: Report
  /** What the caller's own text proves, if there is one. */
  readonly claim?: Claim | undefined
  /** The codings that the body may have, and the browser cannot take off. */
  readonly lacks: ReadonlyArray<Coding>
}

export type ToWorker =
  | { readonly _tag: 'Examine'; readonly question: Question; readonly budget: Budget }
  | { readonly _tag: 'Enough' }

export type FromWorker =
  | { readonly _tag: 'Progress'; readonly progress: Progress }
  | (Found & { readonly _tag: 'Report' })

/** The part of a worker's global object that is used here; lib.dom has no types for it. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
  readonly postMessage: (message: FromWorker) => void
}

/** Answers one request for each worker. */
export const serveWorker = (): void => {
  const scope = globalThis as unknown as WorkerScope
  let enough = false
  scope.onmessage = ({ data }) => {
    if (data._tag === 'Enough') enough = true
    else examineInSlices(data.question, data.budget, () => enough, scope.postMessage.bind(scope))
  }
}

/**
 * Examines a request without blocking its thread for longer than a slice. `isStopped` ends it with what was found so far, as does
 * the end of the budget.
 */
export const examineInSlices = (
  { request, claimed }: Question,
  budget: Budget,
  isStopped: () => boolean,
  tell: (message: FromWorker) => void,
): void => {
  const examined = async (): Promise<void> => {
    const { decoded, lacks } = await decompress(request.body, defaults.bodyLimit)
    const claim = claimed === undefined ? undefined : claimedText(claimed, request, hash)
    const proven = claim?._tag === 'Signed' ? claim.text : undefined
    const shown = proven && (await decompress(bodyOfText(proven), defaults.bodyLimit))
    const report = await examineWithin(
      { ...request, decoded, claimed: proven, claimedDecoded: shown?.decoded },
      hash,
      budget,
      {
        elapsed: () => performance.now(),
        isStopped,
        tell: (progress) => {
          tell({ _tag: 'Progress', progress })
          return nextTurn()
        },
      },
    )
    tell({ _tag: 'Report', report, claim, lacks })
  }
  examined().catch((error: unknown) =>
    // A worker tells its page of an error that nobody catches, and of no rejected promise.
    queueMicrotask(() => {
      throw error
    }),
  )
}

/** A message to itself gives way to other events, without the delay of a timer. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
