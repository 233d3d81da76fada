/**
 * A diagnosis in a worker, which is made from the text of the page's own script: the page is one file.
 */

import { inspect } from '../../core/untrusted.ts'
import type { Case } from '../../kit/diagnosis/Case.ts'
import type { Progress, Report } from '../../kit/diagnosis/Report.ts'
import { type FromWorker, inSlices, type ToWorker } from './worker.ts'

export interface Listener {
  readonly onProgress: (progress: Progress) => void
  readonly onReport: (report: Report) => void
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
export const examineApart = (request: Case, listener: Listener): Examination =>
  inspect(() => inWorker(request, listener), undefined) ?? here(request, listener)

const inWorker = (request: Case, listener: Listener): Examination => {
  const { onProgress, onReport, onFailure } = listener
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const worker = new Worker(url)
  let over = false
  let instead: Examination | undefined
  const end = (): void => {
    over = true
    worker.terminate()
    URL.revokeObjectURL(url)
  }
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (over) return
    if (data._tag === 'Progress') return onProgress(data.progress)
    end()
    onReport(data.report)
  }
  worker.onerror = (event: Event) => {
    if (over) return
    end()
    // An ErrorEvent is a fault of the script; a worker that cannot be loaded sends a plain Event.
    if (event instanceof ErrorEvent) onFailure()
    else instead = here(request, listener)
  }
  const tell = (message: ToWorker): void => worker.postMessage(message)
  tell({ _tag: 'Examine', request })
  return {
    enough: () => (instead === undefined ? tell({ _tag: 'Enough' }) : instead.enough()),
    abandon: () => (instead === undefined ? end() : instead.abandon()),
  }
}

const here = (request: Case, { onProgress, onReport }: Listener): Examination => {
  let enough = false
  let over = false
  inSlices(
    request,
    () => enough,
    (message) => {
      if (over) return
      if (message._tag === 'Progress') onProgress(message.progress)
      else onReport(message.report)
    },
  )
  return {
    enough: () => {
      enough = true
    },
    abandon: () => {
      over = true
      enough = true
    },
  }
}
