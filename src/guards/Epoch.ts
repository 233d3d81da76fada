/**
 * The epoch of a store: a note among the claims that goes when claims may have gone. Guards trust the store only while the
 * note is the one they know and names the history that the server tells.
 */
import type { Server } from './RedisInfo.ts'

export interface Epoch {
  /** The server's run, and the name of its data's history, when the epoch began. */
  readonly run_id: string
  readonly replid: string
  /** No claim below is accepted by any guard. */
  readonly floor: number
  /** Claims of timestamps that are older than this, in seconds, may have expired: the least of all guards' settings. */
  readonly reach: number
  /** Random, so that an epoch is told from one that was lost. */
  readonly id: string
}

export const serialize = ({ run_id, replid, floor, reach, id }: Epoch): string =>
  JSON.stringify({ run_id, replid, floor, reach, id })

/** Undefined for a text that no guard wrote. */
export const parse = (text: string): Epoch | undefined => {
  let read: Partial<Record<keyof Epoch, unknown>> | null
  try {
    read = JSON.parse(text)
  } catch {
    return undefined
  }
  const { run_id, replid, floor, reach, id } = read ?? {}
  if (typeof run_id !== 'string' || typeof replid !== 'string' || typeof id !== 'string') return undefined
  if (!Number.isSafeInteger(floor) || !Number.isSafeInteger(reach)) return undefined
  const epoch: Epoch = { run_id, replid, floor: floor as number, reach: reach as number, id }
  return serialize(epoch) === text ? epoch : undefined
}

/** Whether the server still tells the history in which the epoch began. */
export const isOf = (epoch: Epoch, server: Server): boolean =>
  server.role === 'master' && epoch.run_id === server.runId && epoch.replid === server.replId
