/**
 * When the primary of a cluster is believed after it was silent. A primary that was suspended may have been replaced
 * meanwhile. When it goes on, it first answers commands that waited for it, and may accept a claim; within its next turns it
 * hears from the other nodes that it is a primary no longer.
 *
 * So a reply counts only if the server has answered commands without a gap of `silentMs`. After a gap, the claim is sent
 * again `restMs` later. A suspension shorter than `silentMs` needs no such care: the fence is longer by as much.
 */
import type { Timer } from '../effects/Timer.ts'

export const silentMs = 1000
const restMs = 25

/** For how many milliseconds to wait before the command is sent again; 0: its reply counts. `sent`: when it was sent. */
export type Silence = (server: string, sent: number) => number

interface Heard {
  /** When the newest command that was answered was sent. The server was running then or later. */
  readonly last: number
  /** Replies to earlier commands do not count. */
  readonly from: number
}

export const make = (timer: Timer): Silence => {
  const servers = new Map<string, Heard>()
  return (server, sent) => {
    const now = timer.elapsed()
    const heard = servers.get(server)
    const isSilent = heard === undefined || now - heard.last >= silentMs
    const from = isSilent ? now + restMs : heard.from
    servers.set(server, { last: Math.max(heard?.last ?? sent, sent), from })
    return sent >= from ? 0 : Math.max(1, from - now)
  }
}
