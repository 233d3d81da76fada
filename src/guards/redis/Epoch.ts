/**
 * The epoch of a Redis store: a text beside the claims that is lost when claims may be lost. A guard trusts the store only
 * while that text is the one it knows and names the server's run and replication history.
 */

import { inspect } from '../../core/untrusted.ts'
import type { Server } from './RedisInfo.ts'

export interface Epoch {
  /** The server's run and replication id when the epoch began. */
  readonly run_id: string
  readonly replid: string
  /** No guard accepts a smaller timestamp. */
  readonly floor: number
  /** Random, so that no epoch equals one that was lost. */
  readonly id: string
}

/** An epoch, and its text in the store. */
export interface Known {
  readonly text: string
  readonly epoch: Epoch
}

export const serialize = ({ run_id, replid, floor, id }: Epoch): string => JSON.stringify({ run_id, replid, floor, id })

/** `undefined` if no guard wrote the text. */
export const parse = (text: string): Epoch | undefined =>
  inspect(() => {
    const { run_id, replid, floor, id } = JSON.parse(text)
    const isEpoch = [run_id, replid, id].every((s) => typeof s === 'string') && Number.isSafeInteger(floor)
    const epoch: Epoch = { run_id, replid, floor, id }
    return isEpoch && serialize(epoch) === text ? epoch : undefined
  }, undefined)

/** Whether the server is a primary and its history is the one in which the epoch began. */
export const isOf = (epoch: Epoch, server: Server): boolean =>
  server.role === 'master' && epoch.run_id === server.runId && epoch.replid === server.replId
