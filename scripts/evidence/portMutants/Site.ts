/** A place in a port's source, as sites.py and sites.go print it, and one change of it. Offsets are in bytes. */

export interface Site {
  readonly kind:
    | 'boolean'
    | 'call'
    | 'called'
    | 'comparison'
    | 'condition'
    | 'connective'
    | 'flag'
    | 'handler'
    | 'integer'
    | 'loop'
    | 'not'
    | 'operand'
    | 'pattern'
    | 'statement'
  /** The function around it; empty outside of every function. */
  readonly function: string
  readonly start: number
  readonly end: number
  /** An integer's value, a called name, `and` or `or`, or what ends a loop. */
  readonly text?: string
  /** Of a call: the part that remains without the call. */
  readonly keep?: readonly [number, number]
  /** Another kind of site turns this condition. */
  readonly turned?: boolean
  /** The condition guards one statement, whose removal is a change of its own. */
  readonly emptied?: boolean
  /** Of a pattern: an f-string, where braces are doubled. */
  readonly braces?: boolean
}

export interface Change {
  /** What kind of mistake it is: `comparison moved`. */
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly text: string
}
