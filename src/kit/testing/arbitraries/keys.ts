/** Arbitraries of public keys. Near misses are key files that a verifier does not import. */
import * as E from 'fp-ts/lib/Either.js'
import * as PublicKey from '../../../core/PublicKey.ts'
import { publicKeys } from '../../values/keys/publicKeys.ts'
import { missesOf, type Values, validOf, values } from './Values.ts'

/**
 * Public keys in PEM, of 2048 to 4096 bits, as verifiers take them unless `maxKeyBits` is set. Nobody has their private halves.
 * Near misses: keys that `PublicKey.parse` refuses.
 *
 * @example
 * ```ts
 * import { PublicKey } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.key(), (pem) => PublicKey.parse(pem)._tag === 'Right'))
 * fc.assert(fc.property(arb.key.nearMiss(), (pem) => PublicKey.parse(pem)._tag === 'Left'))
 * ```
 */
export const key: Values<string> = /* @__PURE__ */ values(
  () => validOf(publicKeys, E.right),
  // Certificates are filtered out: the platform decides about them.
  () => missesOf(publicKeys).filter((pem) => E.isLeft(PublicKey.parse(pem))),
)
