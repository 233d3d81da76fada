/** Apart from the other reasons why nothing could be submitted: a program that only signs does not carry their words. */
import type { Fault } from './Fault.ts'

/** What the body is read from failed; `detail` is the error's name and code. */
export type BodyUnreadable = Fault<'body_unreadable', { readonly detail: string }>

export const message = ({ detail }: BodyUnreadable): string => `the body could not be read to its end (${detail})`
