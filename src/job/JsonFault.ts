/** Why a text or a value is refused as JSON, and where. Contains member names, but no values. */
import type { JsonPointer } from './JsonPointer.ts'

/** Why a text is not JSON. */
export type SyntaxRule = keyof typeof syntaxFaults

/** Why a value is refused although JSON or JavaScript can represent it. */
export type UnsafeRule = keyof typeof unsafeFaults

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

/** What is wrong with a text that breaks each rule of JSON. */
export const syntaxFaults = {
  'utf-8': 'invalid UTF-8',
  bom: 'a byte order mark',
  end: 'the text ends too early',
  trailing: 'more text after the value',
  value: 'a value is missing',
  name: 'a name in double quotes is missing',
  colon: 'no colon after a name',
  comma: 'no comma and no closing bracket after a value',
  number: 'a number that is not in the form of JSON',
  control: 'a control character inside a string, which must be escaped',
  escape: 'an invalid escape after a backslash',
} as const

/** What is wrong with a value that breaks each rule beyond the syntax. */
export const unsafeFaults = {
  'repeated-name': 'the name is repeated in its object',
  'number-range': 'the number is beyond 9007199254740991, where numbers are rounded',
  depth: 'arrays and objects are nested more than 128 levels deep',
  members: 'the job has more members than the setting maxMembers allows',
  'lone-surrogate': 'half of a surrogate pair without its other half',
  cycle: 'the value contains itself',
  'not-json': 'JSON has no such value, and would drop or change it',
} as const
