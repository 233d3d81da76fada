/** What the process warns of. */
import process from 'node:process'

export interface Warning extends Error {
  readonly code?: string
}

/** The warnings while `run` runs, which sees those that have come so far. */
export const warningsOf = async (
  run: (heard: ReadonlyArray<Warning>) => Promise<unknown>,
): Promise<ReadonlyArray<Warning>> => {
  const heard: Array<Warning> = []
  const listen = (warning: Warning) => void heard.push(warning)
  process.on('warning', listen)
  try {
    await run(heard)
    // A warning is emitted in the next turn.
    await new Promise(setImmediate)
  } finally {
    process.off('warning', listen)
  }
  return heard
}
