/**
 * What the memory guard knows of its high-water mark, and which write comes next: a record and pure functions. DurableMark.ts
 * carries the writes out; a search over small histories runs the same functions (spec/guards/memory).
 */

export interface MarkState {
  /** The mark that is on the disk; −1: none. */
  readonly mark: number
  /** The highest mark that was durable, and must be so again. */
  readonly highest: number
  /** The mark that is being written. */
  readonly running: number | undefined
  /** The mark that is written next. */
  readonly waiting: number | undefined
}

/** `stored`: the mark that was read at the start, or −1 for none. */
export const make = (stored: number): MarkState => ({
  mark: stored,
  highest: stored,
  running: undefined,
  waiting: undefined,
})

/** Whether a durable mark is at least this high. */
export const covers = ({ mark }: MarkState, timestamp: number): boolean => timestamp <= mark

/** The mark is not on the disk any more. */
export const lose = (state: MarkState): MarkState => ({ ...state, mark: -1 })

/** How a claim's timestamp becomes durable: by the write that runs, by the one after it, or by one that begins now. */
export interface Raise {
  readonly state: MarkState
  readonly by: 'running' | 'waiting' | 'begun'
}

/** Claims that come during a write share the next one. */
export const raise = (state: MarkState, timestamp: number): Raise => {
  const { running, waiting } = state
  if (running !== undefined && timestamp <= running) return { state, by: 'running' }
  if (running === undefined && waiting === undefined) return { state: begin(state, timestamp), by: 'begun' }
  return { state: { ...state, waiting: Math.max(waiting ?? timestamp, timestamp) }, by: 'waiting' }
}

const begin = (state: MarkState, timestamp: number): MarkState => ({
  ...state,
  running: Math.max(timestamp, state.highest),
})

/** The write that ran has ended. A failed write may still reach the disk. That is safe: too high a mark only refuses more. */
export const end = (state: MarkState, isDurable: boolean): MarkState => {
  const { mark, highest, running } = state
  if (!isDurable || running === undefined) return { ...state, running: undefined }
  const raised = Math.max(mark, running)
  return { ...state, mark: raised, highest: Math.max(highest, raised), running: undefined }
}

/** Begins the write that waited. */
export const follow = (state: MarkState): MarkState =>
  state.waiting === undefined ? state : begin({ ...state, waiting: undefined }, state.waiting)
