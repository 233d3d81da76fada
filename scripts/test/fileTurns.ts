// In CI the live specs take turns, for all of them together take longer than a change should wait: every fourth file runs at one
// commit, the others at the next three. By hand, and with COUNTERSIGN_ALL=1, all run.

/** So many commits run each file once. */
export const filesEvery = 4

/** The files whose turn it is. */
export const filesInTurn = (files: readonly string[], turn: number): readonly string[] =>
  files.filter((_, at) => (at + turn) % filesEvery === 0)

/**
 * The turn for the tests of those files. Some of them take turns too: theirs goes on by one each time that the file runs, so that
 * each test has its turn.
 */
export const turnOfTests = (turn: number): number => Math.floor(turn / filesEvery)

/** The turn of this run; undefined where all run. */
export const turnOf = ({ COUNTERSIGN_ALL, SPEC_TURN }: NodeJS.ProcessEnv): number | undefined =>
  COUNTERSIGN_ALL === undefined && SPEC_TURN !== undefined ? Number(SPEC_TURN) : undefined
