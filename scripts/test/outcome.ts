// What came of one spec file, or of one step.

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** For each skipped test, the tool that it needs. */
  readonly missingTools: readonly string[]
}

export interface Outcome extends Counts {
  readonly name: string
  readonly seconds: number
  /** Said in one line, however it ended. */
  readonly remark?: string
  /** Said only if something failed. */
  readonly output: string
}
