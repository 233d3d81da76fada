import type { IO } from 'fp-ts/lib/IO.js'

/** Evenly between 0 and 1. For the lengths of pauses only: whoever sees many of these numbers can tell the next ones. */
export const random: IO<number> = () => Math.random()
