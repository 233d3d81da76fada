/** Warnings of faults that nobody listens to: `process.emitWarning`, or `console.warn` on a platform without it. */

/** A program with ever new faults has been warned often enough. */
const mostTexts = 100

/** Warns of each text once. `code` is the warning's code, such as `COUNTERSIGN_KEYS`. */
export const warnOnce = (code: string): ((text: string) => void) => {
  const told = new Set<string>()
  return (text) => {
    if (told.has(text) || told.size >= mostTexts) return
    told.add(text)
    const emit = globalThis.process?.emitWarning
    if (typeof emit === 'function') emit(text, { type: 'CountersignWarning', code })
    else globalThis.console?.warn(`${code}: ${text}`)
  }
}
