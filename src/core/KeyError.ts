/**
 * Why a key is refused. A message never contains key material.
 *
 * The data and the words are in files of their own, so that a page which reads no key carries no words of readers.
 */
export { about, type KeyError, type KeyResult, type KeyRule, keyError, refused } from './keyFault.ts'
export { message } from './keyMessage.ts'
