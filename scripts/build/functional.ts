/**
 * The types of fp-ts and io-ts that the declarations of the package name, by their structure. They are the same types to a compiler, so a
 * program in fp-ts hands them to its own functions, and a program without fp-ts needs neither package. `project/peers.live.spec.ts` compares
 * them with those of fp-ts.
 */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type Reader, reader } from '../docs/reachable.ts'

/** The module below src in which the declarations find them. No such file is there: `packedSource` gives its text. */
export const functional = 'functional'

/** A type of fp-ts or io-ts is named here as it is there. */
export const text = `
export interface Left<E> {
  readonly _tag: 'Left'
  readonly left: E
}
export interface Right<A> {
  readonly _tag: 'Right'
  readonly right: A
}
/** The \`Either\` of fp-ts: a failure in \`left\`, or a value in \`right\`. */
export type Either<E, A> = Left<E> | Right<A>
export interface None {
  readonly _tag: 'None'
}
export interface Some<A> {
  readonly _tag: 'Some'
  readonly value: A
}
/** The \`Option\` of fp-ts. */
export type Option<A> = None | Some<A>
/** The \`IO\` of fp-ts: call it to run it. */
export interface IO<A> {
  (): A
}
/** The \`Task\` of fp-ts: call it to run it. It never rejects. */
export interface Task<A> {
  (): Promise<A>
}
/** The \`TaskEither\` of fp-ts: call it to run it. It never rejects. */
export interface TaskEither<E, A> extends Task<Either<E, A>> {}
/** The \`ReaderTaskEither\` of fp-ts: hand it its effects, then call it. */
export interface ReaderTaskEither<R, E, A> {
  (r: R): TaskEither<E, A>
}
/** The \`NonEmptyArray\` of fp-ts. */
export interface NonEmptyArray<A> extends Array<A> {
  0: A
}
/** The \`Eq\` of fp-ts. */
export interface Eq<A> {
  readonly equals: (x: A, y: A) => boolean
}
/** The \`Ord\` of fp-ts. */
export interface Ord<A> extends Eq<A> {
  readonly compare: (first: A, second: A) => -1 | 0 | 1
}
/** The \`Show\` of fp-ts. */
export interface Show<A> {
  readonly show: (a: A) => string
}
declare const brand: unique symbol
export interface Brand<B> {
  readonly [brand]: B
}
/** As in io-ts: a value of this type comes from a function that has checked it. */
export type Branded<A, B> = A & Brand<B>
`

const ofFpTs =
  /(?<=from ')fp-ts\/lib\/(?:Either|Eq|IO|NonEmptyArray|Option|Ord|ReaderTaskEither|Show|Task|TaskEither)\.js(?=')/g
const ofIoTs = /(?<=import type \{ Branded \} from ')io-ts(?=')/g

/** The sources as the declarations of the package are made of them: they import the types above. */
const packedSource = (path: string): string => {
  if (path === `src/${functional}.ts`) return text
  const there = posix.relative(posix.dirname(path), `src/${functional}.ts`)
  const specifier = there.startsWith('.') ? there : `./${there}`
  return readFileSync(path, 'utf8').replace(ofFpTs, specifier).replace(ofIoTs, specifier)
}

export const packedReader = (removeComments = true): Reader => reader(packedSource, removeComments)
