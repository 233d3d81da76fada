/** Warnings of faults that nobody listens to: `process.emitWarning`, or `console.warn` on a platform without it. */

/** A program with ever new faults has been warned often enough. */
const mostFaults = 100

/**
 * Warns of each fault once. `code` is the warning's code, such as `COUNTERSIGN_KEYS`. `fault` is what counts as the same, for a text
 * that differs from time to time.
 */
export const warnOnce = (code: string): ((text: string, fault?: string) => void) => {
  const told = new Set<string>()
  return (text, fault = text) => {
    if (told.has(fault) || told.size >= mostFaults) return
    told.add(fault)
    const emit = globalThis.process?.emitWarning
    if (typeof emit === 'function') emit(text, { type: 'CountersignWarning', code })
    else globalThis.console?.warn(`${code}: ${text}`)
  }
}
