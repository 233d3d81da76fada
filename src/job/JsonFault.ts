/** Why a text or a value is refused as JSON, and where. Contains member names, but no values. */
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

/** Why a value is refused although JSON or JavaScript can represent it. */
export type UnsafeRule =
  | 'repeated-name'
  | 'number-range'
  | 'depth'
  | 'members'
  | 'lone-surrogate'
  | 'cycle'
  | 'not-json'

/** The text is not JSON from `offset` on, in bytes; `pointer` is the innermost unfinished value. */
export interface JsonSyntax {
  readonly _tag: 'JsonSyntax'
  readonly rule: SyntaxRule
  readonly offset: number
  readonly pointer: JsonPointer
}

/** JSON or JavaScript would change the value at `pointer`. `offset`, in bytes, is present if the value comes from a text. */
export interface JsonUnsafe {
  readonly _tag: 'JsonUnsafe'
  readonly rule: UnsafeRule
  readonly offset?: number
  readonly pointer: JsonPointer
}

export type JsonFault = JsonSyntax | JsonUnsafe

/** Levels of arrays and objects; the outermost is level 1. */
export const maxDepth = 128

/** What a job may take to decode. */
export interface Limits {
  /**
   * The most members in all objects of a job together (10,000). Objects with numbers as names take JavaScript ten times as
   * long to build as to parse.
   */
  readonly maxMembers: number
}

export const standard: Limits = { maxMembers: 10_000 }

/** A limit that is undefined, as programs in JavaScript may pass it, is the standard one. */
export const limitsOf = ({ maxMembers = standard.maxMembers }: Partial<Limits>): Limits => ({ maxMembers })
