/**
 * When the primary of a cluster is believed after it was silent. A primary that was suspended may have been replaced
 * meanwhile. When it goes on, it first answers commands that waited for it, and may accept a claim: what the other nodes have
 * told it waits in its sockets, and it needs two or three turns of its event loop to read it.
 *
 * So a reply counts only if the server has answered commands without a gap of `silentMs`. After a gap the claim is sent again,
 * one reply after the other: each takes another turn of the server. A suspension shorter than `silentMs` needs no such care: the fence
 * is longer by as much.
 */
import type { Timer } from '../../effects/Timer.ts'

export const silentMs = 1000
/** With `restMs` before each. A bus with TLS needs some more turns than one without. */
const turnsAfterSilence = 4
const restMs = 5

/** For how many milliseconds to wait before the command is sent again; 0: its reply counts. `sent`: when it was sent. */
export type Silence = (server: string, sent: number) => number

interface Heard {
  /** When the newest command that was answered was sent. The server was running then or later. */
  readonly last: number
  /** How many turns the server still needs. */
  readonly turns: number
  /** The next turn is one of a command that was sent after this. */
  readonly after: number
}

export const make = (timer: Timer): Silence => {
  const servers = new Map<string, Heard>()
  return (server, sent) => {
    const now = timer.elapsed()
    const heard = servers.get(server)
    const last = Math.max(heard?.last ?? sent, sent)
    const isSilent = heard === undefined || now - heard.last >= silentMs
    const next: Heard = isSilent
      ? { last, turns: turnsAfterSilence, after: now }
      : heard.turns > 0 && sent >= heard.after
        ? { last, turns: heard.turns - 1, after: now }
        : { ...heard, last }
    servers.set(server, next)
    return next.turns === 0 && sent >= (heard?.after ?? 0) ? 0 : restMs
  }
}
