// Each defence, and what the code would be without it.

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

export const defences: ReadonlyArray<Defence> = [
  {
    threat: 'T5',
    without: 'a repeated nonce passes',
    file: 'src/programs/verifyRequest.ts',
    code: "if (claim.right !== 'first') return",
    instead: 'if (false) return',
    specs: ['programs/verifyRequest'],
  },
  {
    threat: 'T7',
    without: 'a guard of one process is taken where several processes or machines take the requests',
    file: 'src/server/Surroundings.ts',
    code: 'if (scopes.indexOf(has) >= scopes.indexOf(needed)) return',
    instead: 'if (true) return',
    specs: ['server/deployment'],
  },
]
