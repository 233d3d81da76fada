/** The result of a section of the proof. */

export interface Section {
  readonly name: string
  readonly what: string
  /** So many held, of so many. */
  readonly held: number
  readonly of: number
  readonly findings: ReadonlyArray<string>
  /** What is no finding and yet worth a line. */
  readonly notes?: ReadonlyArray<string>
}

/** Counts claims and keeps what is said of those that do not hold. */
export const counting = (): {
  readonly claim: (holds: boolean, otherwise: () => string) => void
  readonly result: () => Pick<Section, 'held' | 'of' | 'findings'>
} => {
  const findings: Array<string> = []
  let of = 0
  return {
    claim: (holds, otherwise) => {
      of += 1
      if (!holds) findings.push(otherwise())
    },
    result: () => ({ held: of - findings.length, of, findings }),
  }
}
