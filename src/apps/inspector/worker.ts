/**
 * The diagnosis in a worker, in slices; between two slices it can be stopped.
 */
import { defaults } from '../../core/VerifyPolicy.ts'
import type { Coding } from '../../effects/Decompress.ts'
import type { Case } from '../../kit/diagnosis/Case.ts'
import { type Examination, examine } from '../../kit/diagnosis/examine.ts'
import type { Progress, Report } from '../../kit/diagnosis/Report.ts'
import { decompress } from './decompress.ts'
import { hash } from './hash.ts'

export type ToWorker = { readonly _tag: 'Examine'; readonly request: Case } | { readonly _tag: 'Enough' }

export type FromWorker =
  | { readonly _tag: 'Progress'; readonly progress: Progress }
  | { readonly _tag: 'Report'; readonly report: Report; readonly lacks: ReadonlyArray<Coding> }

/** Milliseconds of work before it listens. */
const slice = 25

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
    else inSlices(data.request, () => enough, scope.postMessage.bind(scope))
  }
}

/** Examines a request without blocking its thread for longer than a slice. `enough` ends it with what was found so far. */
export const inSlices = (request: Case, enough: () => boolean, tell: (message: FromWorker) => void): void => {
  const turn = new MessageChannel()
  let examination: Examination
  let lacks: ReadonlyArray<Coding> = []
  turn.port1.onmessage = () => {
    const until = performance.now() + slice
    let step = examination.next(enough() ? 'enough' : undefined)
    while (!step.done && performance.now() < until) step = examination.next(enough() ? 'enough' : undefined)
    if (step.done) {
      turn.port1.close()
      return tell({ _tag: 'Report', report: step.value, lacks })
    }
    tell({ _tag: 'Progress', progress: step.value })
    // A message to itself gives way to other events, without the delay of a timer.
    turn.port2.postMessage(undefined)
  }
  void decompress(request.body, defaults.bodyLimit).then(({ decoded, ...without }) => {
    lacks = without.lacks
    examination = examine({ ...request, decoded }, hash)
    turn.port2.postMessage(undefined)
  })
}
