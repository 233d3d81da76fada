/** A warning of the process, with a code such as `COUNTERSIGN_GUARD_UNAVAILABLE`; on the console where there is no process. */
export const warn = (reason: string, message: string): void => {
  const code = `COUNTERSIGN_${reason.toUpperCase()}`
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> }
  if (typeof process?.emitWarning === 'function') process.emitWarning(message, { type: 'CountersignWarning', code })
  else console.warn(`${code}: ${message}`)
}
