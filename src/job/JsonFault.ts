/**
 * Why a text or a value is not taken as JSON, and where. Nothing of its content is in here but the names on the way to it.
 */
import type { JsonPointer } from './JsonPointer.ts'

/** Why a text is not JSON. */
export type SyntaxRule =
  | 'utf-8'
  | 'bom'
  | 'end'
  | 'trailing'
  | 'value'
  | 'name'
  | 'colon'
  | 'comma'
  | 'number'
  | 'control'
  | 'escape'

/** Why a value is not taken although JSON, or JavaScript, could carry it. */
export type UnsafeRule = 'repeated-name' | 'number-range' | 'depth' | 'lone-surrogate' | 'cycle' | 'not-json'

/** The text is not JSON from `offset` on, in bytes; `pointer` is the innermost value that had begun there. */
export interface JsonSyntax {
  readonly _tag: 'JsonSyntax'
  readonly rule: SyntaxRule
  readonly offset: number
  readonly pointer: JsonPointer
}

/** The value at `pointer` would not survive. `offset`, in bytes, is there when it was read from a text. */
export interface JsonUnsafe {
  readonly _tag: 'JsonUnsafe'
  readonly rule: UnsafeRule
  readonly offset?: number
  readonly pointer: JsonPointer
}

export type JsonFault = JsonSyntax | JsonUnsafe

/** Levels of arrays and objects, the outermost counted as 1. */
export const maxDepth = 128
