/**
 * Runs the diagnosis of the page in a worker, so that the page stays responsive. The page is one file, so the worker is made from the
 * text of the page's own script. Where a browser makes no such worker, the diagnosis runs in the page itself, in slices.
 */

import { inspect } from '../../core/untrusted.ts'
import type { Budget } from '../../kit/diagnosis/examineWithin.ts'
import type { Progress } from '../../kit/diagnosis/Report.ts'
import { examineInSlices, type Found, type FromWorker, type Question, type ToWorker } from './worker.ts'

export interface Listener {
  readonly onProgress: (progress: Progress) => void
  readonly onReport: (found: Found) => void
  readonly onFailure: () => void
}

export interface Examination {
  /** Stops it; the listener gets what was found so far. */
  readonly enough: () => void
  /** Stops it without a report. */
  readonly abandon: () => void
}

// `currentScript` is set only while the script runs for the first time.
const script = typeof document === 'undefined' ? '' : (document.currentScript?.textContent ?? '')

/** Starts a diagnosis. The listener hears of its progress, and at last of the report or of the failure, unless it is abandoned. */
export const examineApart = (
  question: Question,
  budget: Budget,
  { onProgress, onReport, onFailure }: Listener,
): Examination => {
  /** No further search: a diagnosis in the page ends its slices and reports what it has found. */
  let isStopped = false
  /** No further message reaches the listener. */
  let isOver = false
  let worker: Worker | undefined
  const abandon = (): void => {
    isOver = true
    isStopped = true
    worker?.terminate()
  }
  const hear = (message: FromWorker): void => {
    if (isOver) return
    if (message._tag === 'Progress') onProgress(message.progress)
    else {
      // Before `onReport`: no later message, error or call of `enough` may reach the listener after the report.
      abandon()
      onReport(message)
    }
  }
  const examineHere = (): void => {
    worker = undefined
    examineInSlices(question, budget, () => isStopped, hear)
  }
  const startWorker = (): Worker => {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
    const started = new Worker(url)
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      // The worker runs, so the browser has read the script.
      URL.revokeObjectURL(url)
      hear(data)
    }
    started.onerror = (event: Event) => {
      URL.revokeObjectURL(url)
      if (isOver) return
      // An ErrorEvent is a fault of the script; a worker that cannot be loaded sends a plain Event.
      if (!(event instanceof ErrorEvent)) return examineHere()
      abandon()
      onFailure()
    }
    tell(started, { _tag: 'Examine', question, budget })
    return started
  }
  // `inspect` gives undefined where the browser refuses to make the worker.
  worker = inspect(startWorker, undefined)
  if (worker === undefined) examineHere()
  return {
    enough: () => {
      isStopped = true
      tell(worker, { _tag: 'Enough' })
    },
    abandon,
  }
}

const tell = (worker: Worker | undefined, message: ToWorker): void => worker?.postMessage(message)
