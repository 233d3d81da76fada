/** A process that has taken a gigabyte: a leak, perhaps, which no answer shows. Linux alone tells of another process. */
import { existsSync, readFileSync } from 'node:fs'

const remarkableKib = 1024 * 1024

/** What to say of a process by its file `/proc/PID/status`; nothing of one that took less. */
export const remarksOn = (status: string): ReadonlyArray<string> => {
  const [, digits] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? []
  const kib = Number(digits ?? 0)
  return kib < remarkableKib ? [] : [`the port's process took ${(kib / remarkableKib).toFixed(1)} GiB of memory`]
}

/** What to say of the memory of a running process. */
export const memoryRemarks = (pid: number | undefined): ReadonlyArray<string> => {
  const file = `/proc/${pid}/status`
  return existsSync(file) ? remarksOn(readFileSync(file, 'utf8')) : []
}
