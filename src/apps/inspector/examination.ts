/**
 * A diagnosis in a worker, which is made from the text of the page's own script: the page is one file.
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

/** If the browser makes no worker from a Blob, the page itself works, in slices. */
export const examineApart = (
  question: Question,
  budget: Budget,
  { onProgress, onReport, onFailure }: Listener,
): Examination => {
  let isEnough = false
  let over = false
  let worker: Worker | undefined
  const abandon = (): void => {
    over = true
    isEnough = true
    worker?.terminate()
  }
  const hear = (message: FromWorker): void => {
    if (over) return
    if (message._tag === 'Progress') onProgress(message.progress)
    else {
      abandon()
      onReport(message)
    }
  }
  const here = (): void => {
    worker = undefined
    examineInSlices(question, budget, () => isEnough, hear)
  }
  const apart = (): Worker => {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
    const made = new Worker(url)
    made.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      // It runs: its text has been read.
      URL.revokeObjectURL(url)
      hear(data)
    }
    made.onerror = (event: Event) => {
      URL.revokeObjectURL(url)
      if (over) return
      // An ErrorEvent is a fault of the script; a worker that cannot be loaded sends a plain Event.
      if (!(event instanceof ErrorEvent)) return here()
      abandon()
      onFailure()
    }
    tell(made, { _tag: 'Examine', question, budget })
    return made
  }
  worker = inspect(apart, undefined)
  if (worker === undefined) here()
  return {
    enough: () => {
      isEnough = true
      tell(worker, { _tag: 'Enough' })
    },
    abandon,
  }
}

const tell = (worker: Worker | undefined, message: ToWorker): void => worker?.postMessage(message)
