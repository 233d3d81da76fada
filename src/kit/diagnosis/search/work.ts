/** What the steps of a search cost, in units of about a nanosecond with native hashing. A search counts this work, and reads no clock. */

/** The work of looking at all forms of a mistake, and at one form. */
export const workOfMistake = 5000
export const workOfForm = 1000

/** The work on each byte of a text that is written anew. */
export const workOfWriting = 50
