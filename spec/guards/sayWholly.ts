/** Lines that a program of these specs writes to its parent, which may be busy. */
import { writeSync } from 'node:fs'

const room = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes a line at once, so that it is out before the process can be killed. Where the pipe is full, it waits for room: the parent
 * has not read for a while.
 */
export const sayWholly = (line: string): void => {
  let rest = Buffer.from(`${line}\n`)
  while (rest.length > 0)
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(room, 0, 0, 1)
    }
}
