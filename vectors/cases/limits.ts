/** The limits that the cases touch from both sides. They come from the rules in src; each port states them once for itself. */
import * as AppId from '../../src/core/AppId.ts'
import * as Nonce from '../../src/core/Nonce.ts'

const longestOf = (accepts: (text: string) => boolean): number => {
  let length = 1
  while (accepts('a'.repeat(length + 1))) length++
  return length
}

/** How many characters a nonce may have. */
export const longestNonce: number = longestOf(Nonce.isNonce)

/** How many characters an app id may have. */
export const longestAppId: number = longestOf(AppId.isAppId)

/** How many levels of a job may be nested. */
export { maxDepth as deepestJson } from '../../src/job/JsonFault.ts'
