/**
 * What writes a job in a page, and says what is wrong with one: loaded with the first job that is a value. Text and bytes are sent
 * without it.
 */
export { encode } from '../job/Job.ts'
export { message } from '../job/JobError.ts'
export { mismatchWords } from './mismatchWords.ts'
