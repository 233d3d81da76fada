/**
 * The time that the processor has worked for this process, on all its threads, in milliseconds. It does not grow while others
 * have the processor, nor while the machine stands still, so a test may ask for little of it.
 */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
