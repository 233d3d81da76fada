/** What a section of the proof comes to, and how it tells how far it is. */

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

export const progress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K  ${text.slice(0, (process.stderr.columns ?? 80) - 3)}`)
}

export const progressDone = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K')
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
