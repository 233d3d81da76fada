// A defence, as what the code would be without it.

export interface Defence {
  /** The threat that it answers, of threats.ts. */
  readonly threat: string
  /** What is missing when it is gone. */
  readonly without: string
  readonly file: string
  /** The code that defends; it stands once in the file. */
  readonly code: string
  readonly instead: string
  /** Words of `npm test -- WORDS`: the specs that must notice. */
  readonly specs: ReadonlyArray<string>
}

/** How the defences of one file are written down: those that the same specs look after. */
export const inFile =
  (file: string, ...specs: ReadonlyArray<string>) =>
  (threat: string, without: string, code: string, instead: string): Defence => ({
    threat,
    without,
    file,
    code,
    instead,
    specs,
  })
