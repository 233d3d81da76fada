/** The part of a client that polls, which a page loads with its first poll. */
export { pollBy } from './poll.ts'
