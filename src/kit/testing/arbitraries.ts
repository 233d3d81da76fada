/**
 * `countersign/testing/arbitraries`: arbitraries of fast-check for every type, each with its near misses. `nonce()` draws nonces;
 * `nonce.nearMiss()` draws what resembles a nonce and is refused.
 */

export { appId, authorization, authType, fingerprint, signature, signed, token } from './arbitraries/header.ts'
export { job, json, stage } from './arbitraries/jobs.ts'
export { key } from './arbitraries/keys.ts'
export { body, method, nonce, parts, target, timestamp } from './arbitraries/parts.ts'
export { verifyError, verifyErrors } from './arbitraries/refusals.ts'
export { request, type SpoiledRequest } from './arbitraries/requests.ts'
export { baseUrl, edition, grammar, policies, verifyPolicy, window } from './arbitraries/settings.ts'
export type { Values } from './arbitraries/Values.ts'
