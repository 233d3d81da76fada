/**
 * The keys of `countersign/testing`: their private halves are published, so a server that takes one in production takes
 * requests from everybody.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../../core/AppId.ts'
import { about, keyError, message } from '../../core/KeyError.ts'
import { inspect } from '../../core/untrusted.ts'
import type { ImportKeys } from '../../effects/KeyRecord.ts'
import type { VerificationKey } from '../../effects/KeyRing.ts'
import { ContractViolation } from '../untrusted.ts'

/** Their fingerprints, and not the keys: the server does not carry them. */
const published: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '3c9cb6034f7b61f52b4d0abe2259e4ec6abde9575f057b41ead3d5e0ed6d1033',
  '1cb5f4c2cb457fa2f5030e182b6747b020f163e90e38b105f38cfbdbfac8c3b3',
])

/** Whether the process says so. A platform without a process does not, nor Deno without `--allow-env`, which throws. */
export const isProduction = (): boolean => inspect(() => globalThis.process?.env?.NODE_ENV === 'production', false)

const isPublished = (keys: ReadonlyArray<VerificationKey>): boolean =>
  keys.some((key) => published.has(key?.fingerprint))

const refusal = /* @__PURE__ */ keyError('test-key')

/** An import that refuses them. */
export const withoutTestKeys = (importKeys: ImportKeys): ImportKeys =>
  !isProduction()
    ? importKeys
    : (key, settings) =>
        pipe(
          importKeys(key, settings),
          TE.chainEitherK((keys) => (isPublished(keys) ? E.left(refusal) : E.right(keys))),
        )

/** For keys that come while the server runs. Throws a ContractViolation, so that the answer is a 500 of reason `misconfigured`. */
export const forbidTestKeys = (appId: AppId, keys: ReadonlyArray<VerificationKey>): void => {
  if (isPublished(keys)) throw new ContractViolation(`keys: ${message(about(appId)(refusal))}`)
}
