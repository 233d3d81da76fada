/**
 * How a gateway shares the file descriptors that the system grants it. Callers get what is left: a stranger with many connections must not
 * take those of keys, guard, uploads and service.
 *
 *   1024 descriptors → 64 for itself, 64 for uploads, 448 requests at the service, 448 connections of callers
 */
import { readFileSync } from 'node:fs'

export interface Share {
  /** Connections of callers. */
  readonly connections: number
  /** Requests at the service, each over a connection of its own. */
  readonly requests: number
  /** Files of uploads. */
  readonly files: number
}

/** For keys, tokens, the guard's store, certificates, the log, and scrapes of `/metrics`. */
const ownMost = 64

/** `wanted` is never exceeded. Of few descriptors, the gateway itself keeps a quarter, and uploads get an eighth. */
export const shareOf = (limit: number, wanted: Omit<Share, 'connections'>): Share => {
  const own = Math.min(ownMost, Math.floor(limit / 4))
  const files = Math.min(wanted.files, Math.floor(limit / 8))
  const rest = limit - own - files
  const requests = Math.min(wanted.requests, Math.max(1, Math.floor(rest / 2)))
  return { connections: Math.max(1, rest - requests), requests, files }
}

/** How many descriptors this process may have; infinite if the system does not say. */
export const descriptorLimit = (): number => {
  try {
    return limitIn(readFileSync('/proc/self/limits', 'utf8'))
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** The soft limit, which Node has raised to the hard one. */
export const limitIn = (limits: string): number =>
  Number(/^Max open files +(\d+) /m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
