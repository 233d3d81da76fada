/**
 * The work of a port, counted in answers. It limits the search for the smallest failure. Time would not do: the machine's speed would
 * decide what a report shows, and one seed must give one report.
 */
import type { Driver, NoHello, Reply } from './Driver.ts'
import type { Hello } from './Vector.ts'

/** How many answers a port has been asked for so far. */
export interface Work {
  done: number
}

/** Starting a process takes about as long as so many answers. */
const startCost = 20
/** A silence takes the whole time limit. */
const timeOutCost = 1000

/** An answer to a history of thousands of requests, or with hundreds of signatures, costs as much as so many other answers. */
const itemsInOne = 16

const costOf = (reply: Reply): number => {
  switch (reply._tag) {
    case 'Answer': {
      const { value } = reply.answer
      return Array.isArray(value) ? Math.max(1, Math.ceil(value.length / itemsInOne)) : 1
    }
    case 'TimeOut':
      return timeOutCost
    default:
      return 1 + startCost
  }
}

/** Counts a reply. A reply that was asked for ahead counts only when it is judged, so that the work does not depend on the port's speed. */
export const countReply = (work: Work, reply: Reply): void => {
  work.done += costOf(reply)
}

/** Puts an input to the port. */
export const ask = async (
  work: Work,
  driver: Driver,
  { op, input }: { readonly op: string; readonly input: unknown },
  limitMs: number,
): Promise<Reply> => {
  const reply = await driver.run(op, input, limitMs)
  countReply(work, reply)
  return reply
}

/** Starts the port anew, if the driver can do so. */
export const restart = async (work: Work, { fresh }: Driver): Promise<Hello | NoHello | undefined> => {
  if (fresh === undefined) return undefined
  work.done += startCost
  return fresh()
}
