/**
 * To whom a remedy speaks. Most speak to the caller alone. If something between the caller and the verifier may have changed the request,
 * the operator of the service has something to do as well, and the caller must not read that as its own task.
 */

export interface Remedy {
  /** What to do instead, whoever does it. */
  readonly remedy: string
  /** The same by addressee. Present if the remedy says something to the operator. */
  readonly remedyFor?: RemedyFor
}

export interface RemedyFor {
  readonly caller: string
  readonly operator: string
}

/** A remedy for the caller, and behind it one for the operator of the service. */
export const forBoth = (caller: string, operator: string): Required<Remedy> => ({
  remedy: `${caller} ${operator}`,
  remedyFor: { caller, operator },
})

/** A remedy for the operator, where the caller has made no mistake. */
export const forOperator = (operator: string): Required<Remedy> => ({
  remedy: operator,
  remedyFor: { caller: 'If the program sends what it signs, do not change the program.', operator },
})
