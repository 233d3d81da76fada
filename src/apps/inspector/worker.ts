/**
 * The diagnosis in a worker, in slices; between two slices it can be stopped.
 */
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import type { Bytes } from '../../core/Bytes.ts'
import type { Case } from '../../kit/diagnosis/Case.ts'
import { type Examination, examine } from '../../kit/diagnosis/examine.ts'
import type { Progress, Report } from '../../kit/diagnosis/Report.ts'
import { hash } from './hash.ts'

export type ToWorker = { readonly _tag: 'Examine'; readonly request: Case } | { readonly _tag: 'Enough' }

export type FromWorker =
  | { readonly _tag: 'Progress'; readonly progress: Progress }
  | { readonly _tag: 'Report'; readonly report: Report }

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
  turn.port1.onmessage = () => {
    const until = performance.now() + slice
    let step = examination.next(enough() ? 'enough' : undefined)
    while (!step.done && performance.now() < until) step = examination.next(enough() ? 'enough' : undefined)
    if (step.done) {
      turn.port1.close()
      return tell({ _tag: 'Report', report: step.value })
    }
    tell({ _tag: 'Progress', progress: step.value })
    // A message to itself gives way to other events, without the delay of a timer.
    turn.port2.postMessage(undefined)
  }
  void gunzip(request.body).then((decoded) => {
    examination = examine({ ...request, decoded }, hash)
    turn.port2.postMessage(undefined)
  })
}

/** Against decompression bombs. */
const maxDecoded = 16 * 1024 * 1024

/** The decompressed body, if it begins as gzip does. */
const gunzip = async (body: Bytes): Promise<Bytes | undefined> => {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return undefined
  const content = ByteBuffer.upTo(maxDecoded)
  try {
    const reader = new Blob([Uint8Array.from(body)]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
    for (let read = await reader.read(); read.value !== undefined; read = await reader.read())
      if (!content.add(read.value)) return undefined
    return content.bytes()
  } catch {
    return undefined
  }
}
