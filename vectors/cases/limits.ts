/** The limits that cases touch from both sides. They come from the rules in src; each reference port states its own once. */
import * as AppId from '../../src/core/AppId.ts'
import * as Nonce from '../../src/core/Nonce.ts'

/** How many characters a nonce may have. */
export const longestNonce: number = Nonce.rule.maxLength

/** How many characters an app id may have. */
export const longestAppId: number = AppId.rule.maxLength

/** How many characters a header may have. */
export { maxLength as longestHeader } from '../../src/core/Authorization.ts'

/** How many characters a token may have. */
export { maxLength as longestToken } from '../../src/core/Token.ts'

/** How many levels of a job may be nested. */
export { maxDepth as deepestJson } from '../../src/job/JsonFault.ts'
