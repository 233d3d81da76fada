/**
 * Remarks on a port's process that has taken a gigabyte: it may leak memory, and no answer shows that. Only Linux tells the memory of
 * another process.
 */
import { existsSync, readFileSync } from 'node:fs'

const remarkableKib = 1024 * 1024

/** The remarks on a process, from its file `/proc/PID/status`. Empty if it took less than a gigabyte. */
export const remarksOn = (status: string): ReadonlyArray<string> => {
  const [, digits] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? []
  const kib = Number(digits ?? 0)
  return kib < remarkableKib ? [] : [`the port's process took ${(kib / remarkableKib).toFixed(1)} GiB of memory`]
}

/** The remarks on the memory of a running process. */
export const memoryRemarks = (pid: number | undefined): ReadonlyArray<string> => {
  const file = `/proc/${pid}/status`
  return existsSync(file) ? remarksOn(readFileSync(file, 'utf8')) : []
}
