/** The processor time of this process and of others, for tests and benches that must not depend on how busy the machine is. */
import { readFileSync } from 'node:fs'

/**
 * The time that the processor has worked for this process, on all its threads, in milliseconds. It does not grow while others
 * have the processor, nor while the machine stands still, so a test may ask for little of it.
 */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A hundredth of a second on every Linux, in which /proc/self/stat counts. */
const tick = 0.01

/** What the processors have worked for this process and, where Linux tells it, for its children that have ended. */
export const processorSeconds = (): number => {
  try {
    // Behind the name of the command, which may hold blanks: user and system time of the children are fields 16 and 17.
    const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? []
    return processorMs() / 1000 + (Number(fields[13]) + Number(fields[14])) * tick
  } catch {
    return processorMs() / 1000
  }
}
