/** A warning of the process, with a code such as `COUNTERSIGN_GUARD_UNAVAILABLE`; on the console where there is no process. */
export const warn = (reason: string, message: string): void => {
  const code = `COUNTERSIGN_${reason.toUpperCase()}`
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> }
  if (typeof process?.emitWarning === 'function') process.emitWarning(message, { type: 'CountersignWarning', code })
  else console.warn(`${code}: ${message}`)
}

/** A program with ever new faults has been warned often enough. */
const mostFaults = 100

/** Warns of each fault once; `fault` is what counts as the same, for a message that differs from time to time. */
export const warnOnce = (reason: string): ((message: string, fault?: string) => void) => {
  const told = new Set<string>()
  return (message, fault = message) => {
    if (told.has(fault) || told.size >= mostFaults) return
    told.add(fault)
    warn(reason, message)
  }
}
