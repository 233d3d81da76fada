// How every property is checked; the runner loads this before each spec. `npm test -- WORD --seed=N` repeats the draws.
import process from 'node:process'
import fc from 'fast-check'

// Otherwise a failing property hides the assertion in `cause`, where uvu does not look.
const { SPEC_SEED: seed } = process.env
fc.configureGlobal({ includeErrorInReport: true, ...(seed && { seed: Number(seed) }) })
